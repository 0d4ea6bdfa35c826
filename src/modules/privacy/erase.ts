import { type DataKind, dataKinds, keptData } from '../../core/kept-data.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { ErasureBlock, Person } from '../../platform/personal/personal-data.ts'
import { addressed } from './addressed.ts'
import type { PrivacyDeps } from './deps.ts'
import { erasedMessage } from './messages.ts'
import { eraseAbout, type OwnPage, ownDataPages, readOwnData } from './read-own-data.ts'
import { lockOpenRequest, openRequest, type RequestRow, updateRequest } from './store.server.ts'

/** The effect of an erasure: what blocks it, what it deletes, and what is kept under which law. */
export interface ErasurePlan {
  blocks: ErasureBlock[]
  deleted: DataKind[]
  kept: DataKind[]
}

/** Kinds that no row of a person shows but that always exist: data sent outside the database, and its back-ups. */
const beside: readonly DataKind[] = ['backup']

/** Returns the effect that an erasure of this person would have now. */
export async function planErasure(
  deps: Pick<PrivacyDeps, 'database' | 'sources' | 'about' | 'blocks'>,
  { person, executor = deps.database }: { person: Person; executor?: Executor },
): Promise<ErasurePlan> {
  const { kinds } = await readOwnData(deps, { person, executor })
  const found = new Set<DataKind>([...beside, ...kinds.map(({ kind }) => kind)])
  const there = dataKinds.filter((kind) => found.has(kind))
  return {
    blocks: await blocksOf(executor, person, deps.blocks),
    deleted: there.filter((kind) => keptData[kind].onErasure === 'deleted'),
    kept: there.filter((kind) => keptData[kind].onErasure === 'kept'),
  }
}

/** The person who made a request. */
export async function personOfRequest(
  executor: Executor,
  request: Pick<RequestRow, 'id' | 'userId' | 'sealed'>,
  { cipher, identity }: Pick<PrivacyDeps, 'cipher' | 'identity'>,
): Promise<Person> {
  const { email, phone } = openRequest(cipher, request)
  if (!request.userId) return { userId: undefined, email, phone }
  const contact = await identity.contactOf(executor, request.userId)
  return { userId: request.userId, email: contact?.email ?? email, phone: undefined }
}

/**
 * Erases the person of a request, in the caller's transaction: all data that no law requires to keep. The last message states
 * what is kept; after it is sent, that message and the address are erased too (`finishErasures`). Refuses while a service,
 * money or a look-up is open, and for members of the team.
 */
export async function erasePerson(
  tx: Transaction,
  {
    requestId,
    by,
    keptNames,
  }: { requestId: string; by: string; keptNames: Readonly<Record<DataKind, string>> },
  deps: PrivacyDeps,
): Promise<Outcome<{ kept: number }, 'not_open' | 'not_an_erasure' | 'something_open'>> {
  const request = await lockOpenRequest(tx, requestId)
  if (!request) return refuse('not_open')
  if (request.kind !== 'erasure') return refuse('not_an_erasure')
  const { send, clock } = deps
  const person = await personOfRequest(tx, request, deps)
  for (const hold of deps.hold) await hold(tx, person)
  const plan = await planErasure(deps, { person, executor: tx })
  if (plan.blocks.length > 0) return refuse('something_open')
  const now = clock.now()
  await eraseEverything(tx, person, now, deps)
  const byLaw = plan.kept
    .filter((kind) => kind !== 'backup')
    .map((kind) => ({ name: keptNames[kind], law: keptData[kind].law }))
  await send(tx, {
    // Back-ups are not required by any law; the message states separately when they end.
    ...addressed(person, erasedMessage({ kept: byLaw })),
    ...(person.userId && { userId: person.userId }),
    kind: 'privacy.erased',
  })
  await updateRequest(tx, requestId, { status: 'done', decidedAt: now, decidedBy: by })
  return ok({ kept: plan.kept.length })
}

/**
 * Erases all data that an erasure deletes, of every module; also messages about the person's look-ups to the other contact that they
 * gave with them, and the data about each of their addresses: an account's telephone number is not part of their proven identity.
 */
export async function eraseEverything(
  tx: Transaction,
  person: Person,
  now: Date,
  deps: Pick<PrivacyDeps, 'database' | 'sources' | 'about' | 'notifications'>,
): Promise<void> {
  const { sources, about, notifications } = deps
  const whose = { person, executor: tx }
  await eraseAbout(tx, (await readOwnData(deps, whose)).ids, about)
  const { addresses, lookupContacts } = await contactsIn(ownDataPages(deps, whose), person)
  for (const source of sources) await source.erase?.(tx, person, now)
  for (const { id, ...contact } of lookupContacts) {
    // The contact may be another person's, who has look-ups of their own.
    const about = { module: 'consultation', id, userId: person.userId }
    const typed = { userId: undefined, ...contact }
    await notifications.eraseMessages(tx, { person: typed, now, waitingToo: true, about })
  }
  await notifications.eraseAddresses(tx, [...addresses])
}

/** Collects every address and number that the person's data name as theirs, and the contacts that they entered with look-ups. */
async function contactsIn(pages: AsyncIterable<OwnPage>, { email, phone }: Person) {
  const addresses = new Set<string>()
  const lookupContacts: { id: string; email: string | undefined; phone: string | undefined }[] = []
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const add = (address: unknown) => {
    const text = textOf(address)
    if (text) addresses.add(text)
  }
  for (const address of [email, phone]) add(address)
  for await (const { kind, records } of pages) {
    for (const { id, fields } of records) {
      for (const field of [fields.to, fields.email, fields.phone]) add(field)
      if (kind !== 'lookup' && kind !== 'unpaid-lookup') continue
      lookupContacts.push({ id, email: textOf(fields.email), phone: textOf(fields.phone) })
    }
  }
  return { addresses, lookupContacts }
}

async function blocksOf(
  executor: Executor,
  person: Person,
  blocks: PrivacyDeps['blocks'],
): Promise<ErasureBlock[]> {
  const found = new Set<ErasureBlock>()
  for (const find of blocks) for (const block of await find(executor, person)) found.add(block)
  return [...found]
}
