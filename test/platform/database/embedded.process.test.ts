import { expect, test } from 'vitest'
import { startEmbedded } from '../../../src/platform/database/embedded.ts'

const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const started = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ port: 1 });"

test('a thread that dies while it runs is reported with its reason', async () => {
  const died = Promise.withResolvers<Error>()
  await startEmbedded({
    dataDir: 'memory://',
    thread: thread(`${started} setTimeout(() => { throw new Error('disk gone') }, 20)`),
    onCrash: died.resolve,
  })
  expect((await died.promise).message).toBe('disk gone')
})

test('a thread that ends in silence is reported too', async () => {
  const died = Promise.withResolvers<Error>()
  await startEmbedded({
    dataDir: 'memory://',
    thread: thread(`${started} setTimeout(() => process.exit(0), 20)`),
    onCrash: died.resolve,
  })
  expect((await died.promise).message).toBe('the embedded database stopped')
})

test('a thread that cannot start is an error at once, however it fails', async () => {
  for (const code of ["throw new Error('no cluster')", 'process.exit(3)']) {
    await expect(startEmbedded({ dataDir: 'memory://', thread: thread(code) })).rejects.toThrow()
  }
})

test('closing is not a death, and does not wait for a thread that does not listen', async () => {
  let deaths = 0
  const database = await startEmbedded({
    dataDir: 'memory://',
    thread: thread(`${started} setInterval(() => {}, 1000)`),
    onCrash: () => deaths++,
  })
  await database.close()
  expect(deaths).toBe(0)
})
