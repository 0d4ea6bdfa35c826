import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../core/ids.ts'

/** The private address of a look-up: its id and our signature. Whoever holds it may see how far the look-up is. */
export function linkKey(id: string, secret: string): string {
  return `${id}.${signatureOf(id, secret)}`
}

/** The id of a link we signed; undefined for any other. Takes the same time wherever they differ. */
export function idOfLink(key: string, secret: string): string | undefined {
  const [id = '', signature = ''] = key.split('.')
  if (!isUuid(id)) return undefined
  const given = Buffer.from(signature)
  const expected = Buffer.from(signatureOf(id, secret))
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

function signatureOf(id: string, secret: string): string {
  return createHmac('sha256', secret).update(`consultation:${id}`).digest('base64url')
}
