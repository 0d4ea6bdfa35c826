import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { inRoot } from '../lib/root.ts'

interface LockEntry {
  readonly version?: string
  readonly dependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/**
 * Files of an installed package that are never loaded: types, source maps and documents. A licence stays, whatever its extension.
 */
const unusedFiles = /\.(?:map|[mc]?ts|tsx|flow|markdown|tsbuildinfo)$|(?<!licen[cs]e|notice)\.md$|\/\.[^/]+$/i
/**
 * Returns the files of the packages that a program needs, including indirect dependencies, as installed here.
 *
 * @param names packages that the program imports
 * @returns paths from the root, below node_modules
 * @throws Error when one is not installed as the lockfile says
 */
export function filesOfPackages(names: readonly string[]): string[] {
  return neededFolders(names).flatMap((folder) => filesIn(folder).filter((path) => !unusedFiles.test(path)))
}

/** Returns the folders in node_modules of these packages and of all their dependencies. */
function neededFolders(names: readonly string[]): string[] {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const folders = new Set<string>()
  const add = (name: string, from: string) => {
    const folder = resolveFrom(from, name, packages)
    if (folder === undefined)
      throw new Error(`${from || 'The program'} needs ${name}, which the lockfile lacks`)
    if (folders.has(folder)) return
    folders.add(folder)
    const { version, dependencies, peerDependencies, peerDependenciesMeta } = packages[folder] ?? {}
    const installed = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8')) as LockEntry
    if (installed.version !== version) throw new Error(`${folder} is not the ${version} of the lockfile`)
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    )
    for (const needed of [...Object.keys(dependencies ?? {}), ...peers]) add(needed, folder)
  }
  for (const name of names) add(name, '')
  return [...folders].sort()
}

/** Resolves a package as Node does: in node_modules of the importing package, then of its parent folders. */
function resolveFrom(from: string, name: string, packages: Record<string, LockEntry>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = join(folder, 'node_modules', name)
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : []
  })
}
