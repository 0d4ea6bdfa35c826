import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { portIsFree } from '../../scripts/lib/ports.ts'
import { startPostgres } from '../../scripts/lib/postgres.ts'
import { inRoot } from '../../scripts/lib/root.ts'

test('a real server starts, answers, stops and leaves no files', { timeout: 60_000 }, async () => {
  const cluster = await startPostgres()
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  const { rows } = await client.query("select current_setting('data_directory') as folder, 1 + 1 as two")
  await client.end()
  await cluster.stop()
  expect(rows).toMatchObject([{ two: 2 }])
  expect(await portIsFree(Number(new URL(cluster.url).port))).toBe(true)
  expect(() => execFileSync('ls', [rows[0].folder], { stdio: 'pipe' })).toThrow()
})

test('a server stops with the process that started it, however that ends', { timeout: 60_000 }, async () => {
  const library = inRoot('scripts/lib/postgres.ts')
  const program = `import { startPostgres } from ${JSON.stringify(library)}
console.log((await startPostgres()).url); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  const port = Number(new URL(line.toString().trim()).port)
  const deadline = Date.now() + 10_000
  while (!(await portIsFree(port)) && Date.now() < deadline) await sleep(50)
  expect(await portIsFree(port)).toBe(true)
})
