// `npm run restore`: brings a back-up back into an empty place, or checks with `--check` that it could be (docs/operar.md).
import { runRestore } from './backup/run-restore.ts'
import { runForOperator } from './lib/operator-command.ts'

await runForOperator(runRestore)
