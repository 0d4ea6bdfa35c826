import { isUuid } from '../../core/ids.ts'
import type { Signer } from '../../platform/signing.ts'

const purpose = 'consultation:'

/** The private address of a look-up: its id and our signature. Whoever holds it may see how far the look-up is. */
export function linkKey(id: string, signer: Signer): string {
  return signer.sign(purpose, id)
}

/** The id of a link we signed; undefined for any other. */
export function idOfLink(key: string, signer: Signer): string | undefined {
  const id = signer.unsign(purpose, key)
  return id !== undefined && isUuid(id) ? id : undefined
}
