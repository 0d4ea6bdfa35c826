import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { ContractingDeps } from '../deps.ts'
import {
  addendumText,
  differenceSentence,
  lastDayOf,
  type ProposedInstalment,
  type RenegotiationStatus,
  type ReplacedInstalment,
  stateOf,
} from '../domain/renegotiation.ts'
import { selectAcceptance } from '../store.server.ts'
import { renegotiations } from '../tables.server.ts'
import {
  addendaOf,
  findRenegotiation,
  isAcceptable,
  lastAcceptedOfUser,
  openOfUser,
  type RenegotiationRow,
  renegotiationsOfOrder,
} from './store.server.ts'

/** A proposal as shown to the customer and the team. Amounts in centavos. */
export interface Renegotiation {
  id: string
  orderId: string
  state: RenegotiationStatus
  replaced: readonly ReplacedInstalment[]
  rows: readonly ProposedInstalment[]
  openAmount: number
  newAmount: number
  /** The difference between the totals, in words. */
  difference: string
  words: string
  answer: string | null
  proposedAt: Date
  endedAt: Date | null
  isReviewed: boolean
  /** The last day, DATE in São Paulo, on which it can be accepted. */
  until: string
}

function toRenegotiation(row: RenegotiationRow, now: Date): Renegotiation {
  const { id, orderId, replaced, rows, openAmount, newAmount, words, answer, proposedAt, endedAt } = row
  return {
    id,
    orderId,
    replaced,
    rows,
    openAmount,
    newAmount,
    words,
    answer,
    proposedAt,
    endedAt,
    state: stateOf(row, now),
    difference: differenceSentence(openAmount, newAmount),
    isReviewed: row.reviewedAt !== null,
    until: todayInSaoPaulo(lastDayOf(row.expiresAt)),
  }
}

/** The addendum of a proposal as of a day; undefined when the order has no contract. */
export async function renderAddendum(
  executor: Executor,
  { row, now }: { row: RenegotiationRow; now: Date },
  { sealing, company, orders }: Pick<ContractingDeps, 'sealing' | 'company' | 'orders'>,
  /** Read before the transaction, which must not read it from the pool. */
  known?: { orderNumber: string },
): Promise<{ text: string; sha256: string; email: string } | undefined> {
  const { orderId, userId, replaced, rows } = row
  const contract = await selectAcceptance(executor, { orderId, userId }, sealing)
  const orderNumber = known?.orderNumber ?? (await orders.numbersOf({ userId })).get(orderId)
  if (!contract || orderNumber === undefined) return undefined
  const text = addendumText({
    orderNumber,
    serviceTitle: contract.plan.serviceTitle,
    party: contract.party,
    company: company(),
    replaced,
    rows,
    contract: {
      acceptedAtText: contract.acceptedAtText,
      version: contract.templateVersion,
      sha256: contract.sha256,
    },
    date: todayInSaoPaulo(now),
  })
  return { text, sha256: sha256(text), email: contract.email }
}

type Deps = Pick<ContractingDeps, 'database' | 'sealing' | 'clock' | 'company' | 'orders' | 'payments'>

/**
 * A customer's own proposal, with the addendum that they would accept; undefined for another customer's. An open one is stale once its
 * order has nothing open, as after a withdrawal.
 */
export async function renegotiationOf(
  deps: Deps,
  { renegotiationId, userId }: { renegotiationId: string; userId: string },
): Promise<(Renegotiation & { text: string; sha256: string; orderNumber: string }) | undefined> {
  const { database, clock, orders } = deps
  const id = isUuid(renegotiationId) ? renegotiationId : undefined
  const row = id && (await findRenegotiation(database, { id, userId }))
  if (!row) return undefined
  const now = clock.now()
  const orderNumber = (await orders.numbersOf({ userId })).get(row.orderId)
  if (orderNumber === undefined) return undefined
  const addendum = await renderAddendum(database, { row, now }, deps, { orderNumber })
  if (!addendum) return undefined
  const { text, sha256: hash } = addendum
  const shown = toRenegotiation(row, now)
  const open = await deps.payments.openScheduleOf({ orderId: row.orderId, on: todayInSaoPaulo(now) })
  const state = shown.state === 'open' && !open ? 'stale' : shown.state
  return { ...shown, state, text, sha256: hash, orderNumber }
}

/** Whether a message of ours that waited for the day is still valid: its proposal can still be accepted. */
export async function isMessageValid(
  executor: Executor,
  { kind, about: [id = ''] }: { kind: string; about: readonly string[] },
  { payments }: Pick<ContractingDeps, 'payments'>,
): Promise<boolean> {
  if (kind !== 'renegotiation.proposed') return true
  return isAcceptable(executor, { id, hasOpen: payments.hasOpenInstalments(renegotiations.orderId) })
}

/** The proposals that a customer can accept now. */
export async function openRenegotiationsOf(
  { database, clock, payments }: Pick<ContractingDeps, 'database' | 'clock' | 'payments'>,
  { userId }: { userId: string },
): Promise<Renegotiation[]> {
  const now = clock.now()
  const hasOpen = payments.hasOpenInstalments(renegotiations.orderId)
  return (await openOfUser(database, { userId, now, hasOpen })).map((row) => toRenegotiation(row, now))
}

/**
 * A customer's orders that are no longer paid as their contracts say: by order id the day, in São Paulo, on which the customer
 * accepted the last new schedule.
 */
export async function renegotiatedOrdersOf(
  { database }: Pick<ContractingDeps, 'database'>,
  { userId }: { userId: string },
): Promise<Map<string, IsoDate>> {
  const found = await lastAcceptedOfUser(database, { userId })
  return new Map(
    found.flatMap(({ orderId, acceptedAt }) =>
      acceptedAt ? [[orderId, todayInSaoPaulo(acceptedAt)] as const] : [],
    ),
  )
}

/** All proposals of an order, newest first; for the team. */
export async function renegotiationsFor(
  { database, clock }: Pick<ContractingDeps, 'database' | 'clock'>,
  { orderId }: { orderId: string },
): Promise<Renegotiation[]> {
  const now = clock.now()
  const rows = isUuid(orderId) ? await renegotiationsOfOrder(database, orderId) : []
  return rows.map((row) => toRenegotiation(row, now))
}

/** The addenda of a customer's own order, as accepted. */
export async function addendumCopiesOf(
  { database, sealing }: Pick<ContractingDeps, 'database' | 'sealing'>,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<{ text: string; sha256: string; version: string; acceptedAtText: string }[]> {
  const rows = isUuid(orderId) ? await addendaOf(database, { orderId, userId }, sealing) : []
  return rows.map(({ text, sha256: hash, templateVersion: version, acceptedAtText }) => ({
    text,
    sha256: hash,
    version,
    acceptedAtText,
  }))
}
