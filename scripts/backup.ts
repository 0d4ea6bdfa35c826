// `npm run backup`: a copy of the database and the files, and the fingerprints of the keys (docs/operar.md).
import { runForOperator } from './backup/command.ts'
import { runBackup } from './backup/run-backup.ts'

await runForOperator(runBackup)
