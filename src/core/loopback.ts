/** Whether a host name or address, with or without IPv6 brackets, always refers to this machine, in every network. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname)
}

/**
 * Whether a request was sent to this machine under a name that no other site can have. Another site may resolve its own name to
 * 127.0.0.1 (DNS rebinding): the browser then treats our responses as that site's, but sends the site's name in `Host`.
 *
 * @param host the header `Host`: 'localhost:3000'. Browsers always send it; a client without it is not a browser
 */
export function isSentToLoopback(host: string | undefined): boolean {
  return host === undefined || isLoopback(host.replace(/:\d+$/, ''))
}
