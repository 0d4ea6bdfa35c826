/** Where an address leads. */
export interface Site {
  /** As a browser reads it: lower case, letters outside ASCII encoded, without a dot at the end. */
  host: string
  /** Empty for the port of the scheme. */
  port: string
  /** The rest of the address. */
  path: string
  /** Something stands before an @ in front of the host. */
  hasUserInfo: boolean
  /** Written with characters that a browser turns into these letters, or that are invisible. */
  disguised: boolean
}

/**
 * Reads an address as a browser would, with or without its scheme; undefined for what is no address of the web.
 *
 * @param text without spaces and invisible characters
 * @param pasted as it came, to tell whether it was disguised
 */
export function readSite(text: string, pasted: string): Site | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/*/i.exec(text)?.[1]?.toLowerCase()
  const hasScheme = scheme === 'http' || scheme === 'https'
  if (!hasScheme && !/^[^/?#]*(?:[.。]|^localhost)/i.test(text)) return undefined
  const address = text.replace(/\.+$/, '')
  const url = parse(hasScheme ? address : `https://${address.replace(/^[\\/]+/, '')}`)
  if (!url) return undefined
  const host = url.hostname.replace(/\.+$/, '')
  if (host === '') return undefined
  return {
    host,
    port: url.port,
    path: decoded(url.pathname + url.search),
    hasUserInfo: url.username !== '' || url.password !== '',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not printable ASCII
    disguised: /[^\x00-\x7f]/.test(pasted) || /^[^/?#]*%/.test(text.replace(/^https?:[\\/]*/i, '')),
  }
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}
