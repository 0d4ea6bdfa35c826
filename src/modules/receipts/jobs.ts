import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const receiptJobs = defineJobs({
  'receipts.forget': scheduled,
  // Only of earlier releases: PDFs are made when they are opened.
  'receipts.receipt': z.object({ chargeId: z.uuid(), userId: z.uuid() }),
  'receipts.schedule': z.object({ orderId: z.uuid(), userId: z.uuid() }),
})
