import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

export type HeldRequest = ReturnType<typeof holdRequest>

/**
 * Sends a POST whose body stops before its end, like an attack on a server's memory.
 *
 * @param given.size bytes that it announces
 * @param given.sent bytes that it sends; all but ten by default
 * @param given.headers complete lines
 */
export function holdRequest(
  port: number,
  given: { method?: string; path?: string; from?: string; size: number; sent?: number; headers?: string },
) {
  const { method = 'POST', path = '/form', from = '10.0.0.1', size, sent = size - 10, headers = '' } = given
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost:3000\r\nX-Forwarded-For: ${from}\r\n${headers}`
  return opened(port, `${head}Content-Length: ${size}\r\n\r\n`, Buffer.alloc(sent, 97))
}

/** Sends a POST whose body has exactly these chunks, and the one that ends it. */
export function holdChunked(port: number, chunks: string) {
  const head = 'POST /form HTTP/1.1\r\nHost: localhost:3000\r\nTransfer-Encoding: chunked\r\n\r\n'
  return opened(port, head, Buffer.from(`${chunks}0\r\n\r\n`))
}

function opened(port: number, head: string, body: Buffer) {
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  socket.write(head)
  socket.write(body)
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return {
    socket,
    answer: () => answer,
    status: () => Number(answer.split(' ')[1] ?? 0),
    more: (bytes: number) => socket.write(Buffer.alloc(bytes, 97)),
  }
}
