import { formatInstant } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { linkAfter } from '../../../platform/hash-chain.ts'
import type { ContractingDeps, HiringViewer } from '../deps.ts'
import { ADDENDUM_VERSION, stateOf } from '../domain/renegotiation.ts'
import { addendumLinkText } from '../evidence.ts'
import { renegotiationAcceptedMessage } from '../messages.ts'
import { findPlace } from '../save-evidence.ts'
import { renderAddendum } from './read-renegotiation.ts'
import {
  appendAddendum,
  lockOpenOfOrder,
  lockRenegotiation,
  type RenegotiationRow,
  updateRenegotiation,
} from './store.server.ts'

export type RenegotiationRefusal =
  | 'not_found'
  | 'not_ticked'
  /** The text would be different now, for example after midnight. */
  | 'changed'
  /** An instalment that it would replace was paid, cancelled or moved. */
  | 'stale'
  | 'expired'
  | 'withdrawn'
  | 'refused'

export interface RenegotiationAcceptance {
  renegotiationId: string
  viewer: HiringViewer
  /** The labels of the ticked checkboxes. */
  ticked: string[]
  evidence: { ip: string; userAgent: string }
  /** SHA-256 of the text that was shown. */
  shownSha256: string
}

/**
 * Accepts a proposal in the same way as a contract: stores the exact text that was shown, its evidence in the hash chain,
 * the new schedule and the confirmation, in one transaction. A repeated acceptance returns the result of the first. A
 * payment made since the proposal makes it stale; this status is kept, so that the team proposes another one.
 */
export async function acceptRenegotiation(
  deps: ContractingDeps,
  { renegotiationId, viewer, ticked, evidence, shownSha256 }: RenegotiationAcceptance,
): Promise<Outcome<{ orderId: string; first: boolean }, RenegotiationRefusal>> {
  if (!isUuid(renegotiationId)) return refuse('not_found')
  const numbers = await deps.orders.numbersOf({ userId: viewer.id })
  return deps.database.transaction(async (tx) => {
    const row = await lockRenegotiation(tx, { id: renegotiationId, userId: viewer.id })
    const orderNumber = row && numbers.get(row.orderId)
    if (!row || orderNumber === undefined) return refuse('not_found')
    const now = deps.clock.now()
    const state = stateOf(row, now)
    if (state === 'accepted') return ok({ orderId: row.orderId, first: false })
    if (state !== 'open') return refuse(state)
    if (ticked.length === 0) return refuse('not_ticked')
    const addendum = await renderAddendum(tx, { row, now }, deps, { orderNumber })
    if (!addendum) return refuse('not_found')
    if (addendum.sha256 !== shownSha256) return refuse('changed')
    const { orderId: id, replaced, rows } = row
    const replacement = await deps.payments.replaceSchedule(tx, { id: row.id, orderId: id, replaced, rows })
    if (!replacement.ok) {
      await updateRenegotiation(tx, row.id, { status: 'stale', endedAt: now })
      return refuse('stale')
    }
    await updateRenegotiation(tx, row.id, { status: 'accepted', endedAt: now })
    await sign(tx, { row, viewer, ticked, evidence, addendum, now }, deps)
    return ok({ orderId: row.orderId, first: true })
  })
}

/** Appends the evidence to the chain of the order's contract, and sends the customer a confirmation. */
async function sign(
  tx: Transaction,
  {
    row,
    viewer,
    ticked,
    evidence,
    addendum: { text, sha256 },
    now,
  }: Pick<RenegotiationAcceptance, 'viewer' | 'ticked' | 'evidence'> & {
    row: RenegotiationRow
    addendum: { text: string; sha256: string }
    now: Date
  },
  deps: ContractingDeps,
): Promise<void> {
  const { orderId, userId } = row
  const { chain, end, emailVerified } = await findPlace(tx, { orderId, userId }, deps)
  const record = {
    id: deps.newId(),
    renegotiationId: row.id,
    orderId,
    userId,
    templateVersion: ADDENDUM_VERSION,
    text,
    sha256,
    acceptedAt: now,
    acceptedAtText: `${formatInstant(now)} (horário de São Paulo)`,
    ...evidence,
    email: viewer.email,
    emailVerified,
    ticked,
  }
  const link = linkAfter(end, (place) => addendumLinkText(record, { chain, ...place }))
  await appendAddendum(tx, { ...record, chain, ...link }, deps.sealing)
  const { openAmount, newAmount, rows } = row
  const message = renegotiationAcceptedMessage({
    nome: viewer.nome,
    openAmount,
    newAmount,
    rows,
    copyUrl: deps.links.contractCopy(orderId),
  })
  const to = { to: viewer.email, channel: 'email' as const, userId, orderId }
  await deps.send(tx, { ...to, kind: 'renegotiation.accepted', ...message })
}

/** Records that the customer rejects a proposal. The team reads their answer. */
export async function refuseRenegotiation(
  { database, clock }: Pick<ContractingDeps, 'database' | 'clock'>,
  { renegotiationId, userId, answer }: { renegotiationId: string; userId: string; answer: string },
): Promise<Outcome<void, 'not_found' | 'not_open'>> {
  if (!isUuid(renegotiationId)) return refuse('not_found')
  return database.transaction(async (tx) => {
    const row = await lockRenegotiation(tx, { id: renegotiationId, userId })
    if (!row) return refuse('not_found')
    const now = clock.now()
    if (row.status === 'refused') return ok(undefined)
    if (stateOf(row, now) !== 'open') return refuse('not_open')
    const text = answer
      .replace(/[^\P{C}\n]/gu, '')
      .trim()
      .slice(0, 500)
    await updateRenegotiation(tx, row.id, { status: 'refused', endedAt: now, answer: text || null })
    return ok(undefined)
  })
}

/** Marks a proposal as stale when an instalment that it would have replaced was paid or postponed. */
export async function endStaleRenegotiation(
  tx: Transaction,
  { orderId, instalmentId }: { orderId: string; instalmentId: string },
  { clock }: Pick<ContractingDeps, 'clock'>,
): Promise<void> {
  const row = await lockOpenOfOrder(tx, orderId)
  if (!row?.replaced.some(({ id }) => id === instalmentId)) return
  await updateRenegotiation(tx, row.id, { status: 'stale', endedAt: clock.now() })
}
