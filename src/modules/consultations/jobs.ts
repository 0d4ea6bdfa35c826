import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const consultationJobs = defineJobs({
  'consultations.look-up': z.object({ consultationId: z.uuid() }),
  'consultations.erase-file': z.object({ key: z.string() }),
  'consultations.index-contacts': scheduled,
  'consultations.forget-results': scheduled,
})
