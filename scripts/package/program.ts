import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { parse } from '../lib/imports.ts'
import { inRoot } from '../lib/root.ts'

/** Commands of a package beside its start, each a script of the same name. */
export const packagedCommands = ['backup', 'restore', 'migrate', 'rekey', 'desk', 'doctor'] as const

/** Entry points of a package: a process, or one of the commands. */
const entries = ['src/main.ts', ...packagedCommands.map((command) => `scripts/${command}.ts`)]

/** Tools that a command uses only if they are installed. */
const onlyForTests = ['@playwright/test']

export interface Program {
  /** Loaded sources, and the files that they read relative to themselves; paths from the root. */
  readonly files: readonly string[]
  /** Packages that they import by name. */
  readonly packages: readonly string[]
}

/** Follows the imports of everything that a package runs. The pages are a separate build and import no package. */
export function readProgram(): Program {
  const paths = globSync('{src,scripts}/**/*.{ts,tsx,mjs}', { cwd: inRoot() })
  const sources = new Map(paths.map((path) => [path, readFileSync(inRoot(path), 'utf8')]))
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const text = sources.get(file)
    if (text === undefined) throw new Error(`${file} is imported and does not exist`)
    for (const { specifier, target, typeOnly } of parse(file, text, sources).imports) {
      if (typeOnly || specifier.startsWith('node:')) continue
      if (target !== undefined) waiting.push(target)
      else packages.add(packageName(specifier))
    }
    for (const path of filesBeside(file, text)) files.add(path)
  }
  return {
    files: [...files].sort(),
    packages: [...packages].filter((name) => !onlyForTests.includes(name)).sort(),
  }
}

/**
 * Returns the files that a source reads by `new URL('…', import.meta.url)`. Folders among them are added elsewhere, as a whole.
 */
function filesBeside(file: string, text: string): string[] {
  return [...text.matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .filter((path) => !path.endsWith('.ts') && existsSync(inRoot(path)) && statSync(inRoot(path)).isFile())
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
