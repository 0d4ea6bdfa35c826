import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../../src/platform/database/embedded.ts'
import { unpackEmptyCluster } from '../../../src/platform/database/empty-cluster.ts'

const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const started = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ port: 1 });"

test('a crash of the worker thread is reported with its reason', async () => {
  const died = Promise.withResolvers<Error>()
  await startEmbedded({
    dataDir: '/unused',
    thread: thread(`${started} setTimeout(() => { throw new Error('disk gone') }, 20)`),
    onCrash: died.resolve,
  })
  expect((await died.promise).message).toBe('disk gone')
})

test('a worker thread that exits silently is reported too', async () => {
  const died = Promise.withResolvers<Error>()
  await startEmbedded({
    dataDir: '/unused',
    thread: thread(`${started} setTimeout(() => process.exit(0), 20)`),
    onCrash: died.resolve,
  })
  expect((await died.promise).message).toBe('the embedded database stopped')
})

test('a worker thread that cannot start is an immediate error, however it fails', async () => {
  for (const code of ["throw new Error('no cluster')", 'process.exit(3)']) {
    await expect(startEmbedded({ dataDir: '/unused', thread: thread(code) })).rejects.toThrow()
  }
})

test('closing is not reported as a crash and does not wait for an unresponsive thread', async () => {
  let deaths = 0
  const database = await startEmbedded({
    dataDir: '/unused',
    thread: thread(`${started} setInterval(() => {}, 1000)`),
    onCrash: () => deaths++,
  })
  await database.close()
  expect(deaths).toBe(0)
})

test('a new folder gets the shipped cluster, and keeps the stored data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  const dataDir = join(folder, 'postgres')
  try {
    unpackEmptyCluster(join(folder, 'shipped'))
    await ask(dataDir, 'create table kept as select 1 as one')
    expect(systemIdentifier(dataDir)).toBe(systemIdentifier(join(folder, 'shipped')))
    expect(await ask(dataDir, 'select one from kept')).toEqual([{ one: 1 }])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)

async function ask(dataDir: string, query: string): Promise<unknown[]> {
  const database = await startEmbedded({ dataDir })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(query)
  await client.end()
  await database.close()
  return rows
}

/** Returns the identifier that initdb gives each cluster: the first eight bytes of its control file. */
function systemIdentifier(dataDir: string): bigint {
  return readFileSync(join(dataDir, 'global', 'pg_control')).readBigUInt64LE()
}
