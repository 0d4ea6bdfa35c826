// `npm run migrate`: a back-up, then the pending migrations, then nothing else: before a release is rolled out.
import { runMigrate } from './backup/run-migrate.ts'
import { runForOperator } from './lib/operator-command.ts'

await runForOperator(runMigrate)
