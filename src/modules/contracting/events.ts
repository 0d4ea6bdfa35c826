import { z } from 'zod'
import { defineEvents } from '../../platform/events/define-events.ts'

/** What contracting publishes. Stored: a rename or another payload says how the rows before are read. */
export const contractingEvents = defineEvents({
  /** Somebody signed, and the order with its instalments is there. */
  'contract.accepted': z.object({
    orderId: z.uuid(),
    draftId: z.uuid(),
    userId: z.uuid(),
    serviceId: z.string(),
    planId: z.string(),
    /** Centavos. */
    total: z.int(),
  }),
})
