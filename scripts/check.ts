// `npm run check`: quick feedback between changes, in under a minute: the steps of `npm test` that need no build, database,
// browser or process. `npm run check -- lint` runs only the named steps.
import { main } from './testing/main.ts'
import { quickSteps } from './testing/steps.ts'

await main('check', quickSteps, process.argv.slice(2))
