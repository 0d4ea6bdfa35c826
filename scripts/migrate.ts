// `npm run migrate`: a back-up, then the pending migrations, then nothing else: before a release is rolled out.
import { runForOperator } from './backup/command.ts'
import { runMigrate } from './backup/run-migrate.ts'

await runForOperator(runMigrate)
