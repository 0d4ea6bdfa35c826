import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { namesCpf } from '../../../core/cpf.ts'
import { isUuid } from '../../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ContractingDeps } from '../deps.ts'
import { expiryAfter, isValidity, lastDayOf, stateOf } from '../domain/renegotiation.ts'
import { renegotiationProposedMessage } from '../messages.ts'
import { lenientOpening } from '../sealed-contracts.server.ts'
import { selectAcceptance } from '../store.server.ts'
import type { RenegotiationPlan } from './plan-renegotiation.ts'
import {
  insertRenegotiation,
  lockOpenOfOrder,
  lockRenegotiation,
  reviewEarlier,
  updateRenegotiation,
} from './store.server.ts'

export type ProposeRefusal =
  /** The customer has not answered the last proposal. */
  | 'already_open'
  /** The order has no contract to which an addendum could be added. */
  | 'no_contract'
  | 'invalid_validity'
  | 'invalid_words'

const maxWords = 600

type Deps = Pick<ContractingDeps, 'sealing' | 'clock' | 'newId' | 'send' | 'identity' | 'links'>

/**
 * Proposes a new schedule to the customer of an order, in the caller's transaction, with a message. The instalments that it
 * would replace are compared again on acceptance.
 *
 * @param validDays days after today on which it can still be accepted, at most until its first due date
 */
export async function proposeRenegotiation(
  tx: Transaction,
  {
    orderId,
    plan,
    paymentType,
    priceText,
    validDays,
    words: typed,
    by,
  }: {
    orderId: string
    plan: RenegotiationPlan
    paymentType: string
    priceText: string
    validDays: number
    /** Text that the customer reads with the proposal; may be empty. */
    words: string
    by: string
  },
  deps: Deps,
): Promise<Outcome<{ renegotiationId: string; openAmount: number; newAmount: number }, ProposeRefusal>> {
  const now = deps.clock.now()
  const words = typed.replace(/[^\P{C}\n]/gu, '').trim()
  if (!isValidity(validDays)) return refuse('invalid_validity')
  if (words.length > maxWords || namesCpf(words)) return refuse('invalid_words')
  const { userId, replaced, rows, openAmount, newAmount } = plan
  const acceptance = await selectAcceptance(tx, { orderId, userId }, lenientOpening(deps.sealing))
  if (!acceptance) return refuse('no_contract')
  const earlier = await lockOpenOfOrder(tx, orderId)
  if (earlier && stateOf(earlier, now) === 'open') return refuse('already_open')
  if (earlier) await updateRenegotiation(tx, earlier.id, { status: 'expired', endedAt: earlier.expiresAt })
  await reviewEarlier(tx, { orderId, now })
  const id = deps.newId()
  const expiresAt = expiryAfter(todayInSaoPaulo(now), { days: validDays, rows })
  const isNew = await insertRenegotiation(tx, {
    id,
    orderId,
    userId,
    paymentType,
    priceText,
    replaced,
    rows,
    openAmount,
    newAmount,
    words,
    status: 'open',
    proposedBy: by,
    proposedAt: now,
    expiresAt,
    endedAt: null,
    answer: null,
    reviewedAt: null,
  })
  if (!isNew) return refuse('already_open')
  // A customer who chose the arrangement themselves is viewing it already, so no message is sent.
  const contact = by === userId ? undefined : await deps.identity.contactOf(tx, userId)
  if (contact) {
    const until = todayInSaoPaulo(lastDayOf(expiresAt))
    const url = deps.links.renegotiation(id)
    const message = renegotiationProposedMessage({ nome: contact.nome, until, words, url })
    const to = { to: contact.email, channel: 'email' as const, userId, orderId }
    // Held until after its last day, it would offer what cannot be accepted any more.
    const validity = { about: [id], notAfter: lastDayOf(expiresAt) }
    await deps.send(tx, { ...to, kind: 'renegotiation.proposed', ...message, ...validity })
  }
  return ok({ renegotiationId: id, openAmount, newAmount })
}

/** Withdraws an unanswered proposal of the team. */
export async function withdrawRenegotiation(
  tx: Transaction,
  { renegotiationId }: { renegotiationId: string; by: string },
  { clock }: Pick<ContractingDeps, 'clock'>,
): Promise<Outcome<void, 'not_open'>> {
  const row = isUuid(renegotiationId) ? await lockRenegotiation(tx, { id: renegotiationId }) : undefined
  if (row?.status !== 'open') return refuse('not_open')
  await updateRenegotiation(tx, row.id, { status: 'withdrawn', endedAt: clock.now() })
  return ok(undefined)
}

/** Records that an operator has seen that a proposal was not accepted, and proposes no other one now. */
export async function reviewRenegotiation(
  tx: Transaction,
  { renegotiationId }: { renegotiationId: string; by: string },
  { clock }: Pick<ContractingDeps, 'clock'>,
): Promise<Outcome<void, 'not_open'>> {
  const row = isUuid(renegotiationId) ? await lockRenegotiation(tx, { id: renegotiationId }) : undefined
  if (!row || row.status === 'open' || row.reviewedAt) return refuse('not_open')
  await updateRenegotiation(tx, row.id, { reviewedAt: clock.now() })
  return ok(undefined)
}
