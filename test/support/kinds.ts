import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** On which database a suite of integration tests runs. */
export type Databases = 'both' | 'one' | 'postgres' | 'embedded'

/** The test files of a folder by kind; each file is of exactly one of the first three. */
export interface TestFiles {
  /** All that is neither of the other kinds. */
  readonly unit: string[]
  /** Named `*.process.test.ts`: they start processes or threads of the product and wait for them. */
  readonly process: string[]
  /** They ask for a database: they import support/database.ts, or a helper in support/ that does. */
  readonly integration: string[]
  /** The integration tests that run on PostgreSQL. */
  readonly postgres: string[]
  /** The integration tests that run on the embedded database, where there is a PostgreSQL for the others. */
  readonly embedded: string[]
}

/**
 * Tells the test files of a folder apart.
 *
 * A suite of integration tests says on which database it runs, by a comment of its own line:
 * - `// Databases: both`: it is about SQL, locks, triggers, transactions or money, which have to hold on either;
 * - `// Databases: one`: it is about pages, forms or rules, which no database changes. PostgreSQL, as in production; the
 *   end-to-end tests walk the same pages on the embedded one;
 * - `// Databases: postgres` or `// Databases: embedded`: it is about what only that one does.
 *
 * Silence means both, so that what is forgotten costs time and no proof; test/scripts/kinds.test.ts does not accept it.
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
    unit: others.filter((file) => !isProcessTest(file)),
    process: others.filter(isProcessTest),
    integration,
    postgres: on('both', 'one', 'postgres'),
    embedded: on('both', 'embedded'),
  }
}

/** On which database a suite says it runs, or undefined where it does not say. */
export function databasesOf(file: string): Databases | undefined {
  const said = /^\/\/ Databases: (both|one|postgres|embedded)\b/m.exec(readFileSync(file, 'utf8'))
  return said?.[1] as Databases | undefined
}

function isProcessTest(file: string): boolean {
  return /\.process\.test\.tsx?$/.test(file)
}

function imports(file: string, names: readonly string[], folder: string): boolean {
  const found = readFileSync(file, 'utf8').matchAll(/^(?:import|\}) .*'(\.[^']*)\/([\w-]+\.tsx?)'/gm)
  return found.some(([, path = '', name = '']) => path.endsWith(folder) && names.includes(name))
}
