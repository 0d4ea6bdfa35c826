import { createHash } from 'node:crypto'
import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Instalment } from '../payments/public.ts'
import type { ReceiptsDeps } from './deps.ts'
import { labelOf } from './domain/paper.ts'
import { type Situation, schedulePaper } from './domain/schedule-paper.ts'
import { issuePaper } from './issue-paper.ts'
import type { IssuedPaper } from './public.ts'

/**
 * An order's schedule as it stands: the paper that says exactly this where it was made before, else a new one with a
 * number of its own.
 *
 * @returns undefined for an order that is unknown, not signed here, or somebody else's
 */
export async function openSchedule(
  deps: ReceiptsDeps,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<IssuedPaper | undefined> {
  const party = await deps.contracting.partyOf({ orderId, userId })
  if (!party) return undefined
  const { plan } = party
  const instalments = await deps.payments.ofOrder({ orderId })
  const paper = schedulePaper({
    issuer: deps.issuer,
    customer: { name: party.name, document: party.cpf },
    orderId,
    serviceTitle: plan.serviceTitle,
    paymentType: plan.paymentType,
    total: plan.total,
    cashPrice: plan.cashPrice,
    instalments: instalments.map((instalment) => ({
      label: labelOf(instalment),
      dueDate: instalment.dueDate,
      amount: instalment.amount,
      situation: situationOf(instalment),
    })),
    paymentsUrl: deps.links.payments(),
  })
  const said = createHash('sha256').update(JSON.stringify(paper)).digest('hex')
  return issuePaper(deps, {
    kind: 'schedule',
    key: `${orderId}:${said}`,
    userId,
    orderId,
    amount: plan.total,
    paper,
  })
}

/** What had been paid and is not paid any more was given back. */
function situationOf({ status, paidAt }: Pick<Instalment, 'status' | 'paidAt'>): Situation {
  if (status === 'pending') return { kind: 'open' }
  if (!paidAt) return { kind: 'cancelled' }
  return status === 'paid' ? { kind: 'paid', on: todayInSaoPaulo(paidAt) } : { kind: 'returned' }
}
