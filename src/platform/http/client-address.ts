import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Returns the client's IP address. Each proxy appends the address it sees to X-Forwarded-For, so the trustworthy entry is
 * `trustedProxies` from the end; entries before it come from the client and are ignored.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = plain(request.socket.remoteAddress ?? '')
  if (trustedProxies === 0) return peer
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const address = plain(hops.at(-trustedProxies) ?? '')
  return isIP(address) ? address : peer
}

/** Removes the port, brackets and the prefix of an IPv4-mapped IPv6 address. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
}
