import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sources } from './imports.ts'
import { root } from './root.ts'

/** Returns the product's own sources: everything under src/ and simulator/, and the package description. */
export function productSources(): Sources {
  return sourcesUnder(['src', 'simulator'])
}

/** Returns everything under these folders of the repository, and the package description. */
export function sourcesUnder(folders: readonly string[]): Sources {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      ),
  )
  return new Map([...files, 'package.json'].map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}
