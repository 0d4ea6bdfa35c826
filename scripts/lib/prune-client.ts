import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes assets that no page loads from a build. React Router emits a script per route for React in the browser; our pages load
 * only src/web/entry.client.ts and its imports (docs/decisions/0002).
 *
 * @param folder contains `client/` and `server/`
 * @returns the names of the removed files
 * @throws when the entry is missing, because then everything would be removed
 */
export function pruneClient(folder: string): string[] {
  const assets = join(folder, 'client/assets')
  const loaded = loadedAssets(folder)
  const unloaded = readdirSync(assets).filter((file) => !loaded.has(file))
  for (const file of unloaded) rmSync(join(assets, file))
  return unloaded
}

/** Returns the assets that pages reference, directly or transitively. File names contain a hash, so a mention is a reference. */
function loadedAssets(folder: string): Set<string> {
  const assets = join(folder, 'client/assets')
  const files = readdirSync(assets)
  const pages = readFileSync(join(folder, 'server/index.js'), 'utf8')
  const entries = files.filter((file) => file.startsWith('entry.client-'))
  if (entries.length !== 1) throw new Error(`one entry.client-*.js is expected in ${assets}`)
  // The server's route manifest mentions every script, but pages load only the entry.
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
