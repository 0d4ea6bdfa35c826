import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

interface ParserError extends Error {
  code?: string
}

/**
 * Responds, with our headers, to requests that Node's own parser refuses and that reach no request listener; and to CONNECT,
 * which Node would leave open or close without a response.
 *
 * @param headers of every response
 * @param allow the methods that the server has
 */
export function answerRefusedConnections(
  server: Server,
  headers: Readonly<Record<string, string>>,
  allow: string,
): void {
  const running = new WeakMap<Duplex, Set<ServerResponse>>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const ofSocket = running.get(socket) ?? new Set()
    running.set(socket, ofSocket.add(response))
    response.once('close', () => ofSocket.delete(response))
  })
  // A status line in the middle of another response, or before it, would become part of it.
  const isTaken = (socket: Duplex) => {
    const [response, ...others] = running.get(socket) ?? []
    return response?.headersSent || others.length > 0
  }
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isTaken(socket)) return socket.destroy()
    socket.end(rawAnswer(statusOf(error), headers))
  })
  server.on('connect', (_request, socket: Duplex) => {
    if (isTaken(socket)) return socket.destroy()
    socket.end(rawAnswer(405, { ...headers, Allow: allow }))
  })
}

export const allowedMethods = 'GET, HEAD, POST, OPTIONS'
const allowed = new Set(allowedMethods.split(', '))

export function isAllowedMethod(method: string): boolean {
  return allowed.has(method)
}

function statusOf({ code }: ParserError): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return 400
}

function rawAnswer(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines,
    'Connection: close',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')
}
