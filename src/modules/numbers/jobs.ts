import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const numbersJobs = defineJobs({
  'numbers.refresh': scheduled,
  'numbers.check': scheduled,
})
