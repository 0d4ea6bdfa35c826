import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { answerRefusedConnections } from '../../../src/platform/http/refused-connections.ts'

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const broken = 'NO SUCH\r\n\r\n'
const tunnel = 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'

/**
 * Sends requests and then, once the server works on all of them, what it refuses.
 *
 * @returns everything that came back until the connection ended
 */
async function answered(requests: number, work: RequestListener, refused = broken): Promise<string> {
  const begun = Promise.withResolvers<void>()
  let running = 0
  const server = createServer((request, response) => {
    work(request, response)
    if (++running === requests) begun.resolve()
  })
  answerRefusedConnections(server, { 'X-Ours': 'yes' }, 'GET')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  const ended = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()))
  socket.write(get.repeat(requests))
  if (requests > 0) await begun.promise
  socket.write(refused)
  await ended
  await new Promise((resolve) => server.close(resolve))
  return text
}

test('an unreadable request is answered with our headers, also instead of the pending response', async () => {
  for (const requests of [0, 1]) {
    const text = await answered(requests, () => {})
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nX-Ours: yes\r\nConnection: close\r\n/)
  }
})

test.each([broken, tunnel])(
  'a refusal of %j is not taken for the answer to the first of several requests',
  async (refused) => {
    expect(await answered(2, () => {}, refused)).toBe('')
  },
)

test.each([broken, tunnel])(
  'a refusal of %j does not become a part of an answer that has begun',
  async (refused) => {
    const begin: RequestListener = (_, response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('begun')
    }
    expect((await answered(1, begin, refused)).split('HTTP/1.1')).toHaveLength(2)
  },
)
