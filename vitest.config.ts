import { defineConfig } from 'vitest/config'
import { embeddedDatabaseOptions } from './scripts/lib/system.ts'
import { testFiles } from './test/support/kinds.ts'

const files = testFiles('test')
const env = { TZ: 'UTC' }
/**
 * The pages are drawn by React's production build, as in the shop: the other one takes three times as long. It is chosen when React is
 * loaded, here for its imports and in each worker by production-react.ts; the product itself is told `test` again.
 */
process.env.NODE_ENV = 'production'
/**
 * The files of a project share one worker and its loaded modules: loading them again for each file took longer than the
 * tests. Some modules of src keep state, such as the reader of the catalogue in force (`readCatalogueFrom`), that of the messages' texts
 * (`readTextsFrom`) and the watchers of charges: composing an application sets the readers again, and a test ends the watchers it starts.
 */
const isolate = false
const setupFiles = ['test/support/production-react.ts', 'test/support/property-seed.ts']
/**
 * Tests wait for servers and processes, also some of the unit tests, and get a second try, as those in a browser do: a shared machine
 * now and then stalls. What fails twice is a fault, and the summary names what passed on its second try.
 */
const retry = 1
/**
 * How long `expect.poll` looks, as in a browser; the second of the default is less than such a stall. A test that asserts nothing fails: it
 * would pass whatever the product does.
 */
const asserting = { poll: { timeout: 20_000 }, requireAssertions: true }
const onDatabase = {
  env,
  isolate,
  retry,
  expect: asserting,
  setupFiles,
  globalSetup: 'test/support/prepare-database.ts',
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

const onEmbedded = { execArgv: embeddedDatabaseOptions }

/**
 * `unit` and `process` need nothing. `integration` is every test that asks for a database, on the one at hand
 * (TEST_DATABASE_URL, else the embedded one): for running a file by hand. `postgres` and `embedded` are the steps of
 * `npm test`, each with the suites that say so (test/support/kinds.ts).
 */
export default defineConfig({
  test: {
    projects: [
      // A machine that does other things too is slower than the five seconds of a default allow.
      {
        test: {
          name: 'unit',
          include: files.unit,
          env,
          isolate,
          retry,
          expect: asserting,
          setupFiles,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'process',
          include: files.process,
          env: { ...env, NODE_ENV: 'test' },
          retry,
          expect: asserting,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          ...onEmbedded,
        },
      },
      { test: { name: 'integration', include: files.integration, ...onDatabase, ...onEmbedded } },
      { test: { name: 'postgres', include: files.postgres, ...onDatabase } },
      { test: { name: 'embedded', include: files.embedded, ...onDatabase, ...onEmbedded } },
    ],
  },
})
