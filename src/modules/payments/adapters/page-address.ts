/** The longest address that is kept. */
const maxAddress = 2_000

/**
 * An address to send a payer to: https, or http where the API itself is called by http (the simulator). Undefined for anything
 * else, such as a script.
 */
export function pageAddress(text: string | undefined, apiUrl: string): string | undefined {
  if (text === undefined || text.length > maxAddress || !URL.canParse(text)) return undefined
  const { protocol } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && apiUrl.startsWith('http:')) ? text : undefined
}
