import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes from a build what no page loads. React Router emits a script for every route, for a browser that runs React;
 * ours runs src/web/entry.client.ts and what it imports alone (docs/decisions/0002).
 *
 * @param folder holds `client/` and `server/`
 * @returns the names of the removed files
 * @throws where the entry is missing: then everything would go
 */
export function pruneClient(folder: string): string[] {
  const assets = join(folder, 'client/assets')
  const loaded = loadedAssets(folder)
  const unloaded = readdirSync(assets).filter((file) => !loaded.has(file))
  for (const file of unloaded) rmSync(join(assets, file))
  return unloaded
}

/** The assets that pages name, and those that these name in turn. File names carry a hash, so that a name is a use. */
function loadedAssets(folder: string): Set<string> {
  const assets = join(folder, 'client/assets')
  const files = readdirSync(assets)
  const pages = readFileSync(join(folder, 'server/index.js'), 'utf8')
  const entries = files.filter((file) => file.startsWith('entry.client-'))
  if (entries.length !== 1) throw new Error(`one entry.client-*.js is expected in ${assets}`)
  // The server's list of routes names every script: of these, pages name the entry alone.
  const loaded = new Set([
    ...entries,
    ...files.filter((file) => !file.endsWith('.js') && pages.includes(file)),
  ])
  for (const file of loaded) {
    if (!/\.(js|css)$/.test(file)) continue
    const text = readFileSync(join(assets, file), 'utf8')
    for (const other of files) if (text.includes(other)) loaded.add(other)
  }
  return loaded
}
