import type { ChargeView, Instalment } from '../../../src/modules/payments/public.ts'
import type { ShownCharge } from '../../../src/web/ui/pix/shown-charge.ts'

/** An instalment of the clean-name plan: the down payment, or a weekly instalment of R$ 99,90. */
export function instalment(number: number, changed: Partial<Instalment> = {}): Instalment {
  const amount = number === 0 ? 40_000 : 9_990
  return {
    id: `i${number}`,
    orderId: 'o1',
    serviceTitle: 'Limpeza de Nome',
    paymentType: 'entrada R$ 400 + 20x R$ 99,90',
    number,
    kind: number === 0 ? 'entrada' : 'parcela',
    amount,
    ...{ lateFee: 0, interest: 0, discount: 0, total: amount },
    dueDate: '2026-11-20',
    postponedFrom: undefined,
    status: 'pending',
    method: 'pix',
    ...{ paidAt: undefined, paidBy: undefined, underReview: false },
    ...changed,
  }
}

/** A Pix charge of R$ 400,00 that is waiting for payment. */
export function shownCharge(changed: Partial<ShownCharge> = {}): ShownCharge {
  return {
    ...{ id: 'c1', phase: 'waiting', provider: 'mercado_pago', method: 'pix', amount: 40_000 },
    ...{ code: '00020126580014br.gov.bcb.pix0136', initPoint: undefined },
    ...changed,
  }
}

/** The same charge, as the signed-in payer sees it. */
export function charge(changed: Partial<ChargeView> = {}): ChargeView {
  return {
    ...shownCharge(),
    description: 'Limpeza de Nome',
    purpose: { kind: 'instalments' },
    ...{ isChargedBack: false, isDisputed: false, ticketUrl: undefined, lastError: undefined },
    expiresAt: new Date('2026-11-20T15:30:00Z'),
    instalments: [instalment(0)],
    ...changed,
  }
}
