import { request as httpRequest, type IncomingMessage, METHODS } from 'node:http'
import { connect, Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type HttpServerOptions, startHttpServer } from '../../../src/platform/http/server.ts'
import { startStatusServer } from '../../../src/platform/http/status-server.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../../src/platform/telemetry/metrics.ts'

const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function serve(options: Partial<HttpServerOptions> = {}) {
  const logged: Record<string, unknown>[] = []
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    staticFiles: () => false,
    handler: async () => new Response('page', { headers: { 'Content-Type': 'text/html' } }),
    bodyLimit: (pathname) =>
      pathname === '/upload'
        ? { maxBytes: 2 * 1024 * 1024, streamed: true }
        : { maxBytes: 256 * 1024, streamed: false },
    patternAt: (pathname) => (pathname.startsWith('/pedidos/') ? '/pedidos/:id' : pathname),
    ready: async () => true,
    metrics: createMetrics(),
    metricsToken: undefined,
    trustedProxies: 0,
    publicUrl: 'http://localhost:3000',
    log: createLog({
      level: 'debug',
      destination: { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
    }),
    ...options,
  })
  const close = (times = { drainDelayMs: 0, timeoutMs: 100 }) => server.close(times)
  undo.push(() => close())
  return { url: `http://127.0.0.1:${server.port}`, port: server.port, close, logged }
}

