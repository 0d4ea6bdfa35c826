import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const teamJobs = defineJobs({ 'team.sweep': scheduled })
