// `npm run mutants`: makes mistakes in the pure code, one at a time, and says how many of them its fast tests notice.
// `-- --sample` runs the fixed sample of `npm test`; `-- --only src/core/money` the files whose paths begin so.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { testFiles } from '../test/support/kinds.ts'
import { mutantOptions } from './lib/arguments.mjs'
import { inRoot, root } from './lib/root.ts'
import { sourcesUnder } from './lib/tree.ts'
import { reportOf, scoreOf } from './mutants/report.ts'
import { runMutants } from './mutants/run.ts'
import { sampleOf } from './mutants/sample.ts'
import figures from './mutants/survivors.json' with { type: 'json' }
import { type Figures, outdated } from './mutants/survivors.ts'

/** Of `npm test`. */
const sampleSize = 80

const { sample, only = '', workers } = parseArgs({ options: mutantOptions }).values
const began = Date.now()
const results = await runMutants({
  folder: root,
  sources: sourcesUnder(['src', 'simulator', 'test']),
  tests: testFiles('test').unit,
  choose: (mutants) => {
    const wanted = mutants.filter(({ file }) => file.startsWith(only))
    return sample ? sampleOf(wanted, sampleSize) : wanted
  },
  workers: Math.max(1, Number(workers)),
  progress: (line) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`),
})
mkdirSync(inRoot('test-results'), { recursive: true })
writeFileSync(inRoot('test-results', 'mutants.json'), JSON.stringify(results, null, 1))

const { minCaught, survivors }: Figures = figures
const score = scoreOf(results, survivors)
console.log(reportOf(results, survivors))
if (results.length === 0) fail(`No file to mutate begins with "${only}".`)
if (sample) {
  const unlisted = score.survived - score.listed
  if (unlisted > 0)
    fail(`${unlisted} mutants of the sample survive: add a test, or say why in survivors.json.`)
} else if (only === '') {
  for (const { file, text, replacement } of outdated(results, survivors)) {
    console.log(`no survivor any more, remove it from survivors.json: ${file}  ${text}  -> ${replacement}`)
  }
  if (score.percent < minCaught)
    fail(`${score.percent.toFixed(1)} % are caught, and ${minCaught} % have to be.`)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
