// `npm run sbom`: prints the software bill of materials (CycloneDX 1.6); with --licences, the number of packages for each
// licence.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sbomOptions } from './lib/arguments.mjs'
import { inRoot } from './lib/root.ts'
import { licenceOf, readLockfile, sbomOf } from './supply-chain/lockfile.ts'

const lockfile = readLockfile()
const { values } = parseArgs({ options: sbomOptions })
if (values.licences) {
  const counts = new Map<string, number>()
  for (const [folder, entry] of Object.entries(lockfile)) {
    const licence = licenceOf(folder, entry)
    counts.set(licence, (counts.get(licence) ?? 0) + 1)
  }
  for (const [licence, count] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`${count}\t${licence}`)
} else {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
  console.log(JSON.stringify(sbomOf(lockfile, { version, now: new Date() }), null, 2))
}
