import { desc, eq } from 'drizzle-orm'
import type { Clock } from '../../core/clock.ts'
import { concealDocument } from '../../core/documento.ts'
import { concealEmail } from '../../core/email.ts'
import { isUuid, type NewId } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { concealPhone } from '../../core/phone.ts'
import { isSentTwice } from '../../core/sent-twice.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { lockName } from '../../platform/database/named-lock.ts'
import type { Consultations } from '../consultations/index.server.ts'
import type { Identity } from '../identity/index.server.ts'
import { isOfTeam } from '../team/index.server.ts'
import { MAX_NOTE_LENGTH } from './domain/lengths.ts'
import type { ActionRefusal, PerformDeps } from './perform.ts'
import { readAudited } from './read-audited.ts'
import { customerNotes } from './tables.server.ts'

/** A customer whose document, telephone and e-mail are masked. */
export interface MaskedCustomer {
  id: string
  name: string
  email: string
  document: string
  phone: string
}

/** One customer, masked; undefined for an unknown id. The account may be one of the team's. */
export async function readCustomer(
  { identity }: { identity: Pick<Identity, 'personOf'> },
  { userId }: { userId: string },
): Promise<(MaskedCustomer & { since: Date; isOfTeam: boolean }) | undefined> {
  const person = isUuid(userId) ? await identity.personOf({ userId }) : undefined
  return person && { ...masked(person), since: person.createdAt, isOfTeam: isOfTeam(person.role) }
}

/** The look-ups that a customer bought, with the account or with its e-mail address; masked. */
export async function lookupsOfCustomer(
  {
    identity,
    consultations,
  }: { identity: Pick<Identity, 'personOf'>; consultations: Pick<Consultations, 'listOfPerson'> },
  { userId, limit }: { userId: string; limit: number },
) {
  const person = isUuid(userId) ? await identity.personOf({ userId }) : undefined
  return person ? consultations.listOfPerson({ userId, email: person.email, limit }) : []
}

/**
 * Returns a customer's identifying data, unmasked. The audit log records that it was shown and to whom, not the data.
 */
export async function revealCustomer(
  deps: PerformDeps & { identity: Pick<Identity, 'personOf'> },
  { actor, reason, userId }: { actor: string; reason: string; userId: string },
): Promise<Outcome<{ email: string; document: string; phone: string }, 'not_found' | ActionRefusal>> {
  const person = isUuid(userId) ? await deps.identity.personOf({ userId }) : undefined
  return readAudited(deps, { actor, reason, action: 'customer.reveal', subject: userId }, async () => {
    if (!person) return refuse('not_found')
    const { email, document, phone } = person
    return ok({ email, document, phone })
  })
}

/** Stores a note about a customer, visible only to the team. */
export async function noteCustomer(
  tx: Transaction,
  { userId, note, by }: { userId: string; note: string; by: string },
  { clock, newId, identity }: { clock: Clock; newId: NewId; identity: Pick<Identity, 'contactOf'> },
): Promise<Outcome<null, 'not_found' | 'note_empty' | 'note_too_long' | 'repeated'>> {
  const text = note.trim()
  if (text === '') return refuse('note_empty')
  if (text.length > MAX_NOTE_LENGTH) return refuse('note_too_long')
  if (!isUuid(userId) || !(await identity.contactOf(tx, userId))) return refuse('not_found')
  const now = clock.now()
  // A form that was sent twice writes one note.
  await lockName(tx, `customer note ${userId}`)
  const [newest] = await tx
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.at))
    .limit(1)
  const written = { by, text, at: now }
  if (isSentTwice(written, newest)) return refuse('repeated')
  await tx.insert(customerNotes).values({ id: newId(), userId, ...written })
  return ok(null)
}

/** The team's notes about a customer, newest first. */
export function notesOf(
  { database }: { database: Database },
  { userId }: { userId: string },
): Promise<{ id: string; by: string; text: string; at: Date }[]> {
  const { id, by, text, at } = customerNotes
  return database
    .select({ id, by, text, at })
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(at))
    .limit(100)
}

/** Returns a customer with what identifies them masked. */
export function masked({
  id,
  name,
  email,
  document,
  phone,
}: {
  id: string
  name: string
  email: string
  document: string
  phone: string
}): MaskedCustomer {
  return {
    id,
    name,
    email: concealEmail(email),
    document: document && concealDocument(document),
    phone: phone && concealPhone(phone),
  }
}
