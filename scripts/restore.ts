// `npm run restore`: restores a back-up into an empty database, or checks with `--check` that it can be restored
// (docs/operar.md).
import { runRestore } from './backup/run-restore.ts'
import { runForOperator } from './lib/operator-command.ts'

await runForOperator(runRestore)
