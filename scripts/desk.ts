// `npm run desk -- <comando> …`: actions of the team without the back office in the browser. Signs in with the e-mail and
// password of a team account, performs one authorised and audited action, and exits.
import { runDesk } from './desk/run.ts'
import { runForOperator } from './lib/operator-command.ts'

await runForOperator(runDesk)
