import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startHttpServer, type WebHandler } from '../../src/platform/http/server.ts'
import { startStatusServer } from '../../src/platform/http/status-server.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'

/** A small request, of which a packet holds hundreds. */
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

async function serve(handler: WebHandler) {
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    staticFiles: () => false,
    handler,
    bodyLimit: () => ({ maxBytes: 1024, streamed: false }),
    patternAt: () => '/*',
    ready: async () => true,
    metrics: createMetrics(),
    metricsToken: undefined,
    trustedProxies: 0,
    publicUrl: 'http://localhost:3000',
    log: createLog({ level: 'silent' }),
  })
  onTestFinished(() => server.close({ drainDelayMs: 0, timeoutMs: 100 }))
  return server.port
}

/** Sends bytes, and reads until `isOver` or until the connection closes. */
function exchange(port: number, bytes: string, isOver: (answer: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      if (isOver(answer)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

const count = (answer: string) => answer.split('HTTP/1.1 200').length - 1

test('requests of one packet are answered in their order, and others in between', async () => {
  const order: string[] = []
  const port = await serve(async ({ url }) => {
    const { pathname } = new URL(url)
    order.push(pathname)
    // A page that waits for nothing, and takes a moment of the event loop.
    const end = performance.now() + 5
    while (performance.now() < end);
    return new Response(`<${pathname}>`)
  })
  const packet = Array.from({ length: 30 }, (_, index) => request(`/${index}`)).join('')
  const pipelined = exchange(port, packet, (answer) => count(answer) === 30)
  await exchange(port, request('/other'), (answer) => count(answer) === 1)
  const answer = await pipelined
  const numbers = [...answer.matchAll(/<\/(\d+)>/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index))
  expect(order.indexOf('/other')).toBeLessThan(29)
})

test('of hundreds of requests in one packet none but the first is handled', async () => {
  let handled = 0
  const port = await serve(async () => {
    handled++
    return new Response('page')
  })
  await exchange(port, request('/page').repeat(1_500), () => false)
  expect(handled).toBeLessThanOrEqual(1)
  expect(await exchange(port, request('/page').repeat(33), (answer) => count(answer) === 33)).toMatch(/page/)
})

test('requests behind an endless answer are not kept without a limit', async () => {
  let handled = 0
  const port = await serve(async () => {
    handled++
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(':\n\n')) })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  })
  let sent = false
  const answer = new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request('/stream')))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (!sent) socket.write(request('/page').repeat(50))
      sent = true
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  expect(count(await answer)).toBe(1)
  expect(handled).toBe(1)
})

test('the port of health and metrics handles them one after the other too', async () => {
  let running = 0
  let atOnce = 0
  const server = await startStatusServer({
    host: '127.0.0.1',
    port: 0,
    async ready() {
      atOnce = Math.max(atOnce, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      return true
    },
    metrics: createMetrics(),
    metricsToken: undefined,
    publicUrl: 'http://localhost:3000',
  })
  onTestFinished(() => server.close())
  const answer = await exchange(server.port, request('/readyz').repeat(30), (text) => count(text) === 30)
  expect(count(answer)).toBe(30)
  expect(atOnce).toBe(1)
})
