// `npm run mutants`: makes mistakes in the pure code, one at a time, and says how many of them its fast tests notice.
// `-- --sample` runs the fixed sample of `npm test`; `-- --only src/core/money` the files whose paths begin so; `-- --money` the rest of
// the money module, judged by its tests on PostgreSQL.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { testFiles } from '../test/support/kinds.ts'
import prepareDatabase from '../test/support/prepare-database.ts'
import { mutantOptions } from './lib/arguments.mjs'
import { startPostgres } from './lib/postgres.ts'
import { inRoot, root } from './lib/root.ts'
import { sourcesUnder } from './lib/tree.ts'
import { reportOf, scoreOf } from './mutants/report.ts'
import { runMutants } from './mutants/run.ts'
import { sampleOf } from './mutants/sample.ts'
import pureFigures from './mutants/survivors.json' with { type: 'json' }
import { type Figures, outdated } from './mutants/survivors.ts'
import moneyFigures from './mutants/survivors-money.json' with { type: 'json' }
import { tiers } from './mutants/tiers.ts'
import type { TestServer } from './mutants/worker.ts'

const { money, sample, only = '', workers } = parseArgs({ options: mutantOptions }).values
const tier = money ? tiers.money : tiers.pure
const figures: Figures = money ? moneyFigures : pureFigures
const began = Date.now()
const { database, stop } = await testServer()
const { unit, integration } = testFiles('test')
const results = await runMutants({
  tier,
  ...(database && { database }),
  folder: root,
  sources: sourcesUnder(['src', 'simulator', 'test']),
  tests: tier.database ? [...unit, ...integration] : unit,
  choose: (mutants) => {
    const wanted = mutants.filter(({ file }) => file.startsWith(only))
    return sample ? sampleOf(wanted, tier.sample) : wanted
  },
  workers: Math.max(1, Number(workers)),
  progress: (line) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`),
}).finally(stop)
mkdirSync(inRoot('test-results'), { recursive: true })
writeFileSync(inRoot('test-results', 'mutants.json'), JSON.stringify(results, null, 1))

const { minCaught, survivors } = figures
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

/** A PostgreSQL with a migrated template, if the tests of the tier need one. */
async function testServer(): Promise<{ database?: TestServer; stop: () => Promise<void> }> {
  if (!tier.database) return { stop: async () => {} }
  const cluster = await startPostgres()
  process.env.TEST_DATABASE_URL = cluster.url
  const provided: { database?: TestServer } = {}
  await prepareDatabase({ provide: (_key, value) => Object.assign(provided, { database: value }) })
  return { ...provided, stop: () => cluster.stop() }
}
