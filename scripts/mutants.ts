// `npm run mutants`: makes mistakes in the pure code, one at a time, and reports how many of them its fast tests detect. `--
// --sample` runs the fixed sample of `npm test`; `-- --only src/core/money` the files whose paths begin with that; `-- --money`
// the rest of the money module, judged by its tests on PostgreSQL, in slices: `-- --money --score` prints the score of all of
// them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { testFiles } from '../test/support/kinds.ts'
import prepareDatabase from '../test/support/prepare-database.ts'
import { mutantOptions } from './lib/arguments.mjs'
import { startPostgres } from './lib/postgres.ts'
import { inRoot, root } from './lib/root.ts'
import { sourcesUnder } from './lib/tree.ts'
import { type Measurements, totalOf, withRun } from './mutants/measured.ts'
import { reportOf, scoreOf } from './mutants/report.ts'
import { type MutantResult, runMutants } from './mutants/run.ts'
import { percentOfEach, sampleOf, sampleOfEach } from './mutants/sample.ts'
import pureFigures from './mutants/survivors.json' with { type: 'json' }
import { explainedBy, type Figures, isListed, outdated, type Survivor } from './mutants/survivors.ts'
import moneyFigures from './mutants/survivors-money.json' with { type: 'json' }
import { tiers } from './mutants/tiers.ts'
import type { TestServer } from './mutants/worker.ts'
import { workInMemory } from './testing/memory-folder.ts'

const {
  money,
  sample,
  only = '',
  tests: judges,
  'per-file': perFile,
  percent,
  minutes,
  again,
  score: isScoreOnly,
  workers,
} = parseArgs({ options: mutantOptions }).values
/** Named tests all run, without a time budget: they are few, and their duration on a busy machine is meaningless. */
const named = judges === undefined ? {} : { budgetMs: Number.POSITIVE_INFINITY }
const tier = { ...(money ? tiers.money : tiers.pure), ...named }
const { minCaught, rules = [], survivors }: Figures = money ? moneyFigures : pureFigures
const sources = sourcesUnder(['src', 'simulator', 'test'])
const measuredFile = inRoot('scripts', 'mutants', 'measured-money.json')
const keep = inRoot('node_modules', '.cache', 'recomeco', 'mutants')

if (isScoreOnly) assemble([], [])
else judge(await run())

async function run(): Promise<MutantResult[]> {
  const began = Date.now()
  if (again) rmSync(keep, { recursive: true, force: true })
  const { database, stop } = await testServer()
  const { unit, integration } = testFiles('test')
  const names = judges?.split(',') ?? ['']
  const tests = [...unit, ...(tier.database ? integration : [])]
  const results = await runMutants({
    tier,
    ...(database && { database }),
    folder: root,
    sources,
    tests: tests.filter((test) => names.some((name) => test.startsWith(name))),
    choose: (mutants) => {
      const wanted = mutants.filter(({ file }) => file.startsWith(only))
      if (perFile !== undefined) return sampleOfEach(wanted, Number(perFile))
      if (percent !== undefined) return percentOfEach(wanted, Number(percent))
      return sample ? sampleOf(wanted, tier.sample) : wanted
    },
    workers: Math.max(1, Number(workers)),
    ...(tier.sliced && { keep }),
    ...(minutes !== undefined && { timeMs: Number(minutes) * 60_000 }),
    progress: (line) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`),
  }).finally(stop)
  mkdirSync(inRoot('test-results'), { recursive: true })
  writeFileSync(inRoot('test-results', 'mutants.json'), JSON.stringify(results, null, 1))
  return results
}

function judge(results: readonly MutantResult[]): void {
  const list = [...survivors, ...explainedBy(rules, results)]
  const score = scoreOf(results, list)
  console.log(reportOf(results, list))
  if (results.length === 0) fail(`No file to mutate begins with "${only}".`)
  if (tier.sliced) assemble(results, list)
  const isWhole = only === '' && perFile === undefined && percent === undefined && minutes === undefined
  if (isWhole && !sample && !tier.sliced) {
    for (const { file, text, replacement } of outdated(results, survivors)) {
      console.log(`no survivor any more, remove it from survivors.json: ${file}  ${text}  -> ${replacement}`)
    }
    requireScore(score.percent)
  }
  const unlisted = score.survived - score.listed
  if (unlisted > 0 && (sample || tier.sliced)) {
    const file = money ? 'survivors-money.json' : 'survivors.json'
    fail(`${unlisted} of these mutants survive without a reason: add a test, or say why in ${file}.`)
  }
}

/** Adds the results of a run to the measurements of the files, and prints the score of all of them. */
function assemble(results: readonly MutantResult[], list: readonly Survivor[]): void {
  const known = JSON.parse(readFileSync(measuredFile, 'utf8')) as Measurements
  const on = new Date().toISOString().slice(0, 10)
  const isExplained = (mutant: MutantResult) => isListed(mutant, list)
  const measured = withRun(known, { results, isExplained, sources, tier: tiers.money, on })
  if (results.length > 0) writeFileSync(measuredFile, `${JSON.stringify(measured, null, 2)}\n`)
  const total = totalOf(measured, { sources, tier: tiers.money })
  console.log(`\nAll slices so far (scripts/mutants/measured-money.json):\n${total.text}`)
  if (total.percent !== undefined) requireScore(total.percent)
}

function requireScore(percent: number): void {
  if (percent < minCaught) fail(`${percent.toFixed(1)} % are caught, and ${minCaught} % have to be.`)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

/** Starts a PostgreSQL with a migrated template database, if the tests of the tier need one. */
async function testServer(): Promise<{ database?: TestServer; stop: () => Promise<void> }> {
  if (!tier.database) return { stop: async () => {} }
  // On a disk most of the time of a run is spent on creating the files of the databases.
  workInMemory()
  const cluster = await startPostgres()
  process.env.TEST_DATABASE_URL = cluster.url
  const provided: { database?: TestServer } = {}
  await prepareDatabase({ provide: (_key, value) => Object.assign(provided, { database: value }) })
  return { ...provided, stop: () => cluster.stop() }
}
