import { type DrawCounts, type Faults, noDraws } from './faults.ts'
import { isObject } from './http.ts'
import { afterStep, type MutationState, type MutationStep, noMutations } from './mutations/mutation-set.ts'
import type { Payment } from './payments.ts'
import type { Preference } from './preferences.ts'

/** Delivery of one notice to one URL, with its attempts. Instants are ISO text in UTC. */
export interface Delivery {
  id: string
  /** The `data.id` that it contains: a payment's id, or any id in a forged notice. */
  paymentId: number | string
  action: 'payment.created' | 'payment.updated'
  /** `id` in the body: the same for a notice and its duplicates. */
  noticeId: number
  requestId: string
  url: string
  isForged: boolean
  /** Secret with which a forged notice is signed; absent: one that is always wrong. */
  forgedWith?: string
  createdAt: string
  state: 'waiting' | 'delivered' | 'abandoned' | 'dropped' | 'refused'
  nextAt: string | null
  /** `altered`: a mutation changed it before it was sent (mutations/). */
  attempts: { at: string; result: string; altered?: true }[]
}

/** Response stored under an idempotency key. */
interface StoredResponse {
  id: string
  fingerprint: string
  status: number
  body: string
}

/** Entry of the journal. A row replaces the row with the same id. */
export type JournalEntry =
  | { kind: 'payment'; row: Payment }
  | { kind: 'preference'; row: Preference }
  | { kind: 'delivery'; row: Delivery }
  | { kind: 'answer'; row: StoredResponse }
  | { kind: 'faults'; row: Faults }
  | { kind: 'draws'; row: DrawCounts }
  | { kind: 'mutations'; row: MutationState }
  | { kind: 'mutation'; row: MutationStep }
  | { kind: 'counter'; row: number }
  | { kind: 'reset' }

export interface State {
  /** In order of creation. */
  payments: Map<number, Payment>
  /** Previous versions of each payment, oldest first, which a lagging replica returns. */
  earlierVersions: Map<number, Payment[]>
  idsByReference: Map<string, number[]>
  pendingIds: Set<number>
  preferences: Map<string, Preference>
  deliveries: Map<string, Delivery>
  deliveryIdsByPayment: Map<number | string, string[]>
  responses: Map<string, StoredResponse>
  faults: Faults
  draws: DrawCounts
  mutations: MutationState
  /** Highest id in use; it survives a reset, so that ids are never reused. */
  lastId: number
}

export const emptyState = (): State => ({
  payments: new Map(),
  earlierVersions: new Map(),
  idsByReference: new Map(),
  pendingIds: new Set(),
  preferences: new Map(),
  deliveries: new Map(),
  deliveryIdsByPayment: new Map(),
  responses: new Map(),
  faults: {},
  draws: noDraws,
  mutations: noMutations,
  lastId: 0,
})

export function apply(state: State, entry: JournalEntry): void {
  switch (entry.kind) {
    case 'payment':
      applyPayment(state, entry.row)
      return
    case 'preference':
      state.preferences.set(entry.row.id, entry.row)
      return
    case 'delivery':
      applyDelivery(state, entry.row)
      return
    case 'answer':
      state.responses.set(entry.row.id, entry.row)
      return
    case 'faults':
      state.faults = entry.row
      return
    case 'draws':
      state.draws = entry.row
      return
    case 'mutations':
      state.mutations = entry.row
      return
    case 'mutation':
      state.mutations = afterStep(state.mutations, entry.row)
      return
    case 'counter':
      state.lastId = Math.max(state.lastId, entry.row)
      return
    case 'reset':
      Object.assign(state, { ...emptyState(), lastId: state.lastId })
      return
  }
}

/** Returns the shortest list of entries that rebuilds this state. */
export const snapshotEntries = (state: State): JournalEntry[] => [
  { kind: 'counter', row: state.lastId },
  { kind: 'faults', row: state.faults },
  { kind: 'draws', row: state.draws },
  { kind: 'mutations', row: state.mutations },
  ...[...state.payments.values()].flatMap((payment) => versionsOf(state, payment).map(paymentEntry)),
  ...[...state.preferences.values()].map((row): JournalEntry => ({ kind: 'preference', row })),
  ...[...state.deliveries.values()].map((row): JournalEntry => ({ kind: 'delivery', row })),
  ...[...state.responses.values()].map((row): JournalEntry => ({ kind: 'answer', row })),
]

/**
 * Returns the next id, which is at least the number of seconds since 1970: deleting the data folder does not repeat earlier ids.
 */
export function nextId(state: State, now: Date): number {
  state.lastId = Math.max(state.lastId + 1, Math.floor(now.getTime() / 1000))
  return state.lastId
}

/** Returns all versions of a payment, oldest first, the current one last. */
export const versionsOf = (state: State, payment: Payment): Payment[] => [
  ...(state.earlierVersions.get(payment.id) ?? []),
  payment,
]

/** Returns the deliveries of one payment, oldest first. */
export const deliveriesOf = (state: State, paymentId: number): Delivery[] =>
  (state.deliveryIdsByPayment.get(paymentId) ?? []).flatMap((id) => state.deliveries.get(id) ?? [])

export const isEntry = (value: unknown): value is JournalEntry =>
  isObject(value) && typeof value.kind === 'string'

const paymentEntry = (row: Payment): JournalEntry => ({ kind: 'payment', row })

function applyPayment(state: State, row: Payment): void {
  const before = state.payments.get(row.id)
  if (before !== undefined) append(state.earlierVersions, row.id, before)
  else if (row.externalReference !== null) append(state.idsByReference, row.externalReference, row.id)
  state.payments.set(row.id, row)
  if (row.status === 'pending') state.pendingIds.add(row.id)
  else state.pendingIds.delete(row.id)
  state.lastId = Math.max(state.lastId, row.id, ...row.refunds.map((refund) => refund.id))
}

function applyDelivery(state: State, row: Delivery): void {
  if (!state.deliveries.has(row.id)) append(state.deliveryIdsByPayment, row.paymentId, row.id)
  state.deliveries.set(row.id, row)
  state.lastId = Math.max(state.lastId, row.noticeId)
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
