import { isUuid } from '../../core/ids.ts'
import type { Signer } from '../../platform/signing.ts'

const statusPurpose = 'consultation:'
const resultPurpose = 'consultation-result:'

/** The signed id in a look-up's private URL. Anyone with the URL can see the look-up's status. */
export function linkKey(id: string, signer: Signer): string {
  return signer.sign(statusPurpose, id)
}

/** The id of a validly signed link; undefined for any other. */
export function idOfLink(key: string, signer: Signer): string | undefined {
  return uuidOf(signer.unsign(statusPurpose, key))
}

/** The signed id of a link to a result. Its holder still has to prove to be the buyer. */
export function resultKey(linkId: string, signer: Signer): string {
  return signer.sign(resultPurpose, linkId)
}

/** The id of the row of a validly signed link to a result; undefined for any other. */
export function idOfResultKey(key: string, signer: Signer): string | undefined {
  return uuidOf(signer.unsign(resultPurpose, key))
}

function uuidOf(id: string | undefined): string | undefined {
  return id !== undefined && isUuid(id) ? id : undefined
}
