import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { privacyJobs } from './jobs.ts'
import { type PrivacyDeps, purgeDocuments } from './purge-documents.ts'

/** Enforces the retention periods of the privacy policy (LGPD, arts. 15 and 16). */
export function createPrivacy(deps: PrivacyDeps) {
  const { bound } = bind(deps)
  return {
    jobs: handleJobs(privacyJobs, {
      'privacy.forget-documents': { every: { cron: '10 4 * * *' }, run: bound(purgeDocuments) },
    }),
  }
}
