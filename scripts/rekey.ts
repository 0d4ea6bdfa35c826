// `npm run rekey`: encrypts again, with ENCRYPTION_KEY, everything that was encrypted with the keys of ENCRYPTION_KEY_OTHERS
// (docs/operar.md).
import { runRekey } from './backup/run-rekey.ts'
import { runForOperator } from './lib/operator-command.ts'

await runForOperator(runRekey)
