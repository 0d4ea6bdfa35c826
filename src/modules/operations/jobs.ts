import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const operationsJobs = defineJobs({
  'operations.watch': scheduled,
  'operations.compare-journal': scheduled,
  'operations.check-files': scheduled,
  'operations.day': scheduled,
  'operations.forget-events': scheduled,
})
