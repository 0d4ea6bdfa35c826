import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const backofficeJobs = defineJobs({ 'backoffice.verify-log': scheduled })
