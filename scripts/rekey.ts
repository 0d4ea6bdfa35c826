// `npm run rekey`: seals anew, with ENCRYPTION_KEY, what the keys of ENCRYPTION_KEY_OTHERS sealed (docs/operar.md).
import { runForOperator } from './backup/command.ts'
import { runRekey } from './backup/run-rekey.ts'

await runForOperator(runRekey)
