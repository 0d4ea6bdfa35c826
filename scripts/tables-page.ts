/** Writes docs/tables.md from the list of growing tables: node scripts/tables-page.ts */
import { writeFileSync } from 'node:fs'
import { inRoot } from './lib/root.ts'
import { tablesPage } from './lib/tables-page.ts'

writeFileSync(inRoot('docs/tables.md'), tablesPage())
