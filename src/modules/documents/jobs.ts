import { z } from 'zod'
import { defineJobs, scheduled } from '../../platform/jobs/define-jobs.ts'

export const documentJobs = defineJobs({
  'documents.erase': z.object({ documentId: z.uuid() }),
  'documents.sweep': scheduled,
})
