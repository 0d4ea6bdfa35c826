import { isLoopback } from '../../core/loopback.ts'

/**
 * Whether a host is this machine: what is sent there crosses no network. A private network is a network: others may
 * be on it.
 *
 * @param host a name or an address, with or without the brackets of IPv6; or the folder of a Unix socket
 */
export function isThisMachine(host: string): boolean {
  return host.startsWith('/') || isLoopback(host)
}

/** The server of a PostgreSQL URL, as the driver reads it: a parameter wins over the name before the path. */
export function databaseHost(url: string): string {
  const { hostname, searchParams } = new URL(url)
  // The folder of a socket may stand there too, with its slashes escaped.
  return searchParams.getAll('host').at(-1) ?? hostname.replaceAll(/%2f/gi, '/')
}
