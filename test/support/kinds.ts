import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * The test files of a folder, told apart by whether they ask for a database: they import support/database.ts, or a
 * helper in support/ that does.
 */
export function testFiles(folder: string): { unit: string[]; integration: string[] } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file))
  const helpers = files.filter((file) => file.includes('/support/') && imports(file, ['database.ts'], '.'))
  const doors = ['database.ts', ...helpers.map((file) => basename(file))]
  const asksForDatabase = (file: string) => imports(file, doors, 'support')
  return {
    integration: tests.filter(asksForDatabase),
    unit: tests.filter((file) => !asksForDatabase(file)),
  }
}

function imports(file: string, names: readonly string[], folder: string): boolean {
  const found = readFileSync(file, 'utf8').matchAll(/^(?:import|\}) .*'(\.[^']*)\/([\w-]+\.tsx?)'/gm)
  return found.some(([, path = '', name = '']) => path.endsWith(folder) && names.includes(name))
}
