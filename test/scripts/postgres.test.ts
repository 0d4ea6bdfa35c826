import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { portIsFree } from '../../scripts/lib/ports.ts'
import { machineBinaries, startPostgres, unprivilegedUser } from '../../scripts/lib/postgres.ts'
import { inRoot } from '../../scripts/lib/root.ts'

test('root hands the server to postgres, else to nobody, else to the first user that is not root', () => {
  const root = 'root:x:0:0:root:/root:/bin/sh'
  const nobody = 'nobody:x:65534:65533::/:/bin/false'
  const ana = 'ana:x:1000:1001::/home/ana:/bin/sh'
  expect(unprivilegedUser([root, ana, nobody, 'postgres:x:5:6::/:/bin/sh'].join('\n'))).toEqual({
    uid: 5,
    gid: 6,
  })
  expect(unprivilegedUser([root, ana, nobody].join('\n'))).toEqual({ uid: 65_534, gid: 65_533 })
  expect(unprivilegedUser([root, ana, ''].join('\n'))).toEqual({ uid: 1000, gid: 1001 })
  expect(() => unprivilegedUser(root)).toThrow('no other user')
})

test('servers of the machine are tried newest first, then those on the path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
  for (const version of ['9', '15', '17'])
    mkdirSync(join(folder, 'debian', version, 'bin'), { recursive: true })
  mkdirSync(join(folder, 'own'))
  writeFileSync(join(folder, 'own', 'initdb'), '')
  const found = machineBinaries(`${folder}/empty:${folder}/own`, join(folder, 'debian'))
  rmSync(folder, { recursive: true })
  expect(found.map((path) => path.slice(folder.length))).toEqual([
    '/debian/17/bin',
    '/debian/15/bin',
    '/debian/9/bin',
    '/own',
  ])
})

test('a real server starts, answers, stops and leaves nothing', { timeout: 60_000 }, async () => {
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

test('a server ends with the process that asked for it, however that ends', { timeout: 60_000 }, async () => {
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
