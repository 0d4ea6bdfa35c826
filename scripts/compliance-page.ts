/** Prints docs/compliance.md from the checks of the compliance screen: node scripts/compliance-page.ts */
import { writeFileSync } from 'node:fs'
import { compliancePage } from './lib/compliance-page.ts'
import { inRoot } from './lib/root.ts'

writeFileSync(inRoot('docs/compliance.md'), compliancePage())
