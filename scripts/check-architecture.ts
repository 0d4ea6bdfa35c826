// Checks the import rules of the product, and that no other code has circular imports. It also fails when it reads implausibly
// few files, because then it would find nothing.
import { rooms, uses } from '../src/modules/uses.ts'
import { checkArchitecture, checkCycles, RULES } from './lib/architecture.ts'
import { productSources, sourcesUnder } from './lib/tree.ts'

const MIN_MODULES = 8
const MIN_IMPORTS = 300

const { imports, modules, ...product } = checkArchitecture(productSources(), uses, rooms)
const breaches = [...product.breaches, ...checkCycles(sourcesUnder(['test', 'e2e', 'scripts', 'bench']))]
for (const { rule, file, line, reason } of breaches)
  console.error(`${file}:${line} ${reason}\n  (${RULES[rule]})`)
console.log(`${imports} imports read in ${modules.length} modules, ${breaches.length} breaches.`)
if (modules.length < MIN_MODULES || imports < MIN_IMPORTS) {
  console.error(
    `Too few files were read: at least ${MIN_MODULES} modules and ${MIN_IMPORTS} imports are expected.`,
  )
  process.exit(1)
}
if (breaches.length > 0) process.exit(1)
