import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from '../../src/platform/http-client.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('reads the whole response, whatever its status, and sends the request unchanged', async () => {
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, headers } = request
    response.writeHead(422, { 'Retry-After': '3' })
    response.write('ação: ')
    response.end(
      JSON.stringify([method, headers['x-key'], headers['content-length'], String(Buffer.concat(chunks))]),
    )
  })
  const answer = await exchange({ method: 'PUT', url, headers: { 'X-Key': '1' }, body: 'é', timeout: 5_000 })
  expect(answer).toMatchObject({ answered: true, status: 422, text: 'ação: ["PUT","1","2","é"]' })
  expect(answer.answered && [answer.header('retry-after'), answer.header('x-none')]).toEqual(['3', undefined])
})

test.each<[string, RequestListener, string]>([
  ['hangs', () => {}, 'TimeoutError'],
  ['hangs in the middle of its answer', (_, response) => void response.write('{'), 'TimeoutError'],
  ['breaks off', (request) => void request.socket.destroy(), 'ECONNRESET'],
  ['leads elsewhere', (_, response) => void response.writeHead(302, { Location: '/' }).end(), 'redirect'],
])('a server that %s counts as unavailable', async (_, listener, reason) => {
  const url = await serve(listener)
  const timeout = reason === 'TimeoutError' ? 300 : 5_000
  expect(await exchange({ method: 'GET', url, timeout })).toEqual({ answered: false, reason })
})

test('a server that is down gives no response', async () => {
  expect(await exchange({ method: 'GET', url: 'http://127.0.0.1:1', timeout: 5_000 })).toEqual({
    answered: false,
    reason: 'ECONNREFUSED',
  })
})

/** Starts a server that answers every request with these bytes, headers included. */
async function serveRaw(...pieces: (string | Buffer)[]): Promise<string> {
  const server: Server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      for (const piece of pieces) socket.write(piece)
      socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const head = (...lines: string[]) => `HTTP/1.1 ${lines.join('\r\n')}\r\n\r\n`

test.each<[string, string | Buffer, string]>([
  ['a body longer than its length', `${head('200 OK', 'content-length: 2')}{"a":1}`, 'HPE_INVALID_CONSTANT'],
  ['a body shorter than its length', `${head('200 OK', 'content-length: 9')}{"a"`, 'ECONNRESET'],
  [
    'two lengths',
    `${head('200 OK', 'content-length: 2', 'content-length: 3')}{}`,
    'HPE_UNEXPECTED_CONTENT_LENGTH',
  ],
  ['invalid chunks', `${head('200 OK', 'transfer-encoding: chunked')}zz`, 'HPE_INVALID_CHUNK_SIZE'],
  ['a huge header', head('200 OK', `x: ${'a'.repeat(40_000)}`), 'HPE_HEADER_OVERFLOW'],
  ['another protocol', head('101 -', 'connection: upgrade', 'upgrade: websocket'), 'upgrade'],
  ['another text', 'SSH-2.0-OpenSSH\r\n', 'HPE_INVALID_CONSTANT'],
  ['only a preliminary response', head('103 Early Hints', 'x: 1'), 'ECONNRESET'],
])('a response with %s counts as no answer', async (_, bytes, reason) => {
  const url = await serveRaw(bytes)
  expect(await exchange({ method: 'GET', url, timeout: 5_000 })).toEqual({ answered: false, reason })
})

test('a response that trickles in byte by byte ends at the time-out', async () => {
  const url = await serve((_, response) => {
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  })
  expect(await exchange({ method: 'GET', url, timeout: 300 })).toEqual({
    answered: false,
    reason: 'TimeoutError',
  })
})

test.each([1_000, Number.POSITIVE_INFINITY])(
  'a response of %d chunks of 64 KB is aborted once it is too large, and its connection is closed',
  async (count) => {
    let sent = 0
    let isClosed = false
    const url = await serve((_, response) => {
      response.on('close', () => {
        isClosed = true
      })
      const send = () => {
        while (sent < count && !response.destroyed) {
          sent++
          if (!response.write(Buffer.alloc(65_536, 0x20))) return void response.once('drain', send)
        }
      }
      send()
    })
    const answer = await exchange({ method: 'GET', url, timeout: 10_000, maxBytes: 200_000 })
    expect(answer).toEqual({ answered: false, reason: 'too large' })
    await expect.poll(() => isClosed).toBe(true)
    expect(sent).toBeLessThan(200)
  },
)

test.each<[string, Buffer]>([
  ['gzip', gzipSync('{"ação":1}')],
  ['deflate', deflateSync('{"ação":1}')],
  ['br', brotliCompressSync('{"ação":1}')],
  ['identity', Buffer.from('{"ação":1}')],
])('reads a response compressed with %s, though it was not requested', async (coding, bytes) => {
  const url = await serve(
    (_, response) => void response.writeHead(200, { 'content-encoding': coding }).end(bytes),
  )
  expect(await exchange({ method: 'GET', url, timeout: 5_000 })).toMatchObject({ text: '{"ação":1}' })
})

test.each<[string, string, Buffer]>([
  ['is not compressed as it states', 'gzip', Buffer.from('{}')],
  ['is compressed with an unknown encoding', 'constructor', Buffer.from('{}')],
  ['is too large once decompressed', 'gzip', gzipSync(Buffer.alloc(2_000_000, 0x20))],
])('a response that %s counts as no answer', async (_, coding, bytes) => {
  const url = await serve(
    (_, response) => void response.writeHead(200, { 'content-encoding': coding }).end(bytes),
  )
  expect(await exchange({ method: 'GET', url, timeout: 5_000 })).toEqual({
    answered: false,
    reason: 'unreadable encoding',
  })
})

test('skips a byte order mark; bytes that are not UTF-8 do not hide the status', async () => {
  const bytes = Buffer.concat([Buffer.from('\ufeffn'), Buffer.from([0xe3]), Buffer.from('o')])
  const url = await serve((_, response) => void response.writeHead(400).end(bytes))
  expect(await exchange({ method: 'GET', url, timeout: 5_000 })).toMatchObject({
    status: 400,
    text: 'n\ufffdo',
  })
})
