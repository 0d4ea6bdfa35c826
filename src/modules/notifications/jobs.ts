import { z } from 'zod'
import { defineJobs } from '../../platform/jobs/define-jobs.ts'

export const notificationJobs = defineJobs({
  'messages.deliver': z.object({ messageId: z.uuid() }),
})
