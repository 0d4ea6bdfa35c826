// `npm test`: everything a release needs, one step after the other; `npm test -- unit lint` runs only those named.
// The last line says how many test cases passed and failed; a step without cases of its own counts as one.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { build } from './lib/build.ts'
import { type Child, startNode } from './lib/child.ts'
import { ensureChromium } from './lib/chromium.ts'
import { startPostgres } from './lib/postgres.ts'
import { playwrightTally, stepTally, sum, type Tally, tallyLine, vitestTally } from './lib/reports.ts'
import { inRoot } from './lib/root.ts'
import { tools } from './lib/tools.ts'

interface Outcome {
  readonly ok: boolean
  readonly cases?: Tally
}

interface Step {
  readonly name: string
  readonly title: string
  readonly run: () => Promise<Outcome>
}

const REPORTS = inRoot('test-results', 'reports')

const steps: readonly Step[] = [
  { name: 'types', title: 'Types', run: types },
  {
    name: 'lint',
    title: 'Lint and format',
    run: () => node(tools.biome, ['check', '--error-on-warnings']),
  },
  { name: 'architecture', title: 'Who imports whom', run: () => node('scripts/check-architecture.ts') },
  { name: 'build', title: 'Build', run: async () => ({ ok: await build().done }) },
  { name: 'unit', title: 'Unit tests', run: () => vitest('unit', 'unit') },
  {
    name: 'embedded',
    title: 'Integration tests, embedded database',
    run: () => vitest('embedded', 'integration'),
  },
  { name: 'postgres', title: 'Integration tests, PostgreSQL', run: onPostgres },
  { name: 'torture', title: 'Torture, and a planted mistake', run: torture },
  { name: 'javascript', title: 'End to end, with JavaScript', run: () => playwright('javascript') },
  { name: 'no-javascript', title: 'End to end, without JavaScript', run: () => playwright('no-javascript') },
  { name: 'accessibility', title: 'Accessibility', run: () => playwright('accessibility') },
  { name: 'budgets', title: 'Budgets', run: () => playwright('budgets') },
]
const NEED_BUILD = new Set(['torture', 'javascript', 'no-javascript', 'accessibility', 'budgets'])

let running: Child | undefined
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await running?.stop(4000)
    process.exit(130)
  })
}
await main(process.argv.slice(2))

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. The steps: ${steps.map((step) => step.name).join(', ')}.`)
    process.exit(1)
  }
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })

  const began = Date.now()
  const results: { step: Step; tally: Tally; seconds: string }[] = []
  let built = true
  for (const step of steps.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const started = Date.now()
    console.log(`\n━━ ${step.title} (${step.name})`)
    const outcome: Outcome =
      !built && NEED_BUILD.has(step.name) ? notBuilt() : await step.run().catch(refused)
    if (step.name === 'build') built = outcome.ok
    results.push({ step, tally: stepTally(outcome.ok, outcome.cases), seconds: secondsSince(started) })
  }

  console.log(`\n━━ Summary, ${secondsSince(began)} s`)
  for (const { step, tally, seconds } of results) {
    console.log(
      `${tally.failed > 0 ? '✗' : '✓'} ${step.title.padEnd(40)} ${seconds.padStart(6)} s  ${tallyLine(tally)}`,
    )
  }
  const total = sum(results.map(({ tally }) => tally))
  console.log(`\n${tallyLine(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

async function types(): Promise<Outcome> {
  const generated = await node(tools.reactRouter, ['typegen'])
  return generated.ok ? node(tools.tsc, ['--noEmit', '-p', '.']) : generated
}

async function vitest(name: string, project: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const report = `${REPORTS}/${name}.json`
  const { ok } = await node(
    tools.vitest,
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { TEST_DATABASE_URL: '', ...env },
  )
  return withCases(ok, report, vitestTally)
}

/** The server of TEST_DATABASE_URL, else one started for the occasion. Only on request is the step left out. */
async function onPostgres(): Promise<Outcome> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return vitest('postgres', 'integration', { TEST_DATABASE_URL: given })
  if (process.env.RECOMECO_TEST_WITHOUT_POSTGRES === '1') {
    console.log('Left out, as RECOMECO_TEST_WITHOUT_POSTGRES=1 asks.')
    return { ok: true, cases: { passed: 0, failed: 0, skipped: 1 } }
  }
  const cluster = await startPostgres()
  console.log(`PostgreSQL ${cluster.version}`)
  try {
    return await vitest('postgres', 'integration', { TEST_DATABASE_URL: cluster.url })
  } finally {
    await cluster.stop()
  }
}

/** A short run that has to end without a breach, and one on a copy with a mistake in it that has to be found. */
async function torture(): Promise<Outcome> {
  if (process.env.RECOMECO_TEST_WITHOUT_POSTGRES === '1') {
    console.log('Left out, as RECOMECO_TEST_WITHOUT_POSTGRES=1 asks.')
    return { ok: true, cases: { passed: 0, failed: 0, skipped: 2 } }
  }
  const run = (...args: string[]) => node('scripts/torture.ts', ['--seed', 'release', '--webs', '2', ...args])
  const runs = [
    await run('--customers', '40', '--seconds', '15'),
    await run('--customers', '12', '--seconds', '6', '--plant', 'new-key-each-time'),
  ]
  const passed = runs.filter(({ ok }) => ok).length
  return { ok: passed === runs.length, cases: { passed, failed: runs.length - passed, skipped: 0 } }
}

async function playwright(project: string): Promise<Outcome> {
  const chromium = await ensureChromium()
  const report = `${REPORTS}/${project}.json`
  const { ok } = await node(
    tools.playwright,
    ['test', '--project', project, '--reporter=list,json', '--output', `test-results/e2e/${project}`],
    { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  return withCases(ok, report, playwrightTally)
}

/** Runs a file on the running Node, its output on the console. */
async function node(
  file: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const child = startNode(file, file, args, { env: { ...process.env, ...env } })
  running = child
  return { ok: (await child.exited) === 0 }
}

function withCases(ok: boolean, report: string, read: (json: string) => Tally): Outcome {
  return existsSync(report) ? { ok, cases: read(readFileSync(report, 'utf8')) } : { ok: false }
}

function notBuilt(): Outcome {
  console.error('Not run: the pages could not be built.')
  return { ok: false }
}

function refused(error: unknown): Outcome {
  console.error(error instanceof Error ? error.message : error)
  return { ok: false }
}

function secondsSince(start: number): string {
  return ((Date.now() - start) / 1000).toFixed(1)
}
