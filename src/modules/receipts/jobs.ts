import { z } from 'zod'
import { defineJobs } from '../../platform/jobs/define-jobs.ts'

/** Only of earlier releases: PDFs are made when they are opened. */
export const receiptJobs = defineJobs({
  'receipts.receipt': z.object({ chargeId: z.uuid(), userId: z.uuid() }),
  'receipts.schedule': z.object({ orderId: z.uuid(), userId: z.uuid() }),
})
