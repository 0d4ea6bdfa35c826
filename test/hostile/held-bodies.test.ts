import { expect, onTestFinished, test } from 'vitest'
import { BodyMemory } from '../../src/platform/http/bodies.ts'
import { type HttpServerOptions, startHttpServer } from '../../src/platform/http/server.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { type HeldRequest, holdChunked, holdRequest } from '../support/held-request.ts'

/**
 * Bodies that are sent to use up our memory: nearly complete, and then held open. Their memory is limited for the process,
 * and no form blocks another.
 */

const KB = 1024

async function serve(options: Partial<HttpServerOptions> = {}) {
  const read: number[] = []
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    staticFiles: () => false,
    async handler(request) {
      if (request.headers.has('x-refused')) return new Response('refused', { status: 403 })
      read.push((await request.bytes()).length)
      return new Response('read')
    },
    bodyLimit: () => ({ maxBytes: 256 * KB, streamed: false }),
    patternAt: () => '/*',
    ready: async () => true,
    metrics: createMetrics(),
    metricsToken: undefined,
    trustedProxies: 1,
    publicUrl: 'http://localhost:3000',
    log: createLog({ level: 'silent' }),
    ...options,
  })
  onTestFinished(() => server.close({ drainDelayMs: 0, timeoutMs: 100 }))
  return { port: server.port, read }
}

/** Sends all of a form but its last ten bytes. */
const hold = (port: number, more: Partial<Parameters<typeof holdRequest>[1]> = {}) =>
  holdRequest(port, { size: 250 * KB, ...more })

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const statusesOf = (held: HeldRequest[]) => held.map((each) => each.status())

test('requests refused by their headers are answered without waiting for the body', async () => {
  const { port, read } = await serve()
  const refused = hold(port, { sent: 0, headers: 'X-Refused: 1\r\n' })
  await expect.poll(refused.status).toBe(403)
  expect(read).toEqual([])
})

test('the size limit depends on the sender and is known before the body', async () => {
  const { port } = await serve({
    bodyLimit: async (_path, { cookie }) => ({ maxBytes: cookie ? 256 * KB : KB, streamed: false }),
  })
  const guest = hold(port, { sent: 0 })
  await expect.poll(guest.status).toBe(413)
  const member = hold(port, { headers: 'Cookie: a=b\r\n' })
  member.more(10)
  await expect.poll(member.status).toBe(200)
})

test('all bodies together stay within the memory of the process; beyond it the answer is 503 in Portuguese', async () => {
  const { port, read } = await serve({ bodyMemoryBytes: 1024 * KB })
  const held = Array.from({ length: 12 }, () => hold(port))
  await expect.poll(() => statusesOf(held).filter((status) => status === 503).length).toBe(8)
  const refused = held.find((each) => each.status() === 503)
  expect(refused?.answer()).toMatch(/retry-after: 30/i)
  expect(refused?.answer()).toContain('Estamos recebendo envios demais agora')
  expect(read).toEqual([])
})

test('streamed bodies count too, each up to its part in memory', async () => {
  const { port, read } = await serve({
    bodyMemoryBytes: 1024 * KB,
    bodyLimit: () => ({ maxBytes: 1024 * KB, streamed: true, heldBytes: 200 * KB }),
  })
  const held = Array.from({ length: 12 }, () => hold(port))
  await expect.poll(() => statusesOf(held).filter((status) => status === 503).length).toBe(7)
  expect(read).toEqual([])
  const other = hold(port, { from: '10.0.1.1', size: 900 * KB })
  other.more(10)
  await expect.poll(other.status).toBe(200)
  expect(read).toEqual([900 * KB])
  const waiting = held.filter((each) => each.status() === 0)
  for (const each of waiting) each.more(10)
  await expect.poll(() => statusesOf(waiting)).toEqual(waiting.map(() => 200))
})

test('streamed bodies that were answered no longer count, however many came before', async () => {
  const { port, read } = await serve({
    bodyMemoryBytes: 1024 * KB,
    bodyLimit: () => ({ maxBytes: 256 * KB, streamed: true }),
  })
  const statuses = []
  for (let count = 0; count < 8; count++) {
    const body = new Uint8Array(250 * KB)
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
    await answer.text()
    statuses.push(answer.status)
  }
  expect(statuses).toEqual(Array(8).fill(200))
  expect(read).toEqual(Array(8).fill(250 * KB))
})

