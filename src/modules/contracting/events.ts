import { z } from 'zod'
import { defineEvents } from '../../platform/events/define-events.ts'

/**
 * Events that contracting publishes. They are stored: renaming one or changing its payload requires a parser for old
 * rows.
 */
export const contractingEvents = defineEvents(
  {
    /** A contract was signed; its order and instalments exist. */
    'contract.accepted': z.object({
      orderId: z.uuid(),
      draftId: z.uuid(),
      userId: z.uuid(),
      serviceId: z.string(),
      planId: z.string(),
      /** Centavos. */
      total: z.int(),
    }),
  },
  { records: ['contract.accepted'] },
)