/** Sends raw bytes and reads until the server closes the connection. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const statusOf = (answer: string) => Number(answer.split(' ')[1])

test.each([
  ['GET /% HTTP/1.1\r\nHost: a\r\n', 400],
  ['GET /%00 HTTP/1.1\r\nHost: a\r\n', 400],
  ['GET /%ff HTTP/1.1\r\nHost: a\r\n', 400],
  ['GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n', 400],
  ['OPTIONS * HTTP/1.1\r\nHost: a\r\n', 400],
  ['GET / HTTP/1.1\r\nHost: a b\r\n', 400],
  ['GET / HTTP/1.1\r\nHost: a/b@c\r\n', 400],
  ['GET / HTTP/1.1\r\nHost: [::1]:3000\r\n', 200],
  ['GET //evil.example/x HTTP/1.1\r\nHost: a\r\n', 200],
  ['GET / HTTP/1.0\r\n', 200],
  [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n`, 431],
  ['DELETE /healthz HTTP/1.1\r\nHost: a\r\n', 405],
])('%j answers %i', async (text, status) => {
  const { port } = await serve()
  expect(statusOf(await raw(port, `${text}Connection: close\r\n\r\n`))).toBe(status)
})

test('a demonstration refuses another site whose name resolves to this machine', async () => {
  let asked = 0
  const { port, url } = await serve({
    localOnly: true,
    handler: async () => {
      asked++
      return new Response('page')
    },
  })
  const own = ['localhost', `localhost:${port}`, '127.0.0.1:3000', `[::1]:${port}`, 'LOCALHOST']
  const foreign = [
    'outro.exemplo',
    `outro.exemplo:${port}`,
    '127.0.0.1.outro.exemplo',
    'localhost.outro.exemplo',
    '10.0.0.1',
  ]
  const ask = async (host: string, path: string) =>
    statusOf(await raw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))
  for (const host of own) expect([host, await ask(host, '/dev/mensagens')]).toEqual([host, 200])
  expect((await fetch(url)).status).toBe(200)
  asked = 0
  for (const host of foreign)
    for (const path of ['/dev/mensagens', '/healthz', '/metrics', '/assets/a.js'])
      expect([host, await ask(host, path)]).toEqual([host, 421])
  expect(asked).toBe(0)
})

test('a connection that sends or reads nothing ends, unless somebody decides otherwise', async () => {
  const listening = vi.spyOn(Server.prototype, 'listen')
  await serve()
  const [server] = listening.mock.contexts
  listening.mockRestore()
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 300_000, timeout: 120_000 })
})

test('a connection outlives the minute for which a proxy keeps it, and only seconds without a proxy', async () => {
  const kept = async (trustedProxies: number) => {
    const { url } = await serve({ trustedProxies })
    return (await fetch(url)).headers.get('keep-alive')
  }
  expect([await kept(1), await kept(0)]).toEqual(['timeout=65', 'timeout=5'])
})

test('a shop behind a proxy answers under any name', async () => {
  const { port } = await serve({ publicUrl: 'https://loja.exemplo', trustedProxies: 1 })
  expect(statusOf(await raw(port, 'GET / HTTP/1.1\r\nHost: web:3000\r\nConnection: close\r\n\r\n'))).toBe(200)
})

test('a Content-Length over the limit is refused in Portuguese before any page sees the body', async () => {
  let asked = 0
  const { url } = await serve({
    handler: async () => {
      asked++
      return new Response('')
    },
  })
  const answer = await fetch(`${url}/hire`, { method: 'POST', body: 'x'.repeat(300 * 1024) })
  expect([answer.status, await answer.text()]).toEqual([
    413,
    'O envio é grande demais: o limite aqui é 256 KB.',
  ])
  expect(asked).toBe(0)
})

test('a body without Content-Length is aborted at the limit', async () => {
  const { port } = await serve({
    handler: async (request) => new Response(String((await request.text()).length)),
  })
  const send = (bytes: number) =>
    new Promise<number>((resolve, reject) => {
      const outgoing = httpRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/hire',
          method: 'POST',
          headers: { 'Transfer-Encoding': 'chunked' },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      outgoing.on('error', reject)
      outgoing.write('x'.repeat(bytes - 1))
      outgoing.end('x')
    })
  expect(await send(10_000)).toBe(200)
  expect(await send(300 * 1024)).toBe(413)
})

test('the limit depends on the pathname that the page sees', async () => {
  const { url } = await serve({
    handler: async (request) => new Response(String((await request.bytes()).length)),
  })
  const send = async (path: string) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // `fetch` would resolve the dots.
      const outgoing = httpRequest(url, { path, method: 'POST' }, resolve)
      outgoing.on('error', reject)
      outgoing.end(new Uint8Array(1024 * 1024))
    })
    response.resume()
    return response.statusCode
  }
  expect(await send('/upload')).toBe(200)
  expect(await send('/form/../upload?a=b')).toBe(200)
  expect(await send('/upload/../form')).toBe(413)
  expect(await send('/upload/%2e%2e/form')).toBe(413)
  expect(await send('/upload/x')).toBe(413)
})

test('a body that its page leaves unread does not block the next request on its connection', async () => {
  const { port } = await serve({ handler: async () => new Response('page') })
  for (const path of ['/hire', '/upload']) {
    const body = 'x'.repeat(200 * 1024)
    const one = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const answers = await raw(port, `${one}${one}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3)
  }
})

test('a body whose client disconnects early reaches no page, and logs no error', async () => {
  const read: string[] = []
  const ended = Promise.withResolvers<void>()
  const { port, logged } = await serve({
    async handler(request) {
      try {
        read.push(await request.text())
      } finally {
        ended.resolve()
      }
      return new Response('')
    },
  })
  const socket = connect(port, '127.0.0.1', () => {
    socket.end('POST /hire HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
  })
  await new Promise((resolve) => socket.on('close', resolve).resume())
  await ended.promise
  expect([read, logged.filter(({ level }) => Number(level) > 30)]).toEqual([[], []])
})

test('HEAD has the headers of GET and no body, for pages and health checks', async () => {
  const { url } = await serve()
  for (const path of ['/', '/healthz']) {
    const answer = await fetch(url + path, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  }
})

test('every response has a request id; a safe one is kept, another replaced', async () => {
  const { url } = await serve()
  const idFor = async (given: string) =>
    (await fetch(`${url}/healthz`, { headers: { 'X-Request-Id': given } })).headers.get('x-request-id')
  const ofProxies = [
    'abc-12345678',
    '7f2c9a10b3d4e5f60718293a4b5c6d7e',
    '0199f0aa-1111-7222-8333-444455556666',
  ]
  for (const id of ofProxies) expect(await idFor(id)).toBe(id)
  const unsafe = [
    '<script>',
    '11122233396',
    '111-222-333-96',
    'cpf_11122233396x',
    '48999991234',
    '12345678000195',
  ]
  for (const id of unsafe)
    expect([id, await idFor(id)]).toEqual([id, expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

function hasSecurityHeaders(answer: string, request: string): void {
  for (const header of [
    'X-Content-Type-Options: nosniff',
    'X-Frame-Options: DENY',
    'Referrer-Policy: ',
    'Permissions-Policy: ',
    'Cross-Origin-Opener-Policy: same-origin',
    'Cross-Origin-Resource-Policy: same-origin',
    "Content-Security-Policy: default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'\r\n",
    'Strict-Transport-Security: max-age=63072000; includeSubDomains',
  ])
    expect(answer.toLowerCase(), `${request.slice(0, 60)}: ${header}`).toContain(header.toLowerCase())
  expect(answer).not.toMatch(/access-control-/i)
}

test('every answer has the security headers, of whatever kind', async () => {
  const { port } = await serve({
    publicUrl: 'https://recomeco.exemplo',
    staticFiles(_request, response, path) {
      if (path !== '/favicon.svg') return false
      response.end('file')
      return true
    },
  })
  const close = 'Host: a\r\nConnection: close\r\n\r\n'
  const answers: [request: string, status: number][] = [
    [`GET / HTTP/1.1\r\n${close}`, 200],
    [`GET /favicon.svg HTTP/1.1\r\n${close}`, 200],
    [`GET /healthz HTTP/1.1\r\n${close}`, 200],
    [`GET /metrics HTTP/1.1\r\n${close}`, 200],
    [`GET /% HTTP/1.1\r\n${close}`, 400],
    [`POST /auth HTTP/1.1\r\nContent-Length: 999999\r\n${close}`, 413],
    [`POST /auth HTTP/1.1\r\nExpect: 200-ok\r\nContent-Length: 0\r\n${close}`, 417],
    [`TRACE / HTTP/1.1\r\n${close}`, 405],
    [`CONNECT a:443 HTTP/1.1\r\n${close}`, 405],
    [`PROPFIND / HTTP/1.1\r\n${close}`, 405],
    [`DELETE /healthz HTTP/1.1\r\n${close}`, 405],
    [`NOTHING / HTTP/1.1\r\n${close}`, 400],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: b\r\n${close}`, 400],
    [`GET /auth.data HTTP/1.1\r\n${close}`, 404],
    [`GET /auth.data#x HTTP/1.1\r\n${close}`, 404],
    ['not http at all\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${close}`, 431],
    // Two lengths, or a length together with chunks, are the means of request smuggling past a proxy.
    [`POST /auth HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${close}0\r\n\r\n`, 400],
    [`POST /auth HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${close}ab`, 400],
    [`POST /auth HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n${close}0\r\n\r\n`, 400],
  ]
  for (const [request, status] of answers) {
    const answer = await raw(port, request)
    expect([request.slice(0, 60), statusOf(answer)]).toEqual([request.slice(0, 60), status])
    hasSecurityHeaders(answer, request)
    if (status === 405) expect(answer).toMatch(/\r\nAllow: GET, HEAD/)
  }
})

test('the port of health and metrics sends the security headers too, and names the allowed methods', async () => {
  const server = await startStatusServer({
    ...{ host: '127.0.0.1', port: 0, metrics: createMetrics(), metricsToken: 'a token' },
    publicUrl: 'https://recomeco.exemplo',
    ready: async () => true,
  })
  const end = 'Host: a\r\nConnection: close\r\n\r\n'
  const answers: [request: string, status: number][] = [
    [`GET /healthz HTTP/1.1\r\n${end}`, 200],
    [`GET /readyz HTTP/1.1\r\n${end}`, 200],
    [`GET /metrics HTTP/1.1\r\n${end}`, 403],
    [`GET /metrics HTTP/1.1\r\nAuthorization: Bearer a token\r\n${end}`, 200],
    [`GET / HTTP/1.1\r\n${end}`, 404],
    ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 200],
    [`GET /healthz HTTP/1.1\r\nExpect: 200-ok\r\n${end}`, 200],
    [`POST /healthz HTTP/1.1\r\nContent-Length: 0\r\n${end}`, 405],
    [`TRACE /healthz HTTP/1.1\r\n${end}`, 405],
    [`OPTIONS /metrics HTTP/1.1\r\n${end}`, 405],
    [`CONNECT a:443 HTTP/1.1\r\n${end}`, 405],
    ['not http at all\r\n\r\n', 400],
    [`GET /healthz HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${end}`, 431],
  ]
  try {
    for (const [request, status] of answers) {
      const answer = await raw(server.port, request)
      expect([request.slice(0, 60), statusOf(answer)]).toEqual([request.slice(0, 60), status])
      hasSecurityHeaders(answer, request)
      if (status === 405) expect(answer).toContain('\r\nAllow: GET, HEAD\r\n')
      if (request.includes('Bearer')) expect(answer).toContain('\r\nCache-Control: no-store\r\n')
    }
  } finally {
    await server.close()
  }
})

test('pages see the host of the public URL, whatever host the client sends', async () => {
  const { port } = await serve({
    publicUrl: 'https://recomeco.exemplo',
    handler: async (request) => new Response(request.url),
  })
  const answer = await raw(
    port,
    'GET /a HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toContain('https://recomeco.exemplo/a')
})

test('a local trial accepts any name of this machine', async () => {
  const { url } = await serve({ handler: async (request) => new Response(new URL(request.url).origin) })
  expect(await (await fetch(url)).text()).toBe(url)
})

test('HSTS is sent only when the public URL is https', async () => {
  const secure = await serve({ publicUrl: 'https://recomeco.exemplo' })
  const local = await serve()
  const header = async (url: string) => (await fetch(url)).headers.get('strict-transport-security')
  expect(await header(secure.url)).toBe('max-age=63072000; includeSubDomains')
  expect(await header(local.url)).toBeNull()
})

test('pages see the scheme of the public URL', async () => {
  const { url } = await serve({
    publicUrl: 'https://recomeco.exemplo',
    handler: async (request) => new Response(new URL(request.url).protocol),
  })
  expect(await (await fetch(url)).text()).toBe('https:')
})

test.each([
  [0, '203.0.113.9', '127.0.0.1'],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, '198.51.100.1, 203.0.113.9:4711', '203.0.113.9'],
  [2, 'forged, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  [1, '[2001:db8::1]:443', '2001:db8::1'],
  [1, 'not an address', '127.0.0.1'],
  [3, '203.0.113.9', '127.0.0.1'],
])('with %i proxies and X-Forwarded-For %j the client is %s', async (trustedProxies, forwarded, expected) => {
  const { url } = await serve({
    trustedProxies,
    handler: async (_request, { address }) => new Response(address),
  })
  const answer = await fetch(url, { headers: { 'X-Forwarded-For': forwarded } })
  expect(await answer.text()).toBe(expected)
})

test('metrics require the token if there is one, else a local client', async () => {
  const token = 'a-token-of-the-operator'
  const guarded = await serve({ metricsToken: token })
  const read = async (url: string, authorization = '') =>
    (await fetch(`${url}/metrics`, { headers: { Authorization: authorization } })).status
  expect(await read(guarded.url)).toBe(403)
  expect(await read(guarded.url, 'Bearer wrong')).toBe(403)
  expect(await read(guarded.url, `Bearer ${token}`)).toBe(200)
  expect(await read((await serve()).url)).toBe(200)
  expect(await read((await serve({ trustedProxies: 1 })).url)).toBe(403)
})

test('metrics and logs name a request by its route’s pattern, whatever the answer', async () => {
  const metrics = createMetrics()
  const handler = async (request: Request) =>
    new Response('', { status: request.url.includes('nada') ? 404 : 302, headers: { Location: '/auth' } })
  const { url, port, logged } = await serve({ metrics, handler })
  const ask = async (path: string) => fetch(url + path, { redirect: 'manual' })
  for (let index = 0; index < 250; index++) await ask(`/pedidos/${index.toString(36)}a?token=abc`)
  await ask('/pedidos/nada')
  await ask('/healthz')
  await raw(port, 'GET /% HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const text = await metrics.registry.metrics()
  const labels = ['(none)', '/healthz', '/pedidos/:id']
  expect([...new Set(text.match(/(?<=route=")[^"]*/g))].toSorted()).toEqual(labels)
  await expect.poll(() => logged.length).toBe(253)
  expect([...new Set(logged.map(({ route }) => route))].toSorted()).toEqual(labels)
})

