import type { Transaction } from '../../platform/database/database.ts'
import type { ConsultationsDeps } from './deps.ts'
import { consultationMachine, promisedAt } from './domain/consultation.ts'
import { linkKey } from './link.server.ts'
import {
  consultationForTeam,
  consultationPaidAgain,
  consultationPaidMessage,
  consultationPaidTwice,
} from './messages.ts'
import { notifyBuyer } from './notify-buyer.ts'
import { soldLookup } from './sold-lookup.ts'
import {
  type ConsultationRow,
  lockConsultation,
  refundUndecided,
  updateConsultation,
} from './store.server.ts'

/**
 * Starts the delivery deadline of a look-up when its charge is settled; notifies buyer and team. A second payment, and one for
 * a look-up whose data were erased meanwhile, is refunded. A delivered look-up whose money a bank took back is paid again by it.
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
    if (await isUnpaidDelivery(tx, row, deps)) return payForDelivered(tx, { row, chargeId }, deps)
    return refundDuplicate(tx, { row, chargeId }, deps)
  }
  if (row.erasedAt) return refundErased(tx, { row, chargeId }, deps)
  const consultation = soldLookup(row)
  const paidAt = deps.clock.now()
  const promised = promisedAt({ paidAt, minutes: consultation.promise.minutes })
  await updateConsultation(tx, row.id, {
    status: 'paid',
    paidAt,
    promisedAt: promised,
    // An earlier charge may be paid after a later one was created.
    chargeId,
    // What was decided about an earlier payment says nothing about this one.
    ...refundUndecided,
  })

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

/** Checks whether the look-up was delivered and a bank has taken its money back since. */
async function isUnpaidDelivery(
  tx: Transaction,
  { status, chargeId, userId }: ConsultationRow,
  { payments }: Pick<ConsultationsDeps, 'payments'>,
): Promise<boolean> {
  if (status !== 'delivered' || !chargeId) return false
  const charge = await payments.chargeViewWithin(tx, { chargeId, userId: userId ?? undefined })
  return charge?.isChargedBack ?? false
}

/** Keeps the payment of another charge for a look-up that was delivered and lost its money; notifies the team. */
async function payForDelivered(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  { send, teamEmail, links }: Pick<ConsultationsDeps, 'send' | 'teamEmail' | 'links'>,
): Promise<void> {
  await updateConsultation(tx, row.id, { chargeId })
  const message = consultationPaidAgain({
    consultation: soldLookup(row),
    link: links.deskLookup(row.id),
  })
  await send(tx, { to: teamEmail(), channel: 'email', kind: 'consultation.money-changed', ...message })
}

/** Refunds a second payment, made on a card page or with a Pix code that was still open. */
async function refundDuplicate(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  deps: ConsultationsDeps,
): Promise<void> {
  if (row.chargeId === chargeId) return
  const refund = await deps.payments.refundCharge(tx, { chargeId, origin: 'automatic', reason: 'duplicate' })
  // Already refunded by the team or charged back by the bank.
  if (!refund.ok && refund.code === 'too_much') return
  if (!refund.ok)
    throw new Error(`the duplicate payment of look-up ${row.id} cannot be refunded: ${refund.code}`)
  await deps.send(tx, {
    to: deps.teamEmail(),
    channel: 'email',
    kind: 'consultation.paid-twice',
    ...consultationPaidTwice({ consultation: soldLookup(row), link: deps.links.deskLookup(row.id) }),
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
