import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startHttpServer, type WebHandler } from '../../src/platform/http/server.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'

async function serve(handler: WebHandler) {
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    staticFiles: () => false,
    handler,
    bodyLimit: () => ({ maxBytes: 1024, streamed: false }),
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

/** Sends raw bytes and reads until the server closes the connection. */
function raw(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head}\r\nHost: a\r\nConnection: close\r\n\r\n`),
    )
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test.each([
  ['GET / HTTP/1.1', null],
  ['GET / HTTP/1.1\r\nX-Request-Id: req:1/2.3', 'req:1/2.3'],
  ['GET / HTTP/1.1\r\nX-Request-Id: 7f2c', '7f2c'],
])('a header that a provider signs reaches the page unchanged: %j', async (head, sent) => {
  const seen: unknown[] = []
  const port = await serve(async (request, client) => {
    seen.push(request.headers.get('x-request-id'), client.requestId)
    return new Response('')
  })
  const answer = await raw(port, head)
  expect(seen).toEqual([sent, expect.stringMatching(/^[\w-]{36}$/)])
  expect(answer).toContain(String(seen[1]))
})

test('a NUL in a query reaches no page', async () => {
  const port = await serve(async () => new Response('page'))
  expect(await raw(port, 'GET /tracking?q=%00 HTTP/1.1')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await raw(port, 'GET /tracking?q=a%2500 HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
})

test('a path with a control character or a line’s end in it reaches no page, and is no error of ours', async () => {
  const port = await serve(async () => new Response('page'))
  for (const hidden of ['%0a', '%0d%0aX-Forged:%201', '%e2%80%a8', '%e2%80%a9', '%c2%85', '%1b[31m', '%7f']) {
    const answer = await raw(port, `GET /account${hidden} HTTP/1.1`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('X-Forged')
  }
  expect(await raw(port, 'GET /limpeza-de-nome%20%C3%A9 HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
})
