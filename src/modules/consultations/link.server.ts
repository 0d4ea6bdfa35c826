import { isUuid } from '../../core/ids.ts'
import { isSignedByUs, signatureOf } from '../../platform/signing.ts'

/** The private address of a look-up: its id and our signature. Whoever holds it may see how far the look-up is. */
export function linkKey(id: string, secret: string): string {
  return `${id}.${signatureOf(meaning(id), secret)}`
}

/** The id of a link we signed; undefined for any other. */
export function idOfLink(key: string, secret: string): string | undefined {
  const [id = '', signature = ''] = key.split('.')
  return isUuid(id) && isSignedByUs(meaning(id), signature, secret) ? id : undefined
}

function meaning(id: string): string {
  return `consultation:${id}`
}
