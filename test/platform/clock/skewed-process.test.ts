// Databases: postgres. A process with a wrong clock and a database with a right one: the embedded database has the clock of its
// process.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

const main = join(import.meta.dirname, '../../../src/main.ts')
/** Maximum time in which a loaded machine starts a process and lets it work, in milliseconds. */
const enough = 60_000
const aYear = 365 * 24 * 3_600_000 + 300_000

let source: TestDatabase
let database: Database
let folder: string
const undo: (() => void)[] = []

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 2 })
  folder = mkdtempSync(join(tmpdir(), 'skewed-'))
})
afterAll(async () => {
  for (const step of undo.splice(0)) step()
  await database.$client.end()
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a worker process whose wall clock is ahead. */
function worker(ahead: number) {
  const preload = `data:text/javascript,const now=Date.now;Date.now=()=>now()+${ahead}`
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', preload, main],
    {
      env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: source.url, ROLE: 'worker' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  undo.push(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  return { child, output: () => output }
}

test('a worker a year ahead says so, writes to the team once, and runs nothing; a right one beside it works', async () => {
  await database.$client.query(
    `insert into rate_limits (key, count, expires_at) values ('old', 1, now() - interval '1 day'), ('new', 1, now() + interval '1 day')`,
  )
  const first = worker(aYear)
  await expect.poll(first.output, { timeout: enough }).toContain('"msg":"ready"')
  expect(first.output()).toContain(
    'O relógio desta máquina está 365 d 0 h adiantado em relação ao do banco de dados: as tarefas deste processo esperam',
  )
  const told = () => rows("select kind, status from messages where kind = 'operations.clock'")
  await expect.poll(told, { timeout: enough }).toEqual([{ kind: 'operations.clock', status: 'kept' }])
  // A sweep that deletes by time waits, regardless of the time that the process assumes.
  await database.$client.query("insert into pgboss.job (name) values ('identity.sweep')")
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await states()).toEqual([{ state: 'created' }])

  const right = worker(0)
  await expect.poll(states, { timeout: enough }).toEqual([{ state: 'completed' }])
  expect(await rows('select key from rate_limits')).toEqual([{ key: 'new' }])
  for (const { child } of [first, right]) child.kill('SIGTERM')
  expect(await told()).toHaveLength(1)
}, 240_000)

function states() {
  return rows("select state from pgboss.job where name = 'identity.sweep'")
}

async function rows(text: string): Promise<unknown[]> {
  return (await database.$client.query(text)).rows
}
