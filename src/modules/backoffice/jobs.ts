import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const backofficeJobs = defineJobs({
  'backoffice.verify-log': scheduled,
  /** The same verification, requested by a person. */
  'backoffice.verify-now': z.object({}),
})
