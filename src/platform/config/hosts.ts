import { isLoopback } from '../../core/loopback.ts'

/**
 * Checks whether a host is this machine: traffic to it crosses no network. A host in a private network does not count, because
 * other machines may be on that network.
 *
 * @param host a name or an address, with or without the brackets of IPv6; or the folder of a Unix socket
 */
export function isThisMachine(host: string): boolean {
  return host.startsWith('/') || isLoopback(host)
}

/** Checks whether a web address is encrypted, in whatever letters its scheme is written. */
export function isHttps(url: string): boolean {
  return new URL(url).protocol === 'https:'
}

/**
 * Returns the server of a PostgreSQL URL as the driver reads it: a query parameter has precedence over the name before the path.
 */
export function databaseHost(url: string): string {
  const { hostname, searchParams } = new URL(url)
  // The name may also be the folder of a socket, with its slashes escaped.
  return searchParams.getAll('host').at(-1) ?? hostname.replaceAll(/%2f/gi, '/')
}

/**
 * Returns the password of a PostgreSQL or SMTP URL; empty without one. As the driver of PostgreSQL reads it, a query parameter has
 * precedence.
 */
export function passwordIn(url: string): string {
  const { password, searchParams } = new URL(url)
  // Decoded like a query, which never throws.
  const decoded = new URLSearchParams(`password=${password.replaceAll('+', '%2B')}`).get('password') ?? ''
  return searchParams.getAll('password').at(-1) ?? decoded
}
