/**
 * Writes the first migration anew from the tables in src: `node scripts/generate-migrations.ts`.
 * Right only until the first release; from then on `drizzle-kit generate` adds a migration beside those that ran.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const folder = 'migrations'
rmSync(folder, { recursive: true, force: true })
generate('--name=tables')
generate('--custom', '--name=constraints')
copyFileSync('src/platform/database/constraints.sql', `${folder}/0001_constraints.sql`)

// The moment of generation is no part of the schema: fixed, so that the same tables give the same files.
const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
  entries: { idx: number; when: number }[]
}
for (const entry of journal.entries) entry.when = Date.UTC(2026, 10, 21) + entry.idx
writeFileSync(`${folder}/meta/_journal.json`, `${JSON.stringify(journal, null, 2)}\n`)
console.log(readdirSync(folder).join(' '))

function generate(...options: string[]): void {
  const { status } = spawnSync('drizzle-kit', ['generate', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}
