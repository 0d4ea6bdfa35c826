import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const consultationJobs = defineJobs({
  'consultations.look-up': z.object({ consultationId: z.uuid() }),
  'consultations.forget-results': scheduled,
})
