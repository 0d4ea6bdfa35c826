/**
 * Adds a migration; landed migrations never change.
 *
 *     npm run migration -- <name>            writes the difference between the tables in src and the last snapshot
 *     npm run migration -- <name> --custom   writes an empty one, for what table definitions cannot express
 *     npm run migration -- --land            records the finished ones in migrations/landed.json
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { dateInOrder, land, migrationProblems, newMigrations } from './lib/landed-migrations.ts'
import { tools } from './lib/tools.ts'

const folder = 'migrations'
const { values, positionals } = parseArgs({
  options: { custom: { type: 'boolean', default: false }, land: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [name = ''] = positionals

stopAt(migrationProblems(folder))
if (values.land) {
  console.log(
    list(
      'Landed',
      land(folder).map(({ tag }) => tag),
    ),
  )
} else {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    stopAt(['Name the migration: lower case letters, digits and underscores.'])
  generate()
  dateInOrder(folder)
  stopAt(migrationProblems(folder))
  console.log(
    list(
      'Not landed yet',
      newMigrations(folder).map(({ tag }) => tag),
    ),
  )
}

function generate(): void {
  const options = ['generate', `--name=${name}`, ...(values.custom ? ['--custom'] : [])]
  const { status } = spawnSync(process.execPath, [tools.drizzleKit, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function list(title: string, tags: readonly string[]): string {
  return `${title}: ${tags.join(', ') || 'none'}.`
}

function stopAt(problems: readonly string[]): void {
  if (problems.length === 0) return
  for (const problem of problems) console.error(problem)
  process.exit(1)
}
