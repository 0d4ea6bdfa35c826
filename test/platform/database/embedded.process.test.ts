import { expect, test } from 'vitest'
import { startEmbedded } from '../../../src/platform/database/embedded.ts'

const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const started = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ port: 1 });"

test('a crash of the worker thread is reported with its reason', async () => {
  const died = Promise.withResolvers<Error>()
  await startEmbedded({
    dataDir: 'memory://',
    thread: thread(`${started} setTimeout(() => { throw new Error('disk gone') }, 20)`),
    onCrash: died.resolve,
  })
  expect((await died.promise).message).toBe('disk gone')
})

test('a worker thread that exits silently is reported too', async () => {
  const died = Promise.withResolvers<Error>()
  await startEmbedded({
    dataDir: 'memory://',
    thread: thread(`${started} setTimeout(() => process.exit(0), 20)`),
    onCrash: died.resolve,
  })
  expect((await died.promise).message).toBe('the embedded database stopped')
})

test('a worker thread that cannot start is an immediate error, however it fails', async () => {
  for (const code of ["throw new Error('no cluster')", 'process.exit(3)']) {
    await expect(startEmbedded({ dataDir: 'memory://', thread: thread(code) })).rejects.toThrow()
  }
})

test('closing is not reported as a crash and does not wait for an unresponsive thread', async () => {
  let deaths = 0
  const database = await startEmbedded({
    dataDir: 'memory://',
    thread: thread(`${started} setInterval(() => {}, 1000)`),
    onCrash: () => deaths++,
  })
  await database.close()
  expect(deaths).toBe(0)
})
