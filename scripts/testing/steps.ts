// The steps of `npm test` and `npm run check`. To add one: its name to scripts/lib/arguments.mjs, which says the order
// too, and what it does here; the compiler asks for the rest.
import { existsSync, readFileSync } from 'node:fs'
import { checkSteps, type testSteps } from '../lib/arguments.mjs'
import { ensureChromium } from '../lib/chromium.ts'
import { startPostgres } from '../lib/postgres.ts'
import { playwrightTally, type Tally, vitestTally } from '../lib/reports.ts'
import { inRoot } from '../lib/root.ts'
import { tools } from '../lib/tools.ts'
import type { Outcome, Stage, Step } from './step.ts'

/**
 * Where each suite of cases leaves the report of its runner, as JSON, under a name that stays: `unit.json`, `process.json`,
 * `postgres.json` and `embedded.json` by Vitest; `javascript.json`, `no-javascript.json`, `accessibility.json`,
 * `weight.json` and `budgets.json` by Playwright. They are those of the last run: `npm test` empties the folder before it begins. A step
 * that reads them names in `after` the steps that write them.
 */
export const reports = inRoot('test-results', 'reports')

const browser = { minutes: 15, needs: ['build'] } as const

/** Each step of `npm test`, by name. */
export const steps: Readonly<Record<(typeof testSteps)[number], Step>> = {
  build: { title: 'Build', minutes: 5, run: pages },
  types: { title: 'Types', minutes: 5, run: types },
  lint: { title: 'Lint and format', minutes: 5, run: lint },
  knip: { title: 'What nothing uses', minutes: 5, run: knip },
  architecture: { title: 'Who imports whom', minutes: 5, run: architecture },
  unit: { title: 'Unit tests', minutes: 10, run: vitest('unit', 'unit') },
  postgres: { title: 'Integration tests, PostgreSQL', minutes: 20, run: onPostgres },
  embedded: { title: 'Integration tests, embedded database', minutes: 20, run: onEmbedded },
  torture: { title: 'Torture, and a seeded bug', minutes: 12, needs: ['build'], run: torture },
  process: { title: 'Process tests', minutes: 10, needs: ['build'], run: vitest('process', 'process') },
  javascript: { title: 'End to end, with JavaScript', ...browser, run: playwright('javascript') },
  'no-javascript': { title: 'End to end, without JavaScript', ...browser, run: playwright('no-javascript') },
  accessibility: { title: 'Accessibility', ...browser, run: playwright('accessibility') },
  weight: { title: 'Budgets of bytes', ...browser, run: playwright('weight') },
  budgets: { title: 'Budgets of time', ...browser, alone: true, run: playwright('budgets', 1) },
  pointers: {
    title: 'Pointed-at tests ran and passed',
    minutes: 2,
    after: ['unit', 'postgres', 'embedded', 'process', 'javascript', 'no-javascript'],
    run: pointers,
  },
}

/** Each step of `npm run check`, by name: under a minute on two cores. The unit tests use both by themselves. */
export const quickSteps: Readonly<Record<string, Step>> = {
  ...Object.fromEntries(checkSteps.map((name) => [name, steps[name]])),
  unit: { ...steps.unit, alone: true },
}

async function types({ node }: Stage): Promise<Outcome> {
  const ok = (await node(tools.reactRouter, ['typegen'])) && (await node(tools.tsc, ['--noEmit', '-p', '.']))
  return { ok }
}

async function lint({ node }: Stage): Promise<Outcome> {
  return { ok: await node(tools.biome, ['check', '--error-on-warnings']) }
}

async function knip({ node }: Stage): Promise<Outcome> {
  return { ok: await node(tools.knip, ['--no-progress']) }
}

async function architecture({ node }: Stage): Promise<Outcome> {
  return { ok: await node('scripts/check-architecture.ts') }
}

/** The tests that the specification's demands point at, by the reports of this run: so it is for the whole of it. */
async function pointers({ node }: Stage): Promise<Outcome> {
  return { ok: await node('scripts/check-pointers.ts') }
}

/** The one build of the run: whoever needs pages finds them made from these sources, and makes them no second time. */
async function pages({ node }: Stage): Promise<Outcome> {
  return { ok: await node('scripts/testing/build.ts') }
}

/** Runs one of the projects of vitest.config.ts. */
function vitest(report: string, project: string, env: NodeJS.ProcessEnv = {}) {
  return async ({ node, workers }: Stage): Promise<Outcome> => {
    const file = `${reports}/${report}.json`
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const ok = await node(
      tools.vitest,
      ['run', '--project', project, `--maxWorkers=${workers}`, ...reporters],
      { TEST_DATABASE_URL: '', ...env },
    )
    return withCases(ok, file, vitestTally)
  }
}

const withoutPostgres = () => process.env.RECOMECO_TEST_WITHOUT_POSTGRES === '1'

/** On the server of TEST_DATABASE_URL, else on one started for the occasion. Only on request is the step left out. */
async function onPostgres(stage: Stage): Promise<Outcome> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return vitest('postgres', 'postgres', { TEST_DATABASE_URL: given })(stage)
  if (withoutPostgres()) return leftOut(stage, 1)
  const cluster = await startPostgres()
  stage.say(`PostgreSQL ${cluster.version}`)
  try {
    return await vitest('postgres', 'postgres', { TEST_DATABASE_URL: cluster.url })(stage)
  } finally {
    await cluster.stop()
  }
}

/** Where there is no server, what needs one database, whichever, runs here too. */
function onEmbedded(stage: Stage): Promise<Outcome> {
  return vitest('embedded', withoutPostgres() ? 'integration' : 'embedded')(stage)
}

/** A short run that must end without a breach, and one on a copy with a seeded bug that must be detected. */
async function torture(stage: Stage): Promise<Outcome> {
  if (withoutPostgres()) return leftOut(stage, 2)
  const run = (...args: string[]) =>
    stage.node('scripts/torture.ts', ['--seed', 'release', '--webs', '2', ...args])
  const runs = [
    await run('--customers', '40', '--seconds', '15'),
    await run('--customers', '12', '--seconds', '6', '--plant', 'new-key-each-time'),
  ]
  const passed = runs.filter(Boolean).length
  return { ok: passed === runs.length, cases: { passed, failed: runs.length - passed, skipped: 0 } }
}

function leftOut({ say }: Stage, skipped: number): Outcome {
  say('Left out, as RECOMECO_TEST_WITHOUT_POSTGRES=1 asks.')
  return { ok: true, cases: { passed: 0, failed: 0, skipped } }
}

/** Runs one of the projects of playwright.config.ts, with a system for each worker. */
function playwright(project: string, maxWorkers?: number) {
  return async ({ node, say, workers: allowed }: Stage): Promise<Outcome> => {
    const chromium = await ensureChromium(say)
    const file = `${reports}/${project}.json`
    const workers = Math.min(allowed, maxWorkers ?? allowed)
    const ok = await node(
      tools.playwright,
      ['test', '--project', project, '--reporter=list,json', '--output', `test-results/e2e/${project}`],
      { CHROMIUM_PATH: chromium, E2E_WORKERS: String(workers), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    )
    return withCases(ok, file, playwrightTally)
  }
}

/** A runner that leaves no report has failed, whatever it says. */
function withCases(ok: boolean, report: string, read: (json: string) => Tally): Outcome {
  return existsSync(report) ? { ok, cases: read(readFileSync(report, 'utf8')) } : { ok: false }
}
