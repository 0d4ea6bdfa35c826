/** Where an address leads. */
export interface Site {
  /** As a browser parses it: lower case, letters outside ASCII encoded, without a trailing dot. */
  host: string
  /** Empty for the default port of the scheme. */
  port: string
  /** The rest of the address. */
  path: string
  /**
   * True when there is text before an @ in front of the host; also after a backslash, at which browsers end the host, while for other
   * programs the host is what follows the @.
   */
  hasUserInfo: boolean
  /** True when it contains invisible characters, or characters that a browser converts to these letters. */
  disguised: boolean
}

/**
 * Parses an address as a browser would, with or without its scheme. Undefined when the text is not a web address.
 *
 * @param text without spaces and invisible characters
 * @param pasted the original text, to detect a disguise
 */
export function readSite(text: string, pasted: string): Site | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/*/i.exec(text)?.[1]?.toLowerCase()
  const hasScheme = scheme === 'http' || scheme === 'https'
  if (!hasScheme && !/^[^/?#]*(?:[.。]|^localhost)/i.test(text)) return undefined
  const address = withoutLastDots(text)
  const url = parse(hasScheme ? address : `https://${address.replace(/^[\\/]+/, '')}`)
  if (!url) return undefined
  const host = withoutLastDots(url.hostname)
  if (host === '') return undefined
  const afterScheme = text.replace(/^https?:[\\/]*/i, '')
  return {
    host,
    port: url.port,
    path: decoded(url.pathname + url.search),
    hasUserInfo: url.username !== '' || url.password !== '' || /^[^/?#]*\\[^/?#]*@/.test(afterScheme),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not printable ASCII
    disguised: /[^\x00-\x7f]/.test(pasted) || /^[^/?#]*%/.test(afterScheme),
  }
}

/** Looks for the end from the first of some dots only, to stay linear. */
const withoutLastDots = (text: string) => text.replace(/(?<!\.)\.+$/, '')

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
