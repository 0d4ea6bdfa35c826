// `npm test`: everything a release needs; `npm test -- unit lint` runs only those steps and their dependencies. The last
// line prints how many test cases passed and failed; a step without test cases counts as one.
import { main } from './testing/main.ts'
import { steps } from './testing/steps.ts'

await main('test', steps, process.argv.slice(2))