test('metrics use one name for all unsupported methods', async () => {
  const metrics = createMetrics()
  const { port } = await serve({ metrics })
  for (const method of METHODS.filter((name) => name !== 'CONNECT'))
    await raw(port, `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const text = await metrics.registry.metrics()
  const methods = new Set(text.match(/(?<=method=")[^"]*/g))
  expect([...methods].toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST', 'other'])
})

test('metrics state how long a response took in seconds', async () => {
  const metrics = createMetrics()
  const handler = async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    return new Response('')
  }
  const { url } = await serve({ metrics, handler })
  await fetch(`${url}/pedidos/1`)
  const sum = async () =>
    Number(/_sum\{[^}]*pedidos[^}]*\} (\S+)/.exec(await metrics.registry.metrics())?.[1])
  await expect.poll(sum).toBeGreaterThan(0.05)
  expect(await sum()).toBeLessThan(30)
})

test('an error answers 500 in Portuguese and is logged with its request id, without the query', async () => {
  const { url, logged } = await serve({ handler: () => Promise.reject(new Error('boom')) })
  const answer = await fetch(`${url}/pedidos?token=segredo-da-busca`)
  expect([answer.status, await answer.text()]).toEqual([500, 'Ops! Algo deu errado. Recarregue a página.'])
  await expect.poll(() => logged.length).toBe(2)
  const requestId = answer.headers.get('x-request-id')
  expect(logged).toMatchObject([
    { level: 50, msg: 'request failed', requestId, err: { message: 'boom' } },
    { level: 30, msg: 'request', requestId, route: '/pedidos', status: 500, ms: expect.any(Number) },
  ])
  expect(JSON.stringify(logged)).not.toContain('segredo')
})

test('fast responses are logged at debug only', async () => {
  const { url, logged } = await serve()
  await fetch(url)
  await expect.poll(() => logged).toMatchObject([{ level: 20, route: '/', status: 200 }])
})

test('closing answers 503 first, lets running requests finish, and closes event streams at once', async () => {
  const release = Promise.withResolvers<void>()
  const { url, close } = await serve({
    async handler(request) {
      if (request.url.endsWith('/live')) {
        const body = new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode('data: 1\n\n')),
        })
        return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
      }
      await release.promise
      return new Response('done')
    },
  })
  const stream = await fetch(`${url}/live`)
  const reader = stream.body?.getReader()
  await reader?.read()
  const running = fetch(`${url}/slow`)
  await new Promise((resolve) => setTimeout(resolve, 50))

  const closed = close({ drainDelayMs: 1_000, timeoutMs: 5_000 })
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([503, 'draining'])
  expect(ready.headers.get('connection')).toBe('close')
  const last = await reader?.read()
  expect(new TextDecoder().decode(last?.value)).toBe('retry: 1000\n\n')
  expect((await reader?.read())?.done).toBe(true)
  release.resolve()
  expect(await (await running).text()).toBe('done')
  await closed
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('a request that never ends is closed after the timeout', async () => {
  const { url, close } = await serve({ handler: () => new Promise(() => {}) })
  const running = fetch(url)
  running.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 50))
  await close({ drainDelayMs: 0, timeoutMs: 100 })
  await expect(running).rejects.toThrow()
})

test('a port in use gives one sentence', async () => {
  const { port } = await serve()
  await expect(serve({ port })).rejects.toThrow(
    `A porta ${port} já está em uso. Pare o outro programa ou escolha outra PORT.`,
  )
})

test('a connection that stops reading its answer is closed, one that reads slowly is not', async () => {
  const chunk = new Uint8Array(64 * 1024)
  const endless = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) })
  const { port } = await serve({ unreadTimeoutMs: 1_000, handler: async () => new Response(endless()) })
  const open = () =>
    connect(port, '127.0.0.1', function (this: Socket) {
      this.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    })
  const [unread, slow] = [open().pause(), open()]
  const ended: string[] = []
  unread.on('error', () => {}).on('close', () => ended.push('unread'))
  slow.on('error', () => {}).on('close', () => ended.push('slow'))
  slow.on('data', () => {
    slow.pause()
    setTimeout(() => slow.resume(), 20)
  })
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  // The data in transit is read, then the end of the stream.
  unread.resume()
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['unread'])
  slow.destroy()
})

test('a connection that requested an upgrade is closed after its answer, so that nothing is lost', async () => {
  const { port } = await serve()
  const next = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  for (const upgrade of ['websocket', 'h2c', 'x']) {
    for (const path of ['/', '/healthz']) {
      const first = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`
      const answer = await raw(port, first + next)
      expect(statusOf(answer)).toBe(200)
      expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
    }
  }
})

test('headers that drip or never begin end with a 408 at their deadline', async () => {
  const { port } = await serve({ headersTimeoutMs: 300 })
  const dripping = (first: string) =>
    new Promise<{ answer: string; ms: number }>((resolve) => {
      const began = performance.now()
      const socket = connect(port, '127.0.0.1', () => socket.write(first))
      const drip = setInterval(() => first && socket.write('X: y\r\n'), 50)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      // A drip may meet a closed connection.
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(drip)
        resolve({ answer, ms: performance.now() - began })
      })
    })
  for (const { answer, ms } of await Promise.all(['GET / HTTP/1.1\r\nHost: a\r\n', ''].map(dripping))) {
    expect(statusOf(answer)).toBe(408)
    expect(ms).toBeLessThan(10_000)
  }
})
