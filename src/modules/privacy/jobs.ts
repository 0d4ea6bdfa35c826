import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const privacyJobs = defineJobs({
  'privacy.forget-documents': scheduled,
})
