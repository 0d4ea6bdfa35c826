import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { inRoot } from '../lib/root.ts'
import { filesOfPackages } from './packages.ts'
import { packagedCommands, readProgram } from './program.ts'
import { sumsFile, sumsOf } from './sums.ts'
import { tarGz } from './tar.ts'

/** Files of a package beside the program: the schema, the built pages, and the documents and settings for the operator. */
const besides = [
  'migrations/*.sql',
  'migrations/meta/_journal.json',
  'migrations/earlier/**',
  'build/{client,server}/**',
  'ops/**',
  'docs/{operar,configuration}.md',
  'docs/decisions/*.md',
  'CHANGELOG.md',
  'LICENSE',
]

export interface Package {
  /** Name of the package: `recomeco-1.2.3`. */
  readonly name: string
  readonly folder: string
  readonly archive: string
  readonly files: number
  /** Total size of all files, in bytes. */
  readonly size: number
  readonly archiveSize: number
}

/**
 * Writes the package that production runs, from the sources and the built pages, as a folder and as an archive of it. An existing
 * package of the same version is replaced.
 *
 * @param into parent folder of both
 * @throws Error when a package is not installed as the lockfile says
 */
export function makePackage(into: string): Package {
  const contents = contentsOfPackage()
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Manifest
  const name = `${manifest.name}-${manifest.version}`
  const folder = join(into, name)
  rmSync(folder, { recursive: true, force: true })
  for (const [path, content] of contents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const archive = join(into, `${name}.tar.gz`)
  const packed = tarGz(new Map([...contents].map(([path, content]) => [`${name}/${path}`, content])))
  writeFileSync(archive, packed)
  const size = contents.values().reduce((sum, content) => sum + content.length, 0)
  return { name, folder, archive, files: contents.size, size, archiveSize: packed.length }
}

/**
 * Returns the files of a package beside the program. A filled-in file of variables, with the shop's secrets, is none of them.
 *
 * @param root the repository
 */
export function filesBesides(root: string): string[] {
  return globSync(besides, { cwd: root, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : []))
    .filter((path) => !matchesGlob(path, 'ops/docker/*.env'))
}

/** Returns every file of a package, by its path in the package. */
function contentsOfPackage(): Map<string, Buffer> {
  const program = readProgram()
  const paths = [...program.files, ...filesOfPackages(program.packages), ...filesBesides(inRoot())]
  const contents = new Map(paths.map((path) => [path, readFileSync(inRoot(path))]))
  contents.set('server.js', readFileSync(inRoot('scripts/package/server.mjs')))
  contents.set('package.json', Buffer.from(manifestOf(program.packages)))
  contents.set(sumsFile, Buffer.from(sumsOf(contents)))
  return contents
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies: Record<string, string>
}

/** Returns the package.json of a package: the commands of the manual, without those that install or build. */
function manifestOf(packages: readonly string[]): string {
  const { name, version, license, dependencies } = JSON.parse(
    readFileSync(inRoot('package.json'), 'utf8'),
  ) as Manifest
  const scripts = Object.fromEntries([
    ['start', 'exec node server.js'],
    ...packagedCommands.map((command) => [command, `exec node server.js ${command}`]),
  ])
  const needed = Object.fromEntries(packages.map((one) => [one, dependencies[one]]))
  const manifest = { name, version, private: true, license, type: 'module', engines: { node: '>=24' } }
  return `${JSON.stringify({ ...manifest, scripts, dependencies: needed }, undefined, 2)}\n`
}
