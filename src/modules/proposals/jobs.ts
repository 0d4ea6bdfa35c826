import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const proposalJobs = defineJobs({
  'proposals.forget': scheduled,
})
