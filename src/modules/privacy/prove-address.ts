import { after, HOUR, MINUTE } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Person } from '../../platform/personal/personal-data.ts'
import { allowVisitor } from '../../platform/rate-limit/visitors.ts'
import { addressed } from './addressed.ts'
import type { PrivacyDeps } from './deps.ts'
import { LINK_MINUTES } from './domain/request.ts'
import { linkMessage } from './messages.ts'
import { readAddress } from './read-address.ts'
import { findPrivacyLink, insertPrivacyLink, openAddress, sealAddress } from './store.server.ts'

/** Maximum number of links that one network may request in an hour. */
const LINKS_PER_HOUR = 10

const purpose = 'privacy:'

/**
 * Sends a link to an address, whether any of its data is stored or not: the response does not reveal whose data is here. An
 * address that received too many links gets no other, with the same response.
 */
export async function sendPrivacyLink(
  { database, clock, newId, cipher, signer, send, links }: PrivacyDeps,
  { typed, ip }: { typed: string; ip: string },
): Promise<Outcome<null, 'no_address' | 'too_many'>> {
  const address = readAddress(typed)
  if (!address) return refuse('no_address')
  const now = clock.now()
  const allowance = await allowVisitor(database, {
    name: 'privacy-link',
    visitor: { userId: undefined, ip },
    limit: LINKS_PER_HOUR,
    window: HOUR,
    now,
  })
  if (!allowance.allowed) return refuse('too_many')
  await database.transaction(async (tx) => {
    const id = newId()
    const expiresAt = after(now, LINK_MINUTES * MINUTE)
    await insertPrivacyLink(tx, { id, sealed: sealAddress(cipher, id, address), createdAt: now, expiresAt })
    const link = links.ownData(signer.sign(purpose, id))
    const message = linkMessage({ link, minutes: LINK_MINUTES })
    await send(tx, { ...addressed(address, message), kind: 'privacy.link' })
  })
  return ok(null)
}

/**
 * The person who opened a link: the owner of an address. 'expired' for an old link, undefined for one that is not ours.
 */
export async function personOfLink(
  { database, clock, cipher, signer }: PrivacyDeps,
  { key }: { key: string },
): Promise<Person | 'expired' | undefined> {
  const id = signer.unsign(purpose, key)
  if (id === undefined || !isUuid(id)) return undefined
  const link = await findPrivacyLink(database, id)
  if (!link || link.expiresAt <= clock.now()) return 'expired'
  const { email, phone } = openAddress(cipher, id, link.sealed)
  return { userId: undefined, email, phone }
}
