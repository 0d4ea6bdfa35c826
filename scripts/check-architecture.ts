// Says who imports whom against the rules of the house. A check that reads nothing would find nothing, so it also
// says when it has read too little to be believed.
import { rooms, uses } from '../src/modules/uses.ts'
import { checkArchitecture, RULES } from './lib/architecture.ts'
import { productSources } from './lib/tree.ts'

const FEWEST_MODULES = 8
const FEWEST_IMPORTS = 300

const { breaches, imports, modules } = checkArchitecture(productSources(), uses, rooms)
for (const { rule, file, line, reason } of breaches)
  console.error(`${file}:${line} ${reason}\n  (${RULES[rule]})`)
console.log(`${imports} imports read in ${modules.length} modules, ${breaches.length} breaches.`)
if (modules.length < FEWEST_MODULES || imports < FEWEST_IMPORTS) {
  console.error(
    `Too little was read: at least ${FEWEST_MODULES} modules and ${FEWEST_IMPORTS} imports are expected.`,
  )
  process.exit(1)
}
if (breaches.length > 0) process.exit(1)
