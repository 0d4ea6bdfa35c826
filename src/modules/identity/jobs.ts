import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const identityJobs = defineJobs({
  'identity.sweep': scheduled,
  'identity.seal': scheduled,
  'identity.reset': z.object({ userId: z.uuid() }),
})
