import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
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

test('the whole response is read, whatever its status, and the request arrives unchanged', async () => {
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
])('a server that %s gave no answer', async (_, listener, reason) => {
  const url = await serve(listener)
  expect(await exchange({ method: 'GET', url, timeout: 300 })).toEqual({ answered: false, reason })
})

test('a server that is down gives no response', async () => {
  expect(await exchange({ method: 'GET', url: 'http://127.0.0.1:1', timeout: 5_000 })).toEqual({
    answered: false,
    reason: 'ECONNREFUSED',
  })
})
