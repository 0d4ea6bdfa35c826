// The steps of `npm test` and `npm run check`. To add one, add its name to scripts/lib/arguments.mjs, which also defines
// the order, and its definition here; the compiler checks the rest.
import { existsSync, readFileSync } from 'node:fs'
import { checkSteps, type testSteps } from '../lib/arguments.mjs'
import { ensureChromium } from '../lib/chromium.ts'
import { type Cluster, startPostgres } from '../lib/postgres.ts'
import { playwrightTally, type Tally, vitestTally } from '../lib/reports.ts'
import { inRoot } from '../lib/root.ts'
import { tools } from '../lib/tools.ts'
import type { Outcome, Stage, Step } from './step.ts'

/**
 * Folder of the runners' JSON reports, under stable names: `unit.json`, `process.json`, `components.json`, `postgres.json` and
 * `embedded.json` by Vitest; `javascript.json`, `no-javascript.json`, `accessibility.json`, `weight.json` and `budgets.json` by
 * Playwright. `npm test` empties the folder first. A step that reads them lists the steps that write them in `after`.
 */
export const reports = inRoot('test-results', 'reports')

const browser = { minutes: 35, needs: ['build'] } as const

/** Each step of `npm test`, by name. */
export const steps: Readonly<Record<(typeof testSteps)[number], Step>> = {
  build: { title: 'Build', minutes: 5, run: pages },
  postgres: { title: 'Integration tests, PostgreSQL', minutes: 40, run: onPostgres },
  accessibility: { title: 'Accessibility', ...browser, run: playwright('accessibility') },
  types: { title: 'Types', minutes: 5, run: types },
  lint: { title: 'Lint and format', minutes: 5, run: lint },
  knip: { title: 'Unused code', minutes: 5, run: knip },
  architecture: { title: 'Import rules', minutes: 5, run: architecture },
  process: { title: 'Process tests', minutes: 35, needs: ['build'], run: vitest('process', 'process') },
  embedded: { title: 'Integration tests, embedded database', minutes: 40, run: onEmbedded },
  javascript: { title: 'End to end, with JavaScript', ...browser, run: playwright('javascript') },
  'no-javascript': {
    title: 'End to end, without JavaScript',
    ...browser,
    run: playwright('no-javascript', { embedded: true }),
  },
  unit: { title: 'Unit tests', minutes: 20, run: vitest('unit', 'unit') },
  torture: { title: 'Torture', minutes: 12, needs: ['build'], run: torture(24, 10) },
  'seeded-bug': {
    title: 'Torture detects a seeded bug',
    minutes: 12,
    needs: ['build'],
    run: torture(8, 5, '--plant', 'new-key-each-time'),
  },
  budgets: { title: 'Time budgets', ...browser, run: playwright('budgets', { maxWorkers: 1 }) },
  weight: { title: 'Size budgets', ...browser, run: playwright('weight') },
  mutants: { title: 'Sample of mutants', minutes: 20, run: mutants },
  components: { title: 'Components in a browser', minutes: 5, run: components },
  pointers: {
    title: 'Referenced tests ran and passed',
    minutes: 2,
    after: [
      'unit',
      'postgres',
      'embedded',
      'process',
      'components',
      'javascript',
      'no-javascript',
      'accessibility',
    ],
    run: pointers,
  },
}

/** Each step of `npm run check`, by name: under a minute on two cores. The unit tests use both, so they run alone. */
export const quickSteps: Readonly<Record<string, Step>> = {
  ...Object.fromEntries(checkSteps.map((name) => [name, steps[name]])),
  unit: { ...steps.unit, alone: true },
}

/**
 * One checker, because several in parallel repeat each other's work, and the other steps use the cores. Its results are cached,
 * so that the next run checks only the code that a change affects.
 */
const typesOnce = [
  ...['--noEmit', '--checkers', '1'],
  ...[
    '--incremental',
    '--tsBuildInfoFile',
    inRoot('node_modules', '.cache', 'recomeco', 'types.tsbuildinfo'),
  ],
]

async function types({ node }: Stage): Promise<Outcome> {
  const ok =
    (await node(tools.reactRouter, ['typegen'])) && (await node(tools.tsc, ['-p', '.', ...typesOnce]))
  return { ok }
}

async function lint({ node }: Stage): Promise<Outcome> {
  return { ok: await node(tools.biome, ['check', '--error-on-warnings']) }
}

const knipCache = ['--cache', '--cache-location', inRoot('node_modules', '.cache', 'knip')]

async function knip({ node }: Stage): Promise<Outcome> {
  return { ok: await node(tools.knip, ['--no-progress', ...knipCache]) }
}

async function architecture({ node }: Stage): Promise<Outcome> {
  return { ok: await node('scripts/check-architecture.ts') }
}

/** Runs a fixed sample of mutants of the pure code against its unit tests. */
async function mutants({ node, workers }: Stage): Promise<Outcome> {
  return { ok: await node('scripts/mutants.ts', ['--sample', '--workers', String(workers)]) }
}

