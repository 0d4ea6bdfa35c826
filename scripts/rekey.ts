// `npm run rekey`: seals anew, with ENCRYPTION_KEY, what the keys of ENCRYPTION_KEY_OTHERS sealed (docs/operar.md).
import { runRekey } from './backup/run-rekey.ts'
import { runForOperator } from './lib/operator-command.ts'

await runForOperator(runRekey)
