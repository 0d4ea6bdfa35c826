import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const contractingJobs = defineJobs({
  'contracting.purge-drafts': scheduled,
  'contracting.expire-renegotiations': scheduled,
})
