// `npm run restore`: brings a back-up back into an empty place, or checks with `--check` that it could be (docs/operar.md).
import { runForOperator } from './backup/command.ts'
import { runRestore } from './backup/run-restore.ts'

await runForOperator(runRestore)
