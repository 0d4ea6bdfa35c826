import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const notificationJobs = defineJobs({
  'messages.purge-journal': scheduled,
  'messages.release': scheduled,
  'messages.fail-lost': scheduled,
  'messages.forget': scheduled,
  'messages.templates': scheduled,
  'messages.end-bodies': scheduled,
  'messages.deliver': z.object({ messageId: z.uuid() }),
})
