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

/** Sends exactly these bytes. */
function rawBytes(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n'
const chunked = 'Transfer-Encoding: chunked\r\n'

/**
 * Request smuggling: if a proxy and the server disagreed about where a request ends, the hidden part would count as a request of
 * another client.
 */
test.each([
  ['a length and chunks', `Content-Length: 4\r\n${chunked}\r\n0\r\n\r\n${hidden}`],
  ['chunks and a length', `${chunked}Content-Length: ${5 + hidden.length}\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['two equal lengths', `Content-Length: 0\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ['a list of lengths', `Content-Length: 0, 0\r\n\r\n${hidden}`],
  ['a length with a sign', `Content-Length: +0\r\n\r\n${hidden}`],
  ['a hexadecimal length', `Content-Length: 0x0\r\n\r\n${hidden}`],
  ['a length too large for any number', `Content-Length: 18446744073709551616\r\n\r\n${hidden}`],
  ['another transfer coding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['chunks that are not last', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
  ['chunks twice', `${chunked}${chunked}\r\n0\r\n\r\n${hidden}`],
  ['a vertical tab before chunked', `Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a folded header', `Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a folded header without meaning', `X: a\r\n b\r\n\r\n${hidden}`],
  ['a line that ends in LF alone', `X: a\n${chunked}\r\n0\r\n\r\n${hidden}`],
  ['a line that ends in CR alone', `X: a\r${chunked}\r\n0\r\n\r\n${hidden}`],
  ['an extension of a chunk with LF', `${chunked}\r\n1;a\nb\r\na\r\n0\r\n\r\n${hidden}`],
  ['a chunk of negative length', `${chunked}\r\n-1\r\na\r\n0\r\n\r\n${hidden}`],
  ['a trailer that is not one', `${chunked}\r\n0\r\nContent-Length: 5\r\n\r\n${hidden}`],
])('%s: answers no smuggled request', async (_name, rest) => {
  const asked: string[] = []
  const port = await serve(async (request) => {
    asked.push(new URL(request.url).pathname)
    await request.text()
    return new Response('page')
  })
  const answer = await rawBytes(port, `POST /form HTTP/1.1\r\nHost: a\r\n${rest}`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(asked).not.toContain('/hidden')
})

test('a body announced by a GET is no request of its own', async () => {
  const asked: string[] = []
  const port = await serve(async (request) => {
    asked.push(new URL(request.url).pathname)
    return new Response('page')
  })
  const next = 'GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  await rawBytes(
    port,
    `GET /page HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}${next}`,
  )
  expect(asked.toSorted()).toEqual(['/next', '/page'])
})

test.each([
  ['2,000 headers', Array.from({ length: 2_000 }, (_, index) => `a${index}: b\r\n`).join('')],
  ['one of 64 KB', `Cookie: a=${'x'.repeat(64_000)}\r\n`],
])('%s are refused before any page', async (_name, headers) => {
  let asked = 0
  const port = await serve(async () => {
    asked++
    return new Response('page')
  })
  expect(await rawBytes(port, `GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  expect(asked).toBe(0)
})

test('a NUL in a query reaches no page', async () => {
  const port = await serve(async () => new Response('page'))
  expect(await raw(port, 'GET /tracking?q=%00 HTTP/1.1')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await raw(port, 'GET /tracking?q=a%2500 HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
})

test('a path with a control character or line end reaches no page and logs no error', async () => {
  const port = await serve(async () => new Response('page'))
  for (const hidden of ['%0a', '%0d%0aX-Forged:%201', '%e2%80%a8', '%e2%80%a9', '%c2%85', '%1b[31m', '%7f']) {
    const answer = await raw(port, `GET /account${hidden} HTTP/1.1`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('X-Forged')
  }
  expect(await raw(port, 'GET /limpeza-de-nome%20%C3%A9 HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /)
})
