import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { forgetDocuments, type PrivacyDeps } from './forget-documents.ts'
import { privacyJobs } from './jobs.ts'

/** Keeps what the privacy policy promises about time (LGPD, arts. 15 and 16). */
export function createPrivacy(deps: PrivacyDeps) {
  const { bound } = bind(deps)
  return {
    jobs: handleJobs(privacyJobs, {
      'privacy.forget-documents': { every: { cron: '10 4 * * *' }, run: bound(forgetDocuments) },
    }),
  }
}
