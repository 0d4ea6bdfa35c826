/** Whether a host name or address, with or without the brackets of IPv6, is this machine in every network. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname)
}

/**
 * Whether a request was sent to this machine under a name that no other site can have. A page of another site may make its own name
 * mean 127.0.0.1 (DNS rebinding): the browser then reads our answers to it as that site's, but says the name in `Host`.
 *
 * @param host the header `Host`: 'localhost:3000'. Browsers always send it; a client without one is none
 */
export function isSentToLoopback(host: string | undefined): boolean {
  return host === undefined || isLoopback(host.replace(/:\d+$/, ''))
}
