import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const contractingJobs = defineJobs({
  'contracting.purge-drafts': scheduled,
  'contracting.seal': scheduled,
  'contracting.expire-renegotiations': scheduled,
  'contracting.verify-acceptances': scheduled,
  /** The same at once, where there are more than a person waits for. */
  'contracting.verify-now': z.object({}),
})
