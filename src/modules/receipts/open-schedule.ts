import { todayInSaoPaulo } from '../../core/calendar.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Instalment } from '../payments/public.ts'
import type { ReceiptsDeps } from './deps.ts'
import { labelOf } from './domain/pdf-content.ts'
import { type Situation, scheduleContent } from './domain/schedule-content.ts'
import { issuePdf } from './issue-pdf.ts'
import type { IssuedPdf } from './public.ts'

/**
 * An order's payment schedule as of now: the existing PDF if its content has not changed, otherwise a new one with a
 * new number.
 *
 * @returns undefined for an order that is unknown, has no contract or is another user's
 */
export async function openSchedule(
  deps: ReceiptsDeps,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<IssuedPdf | undefined> {
  const party = await deps.contracting.partyOf({ orderId, userId })
  const orderNumber = party && (await deps.orders.numbersOf({ userId })).get(orderId)
  if (!party || orderNumber === undefined) return undefined
  const { plan } = party
  const instalments = await deps.payments.ofOrder({ orderId })
  const content = scheduleContent({
    issuer: await deps.issuerAt(deps.clock.now()),
    customer: { name: party.name, document: party.cpf },
    orderNumber,
    serviceTitle: plan.serviceTitle,
    paymentType: plan.paymentType,
    total: plan.total,
    cashPrice: plan.cashPrice,
    instalments: instalments.map((instalment) => ({
      label: labelOf(instalment),
      dueDate: instalment.dueDate,
      postponedFrom: instalment.postponedFrom,
      amount: instalment.amount,
      situation: situationOf(instalment),
    })),
    paymentsUrl: deps.links.payments(),
  })
  const contentHash = sha256(JSON.stringify(content))
  return issuePdf(deps, {
    kind: 'schedule',
    key: `${orderId}:${contentHash}`,
    userId,
    orderId,
    amount: plan.total,
    content,
  })
}

/** An instalment with a payment date that is no longer paid was refunded or charged back. */
function situationOf({
  status,
  paidAt,
  isRenegotiated,
}: Pick<Instalment, 'status' | 'paidAt' | 'isRenegotiated'>): Situation {
  if (isRenegotiated) return { kind: 'renegotiated' }
  if (status === 'pending') return { kind: 'open' }
  if (!paidAt) return { kind: 'cancelled' }
  return status === 'paid' ? { kind: 'paid', on: todayInSaoPaulo(paidAt) } : { kind: 'returned' }
}
