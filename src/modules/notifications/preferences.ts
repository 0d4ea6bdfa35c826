import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { formatPhone, isMobilePhone, normalizePhone } from '../../core/phone.ts'
import { recordFrom } from '../../core/records.ts'
import type { NotificationsDeps } from './deps.ts'
import { whatsappStatement } from './domain/consent.ts'
import { type ChannelPreferences, type OptionalTopic, optionalTopics } from './domain/manners.ts'
import {
  channelPreferencesOf,
  currentConsent,
  insertConsent,
  revokeConsentOf,
  saveChannelPreferences,
} from './preferences-store.server.ts'
import { preferencesToken, recipientOf, recipientOfToken, userIdOf } from './recipient.server.ts'

/** A person's choices, as their page shows them. */
export interface Preferences {
  channels: ChannelPreferences
  /**
   * The WhatsApp number, in a form that its owner recognizes, and the date of the consent; undefined without a consent.
   */
  whatsapp: { phone: string; since: Date } | undefined
}

type Deps = Pick<NotificationsDeps, 'database' | 'clock' | 'newId' | 'signer' | 'links'>

/** The preferences of the signed-in user. */
export function preferencesOf(
  deps: Pick<Deps, 'database'>,
  { userId }: { userId: string },
): Promise<Preferences> {
  return read(deps, recipientOf({ userId, to: '' }))
}

/** The preferences of the owner of a link; undefined for a link that we did not issue. */
export async function preferencesByToken(
  deps: Pick<Deps, 'database' | 'signer'>,
  { token }: { token: string },
): Promise<(Preferences & { hasAccount: boolean }) | undefined> {
  const recipient = recipientOfToken(token, deps.signer)
  return recipient === undefined
    ? undefined
    : { ...(await read(deps, recipient)), hasAccount: userIdOf(recipient) !== null }
}

async function read({ database }: Pick<Deps, 'database'>, recipient: string): Promise<Preferences> {
  const channels = await channelPreferencesOf(database, recipient)
  const consent = await currentConsent(database, recipient)
  return { channels, whatsapp: consent && { phone: consent.phone, since: consent.givenAt } }
}

/** The URL of a reader's preferences, and the one that stops a topic with one request (RFC 8058), for the headers of a message. */
export function preferenceLinks(
  { signer, links }: Pick<Deps, 'signer' | 'links'>,
  { topic, ...reader }: { userId?: string | null; to: string; topic: OptionalTopic | undefined },
): { preferences: string; stop: string } {
  const token = preferencesToken(recipientOf(reader), signer)
  return { preferences: links.preferences(token), stop: links.stopMessages(token, topic ?? 'tudo') }
}

/** The owner of the preferences: a signed-in user, or the owner of a link. */
export type PreferencesOwner = { userId: string } | { token: string }

/**
 * Sets the channel for each topic of a person. Takes effect immediately, also for messages waiting to be sent. Refuses WhatsApp without a
 * consent.
 */
export async function choosePreferences(
  deps: Deps,
  { owner, channels }: { owner: PreferencesOwner; channels: ChannelPreferences },
): Promise<Outcome<null, 'unknown_link' | 'no_consent'>> {
  const recipient = recipientFor(owner, deps)
  if (recipient === undefined) return refuse('unknown_link')
  const wantsWhatsapp = optionalTopics.some((topic) => channels[topic] === 'whatsapp')
  return deps.database.transaction(async (tx) => {
    if (wantsWhatsapp && !(await currentConsent(tx, recipient))) return refuse('no_consent')
    await saveChannelPreferences(tx, { recipient, channels, now: deps.clock.now() })
    return ok(null)
  })
}

/** Stops a topic, or all optional topics, immediately, whatever was chosen before. */
export async function stopMessages(
  deps: Deps,
  { owner, topic }: { owner: PreferencesOwner; topic: OptionalTopic | 'all' },
): Promise<Outcome<null, 'unknown_link'>> {
  const recipient = recipientFor(owner, deps)
  if (recipient === undefined) return refuse('unknown_link')
  const stopped = topic === 'all' ? optionalTopics : [topic]
  const channels = recordFrom(stopped, () => 'none' as const)
  await saveChannelPreferences(deps.database, { recipient, channels, now: deps.clock.now() })
  return ok(null)
}

/**
 * Stores a signed-in user's consent to WhatsApp on a number, with its proof: the statement, the page, the time, and the
 * origin. Ends the user's earlier consent.
 *
 * @param statement the statement that was shown; any other than ours for this number is refused
 */
export async function giveWhatsappConsent(
  { database, clock, newId }: Deps,
  {
    userId,
    phone: typed,
    statement,
    place,
    evidence,
  }: {
    userId: string
    phone: string
    statement: string
    place: string
    evidence: { ip: string; userAgent: string }
  },
): Promise<Outcome<null, 'invalid_phone' | 'other_words'>> {
  const phone = isMobilePhone(typed) ? normalizePhone(typed) : undefined
  if (phone === undefined) return refuse('invalid_phone')
  if (statement !== whatsappStatement(formatPhone(phone))) return refuse('other_words')
  const recipient = recipientOf({ userId, to: '' })
  const now = clock.now()
  await database.transaction(async (tx) => {
    await revokeConsentOf(tx, { recipient, now })
    const row = { recipient, userId, phone, statement, place, ...evidence, givenAt: now }
    await insertConsent(tx, { id: newId(), ...row })
  })
  return ok(null)
}

/** Ends the consent to WhatsApp: its topics go by e-mail from now on, including messages that are waiting. */
export async function revokeWhatsappConsent(
  deps: Deps,
  { owner }: { owner: PreferencesOwner },
): Promise<Outcome<null, 'unknown_link'>> {
  const recipient = recipientFor(owner, deps)
  if (recipient === undefined) return refuse('unknown_link')
  const now = deps.clock.now()
  await deps.database.transaction(async (tx) => {
    await revokeConsentOf(tx, { recipient, now })
    const channels = await channelPreferencesOf(tx, recipient)
    const moved = optionalTopics.filter((topic) => channels[topic] === 'whatsapp')
    if (moved.length === 0) return
    const byEmail = recordFrom(moved, () => 'email' as const)
    await saveChannelPreferences(tx, { recipient, channels: byEmail, now })
  })
  return ok(null)
}

function recipientFor(owner: PreferencesOwner, { signer }: Pick<Deps, 'signer'>): string | undefined {
  return 'userId' in owner
    ? recipientOf({ userId: owner.userId, to: '' })
    : recipientOfToken(owner.token, signer)
}
