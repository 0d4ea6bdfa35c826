import type { Transaction } from '../../platform/database/database.ts'
import type { ConsultationsDeps } from './deps.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, updateConsultation } from './store.server.ts'
import { consultationPaidAgain } from './team-messages.ts'

/** Lets the payment of another charge pay for a look-up whose money a bank took back; notifies the team. */
export async function payInstead(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  { send, teamEmail, links }: Pick<ConsultationsDeps, 'send' | 'teamEmail' | 'links'>,
): Promise<void> {
  await updateConsultation(tx, row.id, { chargeId })
  const message = consultationPaidAgain({
    consultation: soldLookup(row),
    link: links.deskLookup(row.id),
    isDelivered: row.status === 'delivered',
  })
  await send(tx, { to: teamEmail(), channel: 'email', kind: 'consultation.money-changed', ...message })
}
