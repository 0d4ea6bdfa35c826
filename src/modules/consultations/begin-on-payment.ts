import type { Transaction } from '../../platform/database/database.ts'
import { consultationOf } from '../catalogue/public.ts'
import type { ConsultationsDeps } from './deps.ts'
import { consultationMachine, promisedAt } from './domain/consultation.ts'
import { linkKey } from './link.server.ts'
import { consultationForTeam, consultationPaidMessage, consultationPaidTwice } from './messages.ts'
import { type ConsultationRow, lockConsultation, openSubject, updateConsultation } from './store.server.ts'

/** Starts the delivery deadline of a look-up when its charge is settled; notifies buyer and team. */
export async function beginOnPayment(
  tx: Transaction,
  { purpose, chargeId }: { purpose: { id: string }; chargeId: string },
  deps: ConsultationsDeps,
): Promise<void> {
  const { cipher, signer, links } = deps
  const row = await lockConsultation(tx, purpose.id)
  if (!row) throw new Error(`unknown look-up ${purpose.id} was paid`)
  if (!consultationMachine.canMove(row.status, 'paid')) return refundDuplicate(tx, { row, chargeId }, deps)
  const consultation = consultationOf(row.kind)
  const paidAt = deps.clock.now()
  const promised = promisedAt({ paidAt, minutes: consultation.promise.minutes })
  await updateConsultation(tx, row.id, {
    status: 'paid',
    paidAt,
    promisedAt: promised,
    // An earlier charge may be paid after a later one was created.
    chargeId,
  })

  const { email } = openSubject(cipher, row)
  const link = links.lookup(linkKey(row.id, signer))
  const channel = 'email' as const
  if (email) {
    await deps.send(tx, {
      to: email,
      channel,
      kind: 'consultation.paid',
      ...consultationPaidMessage({ consultation, promisedAt: promised, link }),
      ...(row.userId ? { userId: row.userId } : {}),
    })
  }
  await deps.send(tx, {
    to: deps.teamEmail,
    channel,
    kind: 'consultation.for-team',
    ...consultationForTeam({ consultation, id: row.id, promisedAt: promised }),
  })
}

/** Refunds a second payment, made by a card page or a Pix code that was still open. */
async function refundDuplicate(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  deps: ConsultationsDeps,
): Promise<void> {
  if (row.chargeId === chargeId) return
  const refund = await deps.payments.refundCharge(tx, { chargeId, origin: 'automatic', reason: 'duplicate' })
  // Already refunded by staff or charged back by the bank.
  if (!refund.ok && refund.code === 'too_much') return
  if (!refund.ok)
    throw new Error(`the duplicate payment of look-up ${row.id} cannot be refunded: ${refund.code}`)
  await deps.send(tx, {
    to: deps.teamEmail,
    channel: 'email',
    kind: 'consultation.paid-twice',
    ...consultationPaidTwice({ consultation: consultationOf(row.kind), id: row.id }),
  })
}
