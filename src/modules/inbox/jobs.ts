import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const inboxJobs = defineJobs({ 'inbox.forget': scheduled })
