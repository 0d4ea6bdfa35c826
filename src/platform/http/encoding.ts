export type Encoding = 'br' | 'gzip'

/**
 * Returns the better of the encodings that a client accepts; undefined for none. An encoding with `q=0` is refused (RFC 9110,
 * 12.5.3).
 */
export function acceptedEncoding(header: string | null | undefined): Encoding | undefined {
  const accepted = header ?? ''
  const accepts = (encoding: Encoding) =>
    accepted
      .split(',')
      .some((part) => part.split(';', 1)[0]?.trim() === encoding && !/;\s*q=0(?:\.0*)?\s*$/.test(part))
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined
}
