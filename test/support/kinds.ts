import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Databases on which a suite of integration tests runs. */
export type Databases = 'both' | 'one' | 'postgres' | 'embedded'

/** The test files of a folder by kind; each file is of exactly one of the first four. */
export interface TestFiles {
  /** Every other test file. */
  readonly unit: string[]
  /** Named `*.process.test.ts`: they start processes or threads of the product and wait for them. */
  readonly process: string[]
  /** Named `*.browser.test.tsx`: they run in a browser (vitest.components.config.ts). */
  readonly browser: string[]
  /** They use a database: they import support/database.ts, or a helper in support/ that does. */
  readonly integration: string[]
  /** The integration tests that run on PostgreSQL. */
  readonly postgres: string[]
  /** The integration tests that run on the embedded database, when the others run on PostgreSQL. */
  readonly embedded: string[]
}

/**
 * Classifies the test files of a folder.
 *
 * A suite of integration tests declares its databases in a comment on its own line:
 * - `// Databases: one`: it runs on PostgreSQL, as in production. The embedded database is the same PostgreSQL behind the same
 * driver, so the same
 *   statements have the same effect there. It has one connection, and work that requests a second one within a transaction is
 *   refused on both
 *   (second-connections.ts); the end-to-end tests and `npm start` run on it;
 * - `// Databases: both`: it tests what may differ between them anyway: connections, sessions, locks, queues, triggers,
 * migrations, back-ups and
 *   clocks, and in addition the two flows that a shop depends on, signing a contract and settling a payment;
 * - `// Databases: postgres` or `// Databases: embedded`: it tests what is specific to one.
 *
 * Without a comment it runs on both, so that forgetting it loses no coverage; test/scripts/kinds.test.ts reports it.
 */
export function testFiles(folder: string): TestFiles {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file))
  const helpers = files.filter((file) => file.includes('/support/') && imports(file, ['database.ts'], '.'))
  const doors = ['database.ts', ...helpers.map((file) => basename(file))]
  const integration = tests.filter((file) => imports(file, doors, 'support'))
  const others = tests.filter((file) => !integration.includes(file))
  const on = (...wanted: Databases[]) =>
    integration.filter((file) => wanted.includes(databasesOf(file) ?? 'both'))
  return {
    unit: others.filter((file) => !isProcessTest(file) && !isBrowserTest(file)),
    process: others.filter(isProcessTest),
    browser: others.filter(isBrowserTest),
    integration,
    postgres: on('both', 'one', 'postgres'),
    embedded: on('both', 'embedded'),
  }
}

/** Returns the database that a suite declares, or undefined. */
export function databasesOf(file: string): Databases | undefined {
  const said = /^\/\/ Databases: (both|one|postgres|embedded)\b/m.exec(readFileSync(file, 'utf8'))
  return said?.[1] as Databases | undefined
}

function isProcessTest(file: string): boolean {
  return /\.process\.test\.tsx?$/.test(file)
}

function isBrowserTest(file: string): boolean {
  return file.endsWith('.browser.test.tsx')
}

function imports(file: string, names: readonly string[], folder: string): boolean {
  const found = readFileSync(file, 'utf8').matchAll(/^(?:import|\}) .*'(\.[^']*)\/([\w-]+\.tsx?)'/gm)
  return found.some(([, path = '', name = '']) => path.endsWith(folder) && names.includes(name))
}
