import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const contractingJobs = defineJobs({
  'contracting.purge-drafts': scheduled,
  'contracting.seal': scheduled,
  'contracting.expire-renegotiations': scheduled,
  'contracting.verify-acceptances': scheduled,
  /** Verifies immediately in a worker, when there are too many acceptances for a caller to wait for. */
  'contracting.verify-now': z.object({}),
})
