import type { Transaction } from '../../platform/database/database.ts'
import type { ConsultationsDeps } from './deps.ts'
import { consultationMachine, statusAfterMoney } from './domain/consultation.ts'
import { payInstead } from './pay-instead.ts'
import { soldLookup } from './sold-lookup.ts'
import { lockConsultation, refundUndecided, updateConsultation } from './store.server.ts'
import { consultationReturnedForTeam } from './team-messages.ts'

/**
 * Cancels a look-up whose money was returned before delivery, and resumes it when the money is regained. Reads the charge
 * here, so that events in any order result in the same status. Notifies the team, also when the result was delivered and
 * the money is gone, unless its buyer has paid again meanwhile. Money that a won dispute brought back for another charge of the
 * look-up needs a decision by the team.
 */
export async function followMoney(
  tx: Transaction,
  { purpose, chargeId }: { purpose: { id: string }; chargeId: string },
  deps: ConsultationsDeps,
): Promise<void> {
  const { payments, send, teamEmail, links } = deps
  const row = await lockConsultation(tx, purpose.id)
  if (!row) throw new Error(`the money of unknown look-up ${purpose.id} changed`)
  // Another charge, whose refund changes nothing. Money that a won dispute brought back for it pays for nothing any more.
  if (row.chargeId !== chargeId) {
    await payments.reviewRegainedCharge(tx, { chargeId })
    return
  }
  const charge = await payments.chargeViewWithin(tx, { chargeId, userId: row.userId ?? undefined })
  const isUnpaid = charge?.isChargedBack && (row.status === 'paid' || row.status === 'delivered')
  const other = isUnpaid ? await payments.acceptSecondPayment(tx, { consultationId: row.id }) : undefined
  if (other !== undefined) return payInstead(tx, { row, chargeId: other }, deps)
  const isReturned = charge?.phase === 'reversed'
  const status = statusAfterMoney(row.status, { isReturned, wasPaid: row.paidAt !== null })
  if (status && consultationMachine.canMove(row.status, status)) {
    // Regained money was not returned: the look-up has to be delivered again.
    await updateConsultation(tx, row.id, { status, ...(status === 'paid' && refundUndecided) })
  }
  if (!status && !(isReturned && row.status === 'delivered')) return
  const message = consultationReturnedForTeam({
    consultation: soldLookup(row),
    link: links.deskLookup(row.id),
    status: status ?? row.status,
  })
  await send(tx, { to: teamEmail(), channel: 'email', kind: 'consultation.money-changed', ...message })
}

/**
 * Returns a look-up to the team whose refund was given up: it has to be delivered, or its refund decided again. Reads the refunds
 * here, so that events in any order result in the same state.
 */
export async function followGivenUp(
  tx: Transaction,
  { purpose, chargeId }: { purpose: { id: string }; chargeId: string },
  { payments }: Pick<ConsultationsDeps, 'payments'>,
): Promise<void> {
  const row = await lockConsultation(tx, purpose.id)
  if (row?.chargeId !== chargeId || !row.refundRequestedAt) return
  if (await payments.hasOpenRefund(tx, { chargeId })) return
  await updateConsultation(tx, row.id, refundUndecided)
}
