import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { readMigrations } from '../../../src/platform/database/migrations.ts'

// Its ES module uses `require`, which does not exist in an ES module.
const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
  'drizzle-kit/api',
) as typeof import('drizzle-kit/api')

test('the tables in src match the migrations: there is nothing to generate', async () => {
  const newest = readMigrations().at(-1)?.tag.slice(0, 4)
  const snapshot = JSON.parse(readFileSync(inRoot('migrations', 'meta', `${newest}_snapshot.json`), 'utf8'))
  const files = globSync('src/**/tables.server.ts', { cwd: inRoot() })
  const modules = await Promise.all(files.map((file) => import(inRoot(file))))
  expect(Object.keys(snapshot.tables).length).toBeGreaterThan(30)
  const tables = generateDrizzleJson(Object.assign({}, ...modules), snapshot.id)
  expect(await generateMigration(snapshot, tables)).toEqual([])
}, 240_000)
