// The last step of `npm test`. A requirement of the specification that points to another test, and a legal duty that names one,
// count only if that test ran and passed in the same run. It reads the reports of the earlier steps (`npm test` deletes old ones
// first), so it needs a complete run; `npm test -- unit` and single test files skip it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { duties } from '../src/web/desk/compliance/duties.ts'
import { pointers } from '../test/specification/pointers.ts'
import { brokenPointers } from './lib/pointers.ts'
import { inRoot, root } from './lib/root.ts'
import { casesOf } from './lib/test-reports.ts'

const folder = inRoot('test-results', 'reports')
const reports = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
const cases = reports.flatMap((name) => casesOf(readFileSync(join(folder, name), 'utf8'), root))

const all = [...Object.values(pointers), ...duties.flatMap(({ tests }) => tests)]
const broken = brokenPointers(all, cases)
for (const sentence of broken) console.error(sentence)
console.log(`${all.length} pointers, ${cases.length} test cases read, ${broken.length} pointers broken.`)
if (broken.length > 0) process.exit(1)
