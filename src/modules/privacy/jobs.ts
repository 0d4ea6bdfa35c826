import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const privacyJobs = defineJobs({
  'privacy.forget-documents': scheduled,
  'privacy.forget-contracts': scheduled,
  'privacy.finish-erasures': scheduled,
  'privacy.repeat-erasures': scheduled,
  'privacy.sweep': scheduled,
})
