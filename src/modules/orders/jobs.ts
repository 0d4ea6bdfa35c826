import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const orderJobs = defineJobs({
  'orders.announce-step': z.object({ completionId: z.uuid() }),
  'orders.sweep-files': scheduled,
})