/** Checks that the tests referenced by the specification's requirements passed; needs the reports of a complete run. */
async function pointers({ node }: Stage): Promise<Outcome> {
  return { ok: await node('scripts/check-pointers.ts') }
}

/** Runs the only build of a run; later steps find it up to date and do not repeat it. */
async function pages({ node }: Stage): Promise<Outcome> {
  return { ok: await node('scripts/testing/build.ts') }
}

/** Runs one of the projects of vitest.config.ts. */
function vitest(report: string, project: string, env: NodeJS.ProcessEnv = {}, minWorkers = 1) {
  return (stage: Stage) => {
    const workers = Math.max(stage.workers, minWorkers)
    return runVitest(stage, report, ['--project', project, `--maxWorkers=${workers}`], {
      TEST_DATABASE_URL: '',
      ...env,
    })
  }
}

/** Runs vitest.components.config.ts with one browser, because a second one costs more than the tests. */
async function components(stage: Stage): Promise<Outcome> {
  const chromium = await ensureChromium(stage.say)
  const args = ['--config', 'vitest.components.config.ts', '--maxWorkers=1']
  return runVitest(stage, 'components', args, { CHROMIUM_PATH: chromium })
}

async function runVitest(
  { node }: Stage,
  report: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const file = `${reports}/${report}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ok = await node(tools.vitest, ['run', ...args, ...reporters], env)
  return withCases(ok, file, vitestTally)
}

const withoutPostgres = () => process.env.RECOMECO_TEST_WITHOUT_POSTGRES === '1'

/**
 * Runs the longest step with at least two workers, whatever its share of the cores, because half of its time is waiting for the
 * server.
 */
async function onPostgres(stage: Stage): Promise<Outcome> {
  const server = await testServer(stage)
  if (server === undefined) return skipped(stage, 1)
  return vitest('postgres', 'postgres', { TEST_DATABASE_URL: server.socketUrl }, 2)(stage)
}

let cluster: Promise<Cluster> | undefined

/**
 * Returns the PostgreSQL server of this run: that of TEST_DATABASE_URL, otherwise one that the first step that needs it starts
 * and that ends with this process. Undefined in a run without PostgreSQL, which must be requested explicitly.
 */
async function testServer({ say }: Stage): Promise<Pick<Cluster, 'url' | 'socketUrl'> | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, socketUrl: given }
  if (withoutPostgres()) return undefined
  cluster ??= startPostgres()
  const started = await cluster
  say(`PostgreSQL ${started.version}`)
  return started
}

/** Runs the tests on the embedded database; without PostgreSQL, all integration tests. */
function onEmbedded(stage: Stage): Promise<Outcome> {
  return vitest('embedded', withoutPostgres() ? 'integration' : 'embedded')(stage)
}

/**
 * Returns a short torture run: one that must find no violation, or one on a copy of the code with a seeded bug, which it must
 * detect.
 */
function torture(customers: number, seconds: number, ...args: string[]) {
  return async (stage: Stage): Promise<Outcome> => {
    if (withoutPostgres()) return skipped(stage, 1)
    const size = ['--customers', String(customers), '--seconds', String(seconds)]
    return {
      ok: await stage.node('scripts/torture.ts', ['--seed', 'release', '--webs', '2', ...size, ...args]),
    }
  }
}

function skipped({ say }: Stage, count: number): Outcome {
  say('Skipped because of RECOMECO_TEST_WITHOUT_POSTGRES=1.')
  return { ok: true, cases: { passed: 0, failed: 0, skipped: count } }
}

/**
 * Runs one of the projects of playwright.config.ts, with a system for each worker: on PostgreSQL, which takes half of the time of
 * the embedded database. The user flows run on both: with JavaScript on PostgreSQL, without JavaScript on the embedded database,
 * as with `npm start`.
 */
function playwright(
  project: string,
  { maxWorkers, embedded = false }: { maxWorkers?: number; embedded?: boolean } = {},
) {
  return async (stage: Stage): Promise<Outcome> => {
    const { node, say, workers: allowed } = stage
    const server = embedded ? undefined : await testServer(stage)
    const chromium = await ensureChromium(say)
    const file = `${reports}/${project}.json`
    const workers = Math.min(allowed, maxWorkers ?? allowed)
    const ok = await node(
      tools.playwright,
      ['test', '--project', project, '--reporter=list,json', '--output', `test-results/e2e/${project}`],
      {
        CHROMIUM_PATH: chromium,
        E2E_DATABASE_URL: server?.url ?? '',
        E2E_WORKERS: String(workers),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    )
    return withCases(ok, file, playwrightTally)
  }
}

/** Returns the outcome; a runner without a report has failed, whatever its exit code is. */
function withCases(ok: boolean, report: string, read: (json: string) => Tally): Outcome {
  return existsSync(report) ? { ok, cases: read(readFileSync(report, 'utf8')) } : { ok: false }
}
