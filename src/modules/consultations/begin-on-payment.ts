import type { Transaction } from '../../platform/database/database.ts'
import type { ConsultationsDeps } from './deps.ts'
import { consultationMachine, promisedAt } from './domain/consultation.ts'
import { linkKey } from './link.server.ts'
import { consultationPaidMessage } from './messages.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { payInstead } from './pay-instead.ts'
import { soldLookup } from './sold-lookup.ts'
import {
  type ConsultationRow,
  lockConsultation,
  refundUndecided,
  updateConsultation,
} from './store.server.ts'
import { consultationForTeam, consultationPaidTwice } from './team-messages.ts'

/**
 * Starts the delivery deadline of a look-up when its charge is settled; notifies buyer and team. A second payment, and one for
 * a look-up whose data were erased meanwhile, is refunded. A look-up whose money a bank took back is paid again by it; while the first
 * payment is disputed, the second waits for a person. One whose money has gone back meanwhile is cancelled at once.
 */
export async function beginOnPayment(
  tx: Transaction,
  { purpose, chargeId }: { purpose: { id: string }; chargeId: string },
  deps: ConsultationsDeps,
): Promise<void> {
  const { signer, links } = deps
  const row = await lockConsultation(tx, purpose.id)
  if (!row) throw new Error(`unknown look-up ${purpose.id} was paid`)
  if (!consultationMachine.canMove(row.status, 'paid')) {
    return payAgain(tx, { row, chargeId }, deps)
  }
  if (row.erasedAt) return refundErased(tx, { row, chargeId }, deps)
  const consultation = soldLookup(row)
  const paidAt = deps.clock.now()
  const promised = promisedAt({ paidAt, minutes: consultation.promise.minutes })
  // The event that the money was returned may have been handled before this one.
  const charge = await deps.payments.chargeViewWithin(tx, { chargeId, userId: row.userId ?? undefined })
  const isReturned = charge?.phase === 'reversed'
  await updateConsultation(tx, row.id, {
    status: isReturned ? 'cancelled' : 'paid',
    paidAt,
    promisedAt: promised,
    // An earlier charge may be paid after a later one was created.
    chargeId,
    // Decisions about an earlier payment do not apply to this one.
    ...refundUndecided,
  })
  // The charge that replaced this one is not to be paid as well.
  if (row.chargeId !== null && row.chargeId !== chargeId)
    await deps.payments.requestCancellation(tx, { chargeId: row.chargeId })
  if (isReturned) return

  const link = links.lookup(linkKey(row.id, signer))
  const text = consultationPaidMessage({ consultation, promisedAt: promised, link })
  // Without an e-mail address, the message is sent by WhatsApp.
  await notifyBuyer(tx, { row, message: { kind: 'consultation.paid', ...text }, through: ['email'] }, deps)
  if (deps.bureau.answers(row.kind)) {
    await deps.enqueue(tx, 'consultations.look-up', { consultationId: row.id })
  }
  await deps.send(tx, {
    to: deps.teamEmail(),
    channel: 'email',
    kind: 'consultation.for-team',
    ...consultationForTeam({ consultation, link: links.deskLookup(row.id), promisedAt: promised }),
  })
}

/** Decides about a second payment: what became of the first says whether the look-up needs it. */
async function payAgain(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  deps: ConsultationsDeps,
): Promise<void> {
  if (row.chargeId === chargeId) return
  const viewOf = (id: string) =>
    deps.payments.chargeViewWithin(tx, { chargeId: id, userId: row.userId ?? undefined })
  // Its money has gone back meanwhile: it neither pays for anything nor is given back.
  if ((await viewOf(chargeId))?.phase === 'reversed') return
  const first = row.chargeId === null ? undefined : await viewOf(row.chargeId)
  if (first?.isChargedBack) return payInstead(tx, { row, chargeId }, deps)
  if (first?.isDisputed) return holdDuplicate(tx, { row, chargeId }, deps)
  return refundDuplicate(tx, { row, chargeId }, deps)
}

/** Keeps the second payment until the team decides, because a bank may still take the first; notifies the team. */
async function holdDuplicate(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  { payments, send, teamEmail, links }: Pick<ConsultationsDeps, 'payments' | 'send' | 'teamEmail' | 'links'>,
): Promise<void> {
  if ((await payments.reviewSecondPayment(tx, { chargeId })) === 0) return
  const message = consultationPaidTwice({
    consultation: soldLookup(row),
    link: links.deskLookup(row.id),
    isHeld: true,
  })
  await send(tx, { to: teamEmail(), channel: 'email', kind: 'consultation.paid-twice', ...message })
}

/** Refunds a second payment, made on a card page or with a Pix code that was still open. */
async function refundDuplicate(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  deps: ConsultationsDeps,
): Promise<void> {
  const refund = await deps.payments.refundCharge(tx, { chargeId, origin: 'automatic', reason: 'duplicate' })
  // Already refunded by the team or charged back by the bank.
  if (!refund.ok && refund.code === 'too_much') return
  if (!refund.ok)
    throw new Error(`the duplicate payment of look-up ${row.id} cannot be refunded: ${refund.code}`)
  await deps.send(tx, {
    to: deps.teamEmail(),
    channel: 'email',
    kind: 'consultation.paid-twice',
    ...consultationPaidTwice({
      consultation: soldLookup(row),
      link: deps.links.deskLookup(row.id),
      isHeld: false,
    }),
  })
}

/** Refunds a code that was paid after the data of its look-up were erased: there is nobody to deliver a result to. */
async function refundErased(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  { payments }: Pick<ConsultationsDeps, 'payments'>,
): Promise<void> {
  await updateConsultation(tx, row.id, { status: 'cancelled' })
  const refund = await payments.refundCharge(tx, { chargeId, origin: 'automatic', reason: 'late' })
  if (!refund.ok && refund.code !== 'too_much')
    throw new Error(`the payment of erased look-up ${row.id} cannot be refunded: ${refund.code}`)
}
