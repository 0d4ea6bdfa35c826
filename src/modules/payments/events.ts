import { z } from 'zod'
import { defineEvents } from '../../platform/events/define-events.ts'

const settled = z.object({
  chargeId: z.uuid(),
  /** Centavos. */
  amount: z.int(),
  method: z.enum(['pix', 'credit_card']),
  /** DATE in America/Sao_Paulo on which the money arrived. */
  paidOn: z.iso.date(),
})

/** What payments publishes. Stored: what is renamed or changed here says below how the rows before are read. */
export const paymentEvents = defineEvents(
  {
    /** Money that is there pays an instalment: of a charge, or of a credit. */
    'instalment.paid': z.object({
      instalmentId: z.uuid(),
      orderId: z.uuid(),
      userId: z.uuid(),
      amount: z.int(),
      paidOn: z.iso.date(),
    }),
    /** The money of a charge arrived, as asked. */
    'charge.settled': z.union([
      settled.extend({ purpose: z.object({ kind: z.literal('instalments') }), userId: z.uuid() }),
      /** A guest's has no user. */
      settled.extend({
        purpose: z.object({ kind: z.literal('consultation'), id: z.uuid() }),
        userId: z.uuid().nullable(),
      }),
    ]),
  },
  {
    'instalment.paid': {
      'installment.paid': ({ paymentId, ...rest }) => ({ instalmentId: paymentId, ...rest }),
    },
  },
)
