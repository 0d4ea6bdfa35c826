import { z } from 'zod'
import { defineJobs } from '../../platform/jobs/define-jobs.ts'

export const receiptJobs = defineJobs({
  'receipts.receipt': z.object({ chargeId: z.uuid(), userId: z.uuid() }),
  /** Only of earlier releases: a schedule is made when it is opened. */
  'receipts.schedule': z.object({ orderId: z.uuid(), userId: z.uuid() }),
})
