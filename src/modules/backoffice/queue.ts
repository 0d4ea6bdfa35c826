import type { Clock } from '../../core/clock.ts'
import { after, HOUR } from '../../core/durations.ts'
import {
  compareDue,
  type Obligation,
  type ObligationPosition,
  type ObligationSource,
} from '../../core/obligation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import { may } from '../team/public.ts'
import { type QueueEntry, withStates } from './claims-and-snoozes.ts'
import { mergeDue } from './domain/queue.ts'
import { type ObligationKind, obligationRights } from './obligation-kinds.ts'
import { openObligations } from './open-obligations.ts'
import { type ObligationKey, type Touched, touchedStates } from './queue-store.server.ts'

export interface QueueDeps {
  database: Database
  clock: Clock
  identity: Pick<Identity, 'namesOf' | 'teamAccounts'>
  /** One source for each kind of obligation, from the module that owns it. */
  obligations: Sources
}

/** An obligation as shown in the queue. */
export interface QueueItem extends QueueEntry {
  /** Name of the person whom it concerns; empty when unknown. */
  person: string
}

type Sources = readonly ObligationSource<ObligationKind>[]

/** `open`: everything that is not snoozed. `mine`: what the member claimed. `free`: what is not claimed. */
export type QueueView = 'open' | 'mine' | 'free' | 'snoozed'

interface QueueQuery {
  role: string
  memberId: string
  view: QueueView
  /** Only of these kinds; all by default. */
  kinds?: readonly ObligationKind[] | undefined
  after?: ObligationPosition | undefined
  limit: number
}

/** More open obligations than a team claims or snoozes at once. */
const maxTouched = 500

/**
 * Returns a page of the obligations that a member may meet, by due time.
 *
 * @returns at most `limit`, and the position of the next page
 */
export async function readQueue(
  deps: QueueDeps,
  query: QueueQuery,
): Promise<{ items: QueueItem[]; next: ObligationPosition | undefined }> {
  const sources = deps.obligations.filter(
    ({ kind }) => may(query.role, obligationRights[kind]) && (query.kinds?.includes(kind) ?? true),
  )
  if (query.view === 'mine' || query.view === 'snoozed') return touched(deps, sources, query)
  const now = deps.clock.now()
  const items: QueueEntry[] = []
  let after = query.after
  for (;;) {
    const limit = query.limit + 1
    const page = mergeDue(await Promise.all(sources.map((source) => source.open({ after, limit }))), limit)
    const shown = (await withStates(deps, page)).filter(
      (item) => !isSnoozed(item, now) && (query.view === 'open' || item.claimedBy === null),
    )
    items.push(...shown)
    const last = page.at(-1)
    if (page.length < limit || !last) return { items: await named(deps, items), next: undefined }
    if (items.length >= limit) {
      const kept = items.slice(0, query.limit)
      return { items: await named(deps, kept), next: kept.at(-1) }
    }
    after = last
  }
}

function isSnoozed({ snoozedUntil }: QueueEntry, now: Date): boolean {
  return snoozedUntil !== null && snoozedUntil > now
}

/** The open obligations that are snoozed. */
export async function snoozedNow(deps: QueueDeps, sources: Sources): Promise<QueueEntry[]> {
  const now = deps.clock.now()
  const touched = await openTouched(deps, sources, { snoozedAfter: now })
  return touched.filter((item) => isSnoozed(item, now))
}

/** Obligations with a claim or a snooze. */
async function touched(deps: QueueDeps, sources: Sources, { view, memberId }: QueueQuery) {
  const now = deps.clock.now()
  const which = view === 'mine' ? { claimedBy: memberId } : { snoozedAfter: now }
  const items = (await openTouched(deps, sources, which))
    .filter((item) => isSnoozed(item, now) === (view === 'snoozed'))
    .toSorted(compareDue)
  return { items: await named(deps, items), next: undefined }
}

/**
 * The open obligations with a claim or a snooze. There are few, so they are read by their keys; the states of those that were met
 * without an action of the team are passed over.
 */
async function openTouched(deps: QueueDeps, sources: Sources, which: Touched): Promise<QueueEntry[]> {
  const found: Obligation<ObligationKind>[] = []
  for (let offset = 0; ; offset += maxTouched) {
    const states = await touchedStates(deps.database, which, { limit: maxTouched, offset })
    const keys = states.map(({ kind, subjectId }) => ({ kind, id: subjectId }))
    found.push(...(await openObligations(sources, keys)))
    if (states.length < maxTouched || found.length >= maxTouched) return withStates(deps, found)
  }
}

/** Returns one open obligation; undefined when it is met, unknown, or not allowed for the role. */
export async function readObligation(
  deps: QueueDeps,
  { kind, id, role }: ObligationKey & { role: string },
): Promise<QueueItem | undefined> {
  if (!may(role, obligationRights[kind])) return undefined
  const open = await openObligations(deps.obligations, [{ kind, id }])
  const [item] = await named(deps, await withStates(deps, open))
  return item
}

/** Counts of the open obligations that are not snoozed, for the badges of the desk. */
export interface QueueCounts {
  /** Late, or due within the hour; counted up to `countLimit`. */
  urgent: number
  /** By kind, each counted up to `countLimit`. */
  kinds: Partial<Record<ObligationKind, number>>
}

export const countLimit = 999

/**
 * Counts the obligations that a member's role may meet. The snoozed ones are few and read by their keys; the others are only
 * counted.
 */
export async function countQueue(deps: QueueDeps, { role }: { role: string }): Promise<QueueCounts> {
  const sources = deps.obligations.filter(({ kind }) => may(role, obligationRights[kind]))
  const soon = after(deps.clock.now(), HOUR)
  const snoozed = await snoozedNow(deps, sources)
  const counted = await Promise.all(
    sources.map(async (source) => {
      const asleep = new Set(snoozed.filter(({ kind }) => kind === source.kind).map(({ id }) => id))
      const total = (await source.count({ limit: countLimit + asleep.size })) - asleep.size
      const first = total > 0 ? await source.open({ limit: 100 + asleep.size }) : []
      const urgent = first.filter(({ id, dueAt }) => dueAt < soon && !asleep.has(id)).length
      // An obligation may be met between the two queries.
      return { kind: source.kind, total: Math.max(0, total), urgent }
    }),
  )
  return {
    urgent: counted.reduce((sum, { urgent }) => sum + urgent, 0),
    kinds: Object.fromEntries(counted.map(({ kind, total }) => [kind, total])),
  }
}

async function named({ identity }: QueueDeps, items: readonly QueueEntry[]): Promise<QueueItem[]> {
  const names = await identity.namesOf(items.flatMap(({ userId }) => (userId === null ? [] : [userId])))
  return items.map((item) => ({ ...item, person: (item.userId && names.get(item.userId)) || '' }))
}
