import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import { tablesPage } from '../../scripts/lib/tables-page.ts'

test('docs/tables.md matches the lists: otherwise run node scripts/tables-page.ts', () => {
  expect(readFileSync(inRoot('docs/tables.md'), 'utf8')).toBe(tablesPage())
})
