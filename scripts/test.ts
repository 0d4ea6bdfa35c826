// `npm test`: everything a release needs; `npm test -- unit lint` runs only those steps, and what they need. The last
// line says how many test cases passed and failed; a step without cases of its own counts as one.
import { main } from './testing/main.ts'
import { steps } from './testing/steps.ts'

await main('test', steps, process.argv.slice(2))
