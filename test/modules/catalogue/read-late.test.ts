import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'

/*
 * A page shows the catalogue that holds when it is asked for. What a module reads while it is loaded it would show for ever,
 * whatever the team publishes: so no module of the shop may read it then.
 */

test('no module reads the catalogue while it is loaded', async () => {
  const { readCatalogueFrom, release } = await import('../../../src/modules/catalogue/public.ts')
  const early: string[] = []
  let loading = ''
  readCatalogueFrom(() => {
    early.push(loading)
    return release
  })
  const files = [
    ...globSync('src/web/{copy,routes,ui,seo,session,forms,routing}/**/*.{ts,tsx}', { cwd: inRoot() }),
    ...globSync('src/modules/*/{index.server,messages,public}.ts', { cwd: inRoot() }),
  ]
  expect(files.length).toBeGreaterThan(300)
  for (const file of files) {
    loading = file
    await import(/* @vite-ignore */ inRoot(file))
  }
  expect(early).toEqual([])
}, 120_000)
