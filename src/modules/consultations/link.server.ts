import { isUuid } from '../../core/ids.ts'
import type { Signer } from '../../platform/signing.ts'

const purpose = 'consultation:'

/** The signed id in a look-up's private URL. Anyone with the URL can see the look-up's status. */
export function linkKey(id: string, signer: Signer): string {
  return signer.sign(purpose, id)
}

/** The id of a validly signed link; undefined for any other. */
export function idOfLink(key: string, signer: Signer): string | undefined {
  const id = signer.unsign(purpose, key)
  return id !== undefined && isUuid(id) ? id : undefined
}
