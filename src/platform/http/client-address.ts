import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address of the client. Each proxy appends the address it saw to X-Forwarded-For, so with `trustedProxies` in
 * front the one that counts stands that far from the end; what a client wrote itself stands before it.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = plain(request.socket.remoteAddress ?? '')
  if (trustedProxies === 0) return peer
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const address = plain(hops.at(-trustedProxies) ?? '')
  return isIP(address) ? address : peer
}

/** Without port, brackets, or the prefix of an IPv4 address inside IPv6. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
}
