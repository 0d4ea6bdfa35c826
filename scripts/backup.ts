// `npm run backup`: copies the database and the files, and records the fingerprints of the keys (docs/operar.md).
import { runBackup } from './backup/run-backup.ts'
import { runForOperator } from './lib/operator-command.ts'

await runForOperator(runBackup)
