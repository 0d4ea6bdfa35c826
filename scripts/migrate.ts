// `npm run migrate`: makes a back-up and applies the pending migrations, nothing else; used before a release is rolled out.
import { runMigrate } from './backup/run-migrate.ts'
import { runForOperator } from './lib/operator-command.ts'

await runForOperator(runMigrate)
