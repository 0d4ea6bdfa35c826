import { z } from 'zod'
import { paymentMethods } from '../../core/payment-terms.ts'
import { defineEvents } from '../../platform/events/define-events.ts'

const settled = z.object({
  chargeId: z.uuid(),
  /** Centavos. */
  amount: z.int(),
  /** Amount received for it, in centavos: higher if the payer overpaid, lower if the team accepted a lower amount. */
  received: z.int(),
  method: z.enum(paymentMethods),
  /** DATE in America/Sao_Paulo on which the money was received. */
  paidOn: z.iso.date(),
})

const chargeOfLookup = z.object({
  chargeId: z.uuid(),
  purpose: z.object({ kind: z.literal('consultation'), id: z.uuid() }),
})

/** Events that payments publishes. They are stored: a rename or change needs an upgrade of earlier rows, given below. */
export const paymentEvents = defineEvents(
  {
    /** An instalment is paid, with the money of a charge or of a credit. */
    'instalment.paid': z.object({
      instalmentId: z.uuid(),
      orderId: z.uuid(),
      userId: z.uuid(),
      amount: z.int(),
      paidOn: z.iso.date(),
    }),
    /** A credit paid an instalment that its charge did not ask for, which needs a receipt of its own. */
    'instalment.credited': z.object({
      instalmentId: z.uuid(),
      paymentId: z.uuid(),
      orderId: z.uuid(),
      userId: z.uuid(),
      amount: z.int(),
    }),
    /** A customer moved the due date of an instalment. Both are DATEs. */
    'instalment.postponed': z.object({
      instalmentId: z.uuid(),
      orderId: z.uuid(),
      userId: z.uuid(),
      from: z.iso.date(),
      to: z.iso.date(),
    }),
    /** Money of an order was returned or regained: query `fundingOf` for what is left of it. */
    'order-money.changed': z.object({ orderId: z.uuid(), userId: z.uuid() }),
    /** Money of a charge without instalments was returned or regained: query its phase. */
    'charge-money.changed': chargeOfLookup,
    /** The team gave up a refund of a charge without instalments: query whether another one is open. */
    'charge-refund.given-up': chargeOfLookup,
    /** A charge received the amount it asked for; or a credit of it paid instalments that it asked for. */
    'charge.settled': z.union([
      settled.extend({ purpose: z.object({ kind: z.literal('instalments') }), userId: z.uuid() }),
      /** `userId` is null for a guest. */
      settled.extend({
        purpose: z.object({ kind: z.literal('consultation'), id: z.uuid() }),
        userId: z.uuid().nullable(),
      }),
    ]),
  },
  {
    earlier: {
      'charge.settled': { 'charge.settled': (payload) => ({ received: payload.amount, ...payload }) },
      'instalment.paid': {
        'installment.paid': ({ paymentId, ...rest }) => ({ instalmentId: paymentId, ...rest }),
      },
    },
  },
)
