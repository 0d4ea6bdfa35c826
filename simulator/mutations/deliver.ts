import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Reply } from './mutation.ts'

const byteEveryMs = 100
const spaces = Buffer.alloc(64 * 1024, 0x20)

/**
 * Sends a reply exactly as it is, bypassing the HTTP server, which would correct its lengths and refuse its headers. The
 * connection is unusable afterwards: it is closed, or left open until the client times out.
 */
export function deliver(outgoing: ServerResponse, reply: Reply, clock: Clock): void {
  const { socket } = outgoing
  if (socket === null || socket.destroyed) return
  socket.on('error', () => {})
  const { body, pace } = reply
  const half = body.subarray(0, Math.floor(body.length / 2))
  switch (pace) {
    case 'whole':
      socket.write(Buffer.concat([headOf(reply), body]))
      fill(socket, reply.padding)
      break
    case 'by the byte':
      trickle(socket, Buffer.concat([headOf(reply), body]), clock)
      break
    case 'stops halfway':
      socket.write(Buffer.concat([headOf(reply), half]))
      break
    case 'closes halfway':
      socket.end(Buffer.concat([headOf(reply), half]))
      break
    case 'closes at once':
      socket.destroy()
      break
    case 'never':
      break
    case 'endless':
      socket.write(headOf(reply, { without: 'content-length' }))
      socket.write(body)
      fill(socket, Number.POSITIVE_INFINITY)
      break
    case 'garbled chunks':
      socket.write(headOf(reply, { without: 'content-length', extra: ['transfer-encoding', 'chunked'] }))
      socket.end(`${body.length.toString(16)}\r\n${body}\r\nzz;\r\nnot a chunk\r\n\r\n`)
      break
    default:
      pace satisfies never
  }
}

function headOf(
  { status, headers }: Reply,
  { without, extra }: { without?: string; extra?: readonly [string, string] } = {},
): Buffer {
  const lines = [...headers, ...(extra ? [extra] : [])].filter(([name]) => name !== without)
  const closes = lines.some(([name]) => name === 'connection') ? [] : ['connection: close']
  const fields = [...lines.map(([name, value]) => `${name}: ${value}`), ...closes]
  return Buffer.from(`HTTP/1.1 ${status} -\r\n${fields.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** Writes white space as fast as the client reads it, then closes the connection. */
function fill(socket: Socket, left: number): void {
  for (let rest = left; rest > 0; rest -= spaces.length) {
    if (socket.destroyed) return
    const isTaken = socket.write(rest < spaces.length ? spaces.subarray(0, rest) : spaces)
    if (isTaken) continue
    socket.once('drain', () => fill(socket, rest - spaces.length))
    return
  }
  socket.end()
}

function trickle(socket: Socket, bytes: Buffer, clock: Clock): void {
  if (socket.destroyed) return
  if (bytes.length === 0) {
    socket.end()
    return
  }
  socket.write(bytes.subarray(0, 1))
  clock.after(byteEveryMs, () => trickle(socket, bytes.subarray(1), clock))
}
