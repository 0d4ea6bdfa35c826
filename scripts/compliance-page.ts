/** Writes docs/conformidade.md from the tables of the compliance screen: node scripts/compliance-page.ts */
import { writeFileSync } from 'node:fs'
import { compliancePage } from './lib/compliance-page.ts'
import { inRoot } from './lib/root.ts'

writeFileSync(inRoot('docs/conformidade.md'), compliancePage())