test('a streamed body in chunks of a byte reaches the page in few pieces, and whole', async () => {
  const pieces: number[] = []
  const { port } = await serve({
    bodyLimit: () => ({ maxBytes: 256 * KB, streamed: true }),
    async handler(request) {
      for await (const piece of request.body ?? []) pieces.push(piece.length)
      return new Response('read')
    },
  })
  const bytes = 40 * KB
  const held = holdChunked(port, '1\r\na\r\n'.repeat(bytes))
  await expect.poll(held.status).toBe(200)
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(bytes)
  // One piece each took a tenth of a second of a single turn of the event loop.
  expect(pieces.length).toBeLessThan(1_000)
})

test('the rest of a streamed body that the page does not read is discarded, and its connection stays usable', async () => {
  const { port } = await serve({
    bodyLimit: () => ({ maxBytes: 256 * KB, streamed: true }),
    async handler(request) {
      const reader = request.body?.getReader()
      await reader?.read()
      reader?.releaseLock()
      return new Response('read')
    },
  })
  const held = holdChunked(port, `${(200 * KB).toString(16)}\r\n${'a'.repeat(200 * KB)}\r\n`)
  await expect.poll(held.status).toBe(200)
  held.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\n\r\n')
  await expect.poll(() => held.answer().split('HTTP/1.1 200').length).toBe(3)
})

test('another network’s form gets through while one network uses all it can', async () => {
  const { port, read } = await serve({ bodyMemoryBytes: 1024 * KB })
  const held = Array.from({ length: 12 }, () => hold(port))
  await expect.poll(() => statusesOf(held).filter((status) => status === 503).length).toBe(8)
  const others = Array.from({ length: 4 }, (_, index) => {
    const other = hold(port, { from: `10.0.1.${index}`, size: 100 * KB })
    other.more(10)
    return other
  })
  await expect.poll(() => statusesOf(others)).toEqual(others.map(() => 200))
  expect(read).toEqual(others.map(() => 100 * KB))
})

test('a body of the network with the most memory is dropped, however small its bodies are', () => {
  const memory = new BodyMemory(500 * KB)
  const given: string[] = []
  const arrive = (network: string, size: number) => {
    const giveUp = () => {
      given.push(network)
      memory.release(body)
    }
    const body = { network, bytes: 0, isComplete: false, giveUp }
    memory.hold(body)
    memory.grow(body, size * KB)
  }
  for (let index = 0; index < 3; index++) arrive('flood', 100)
  arrive('upload', 190)
  expect(given).toEqual([])
  arrive('form', 20)
  expect(given).toEqual(['flood'])
})

test('a body counts until its request is answered', async () => {
  const release = Promise.withResolvers<void>()
  const { port } = await serve({
    bodyMemoryBytes: 300 * KB,
    async handler(request) {
      await request.bytes()
      await release.promise
      return new Response('read')
    },
  })
  const first = hold(port, { sent: 250 * KB })
  await wait(100)
  const second = hold(port, { from: '10.0.0.2', sent: 250 * KB })
  await expect.poll(second.status).toBe(503)
  expect(first.status()).toBe(0)
  release.resolve()
  await expect.poll(first.status).toBe(200)
  for (let times = 0; times < 5; times++) {
    const next = hold(port, { from: '10.0.0.2', sent: 250 * KB })
    await expect.poll(next.status).toBe(200)
  }
})

test('ends a large body that stops or drips; waits for slow and small ones', async () => {
  const { port, read } = await serve({ bodySpanMs: 200 })
  const stopped = hold(port, { sent: 200 * KB })
  const dripping = hold(port, { sent: 200 * KB })
  const slow = hold(port, { sent: 70 * KB })
  const small = hold(port, { size: 40 * KB })
  for (let times = 0; times < 9; times++) {
    dripping.more(10)
    slow.more(20 * KB)
    await wait(100)
  }
  expect([stopped, dripping].map((each) => each.status())).toEqual([408, 408])
  expect(stopped.answer()).toContain('O envio parou no meio')
  expect([slow, small].map((each) => each.status())).toEqual([200, 0])
  small.more(10)
  await expect.poll(small.status).toBe(200)
  expect(read).toEqual([250 * KB, 40 * KB])
})

test('a client that disconnects frees its memory', async () => {
  const { port } = await serve({ bodyMemoryBytes: 600 * KB })
  for (let times = 0; times < 6; times++) {
    const left = hold(port)
    await wait(50)
    left.socket.destroy()
    await wait(20)
  }
  const next = hold(port, { sent: 250 * KB })
  await expect.poll(next.status).toBe(200)
})
