/** Maximum length of a URL. */
const maxAddress = 2_000

/**
 * A URL to which a payer can be sent: https, or http when the API itself is called over http (the simulator). Undefined for
 * anything else, such as a script.
 */
export function pageAddress(text: string | undefined, apiUrl: string): string | undefined {
  if (text === undefined || text.length > maxAddress || !URL.canParse(text)) return undefined
  const { protocol } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && apiUrl.startsWith('http:')) ? text : undefined
}
