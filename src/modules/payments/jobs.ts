import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const paymentJobs = defineJobs({
  'charges.issue': z.object({ chargeId: z.uuid() }),
  'charges.cancel': z.object({ chargeId: z.uuid() }),
  'provider-events.process': z.object({ eventId: z.uuid() }),
  'refunds.issue': z.object({ refundId: z.uuid() }),
  'payments.reconcile': scheduled,
  'payments.close-day': scheduled,
  'payments.close-changed-days': scheduled,
  'payments.check-books': scheduled,
  'payments.check-recent-books': scheduled,
  'payments.erase-raw': scheduled,
  'payments.remind': scheduled,
})
