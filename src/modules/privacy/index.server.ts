import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { forgetDocuments, type PrivacyDeps } from './forget-documents.ts'

export { DOCUMENT_DAYS } from './forget-documents.ts'

/** Keeps what the privacy policy promises about time (LGPD, arts. 15 and 16). */
export function createPrivacy(deps: PrivacyDeps) {
  return {
    jobs: {
      'privacy.forget-documents': { every: { cron: '10 4 * * *' }, run: () => forgetDocuments(deps) },
    } satisfies Record<string, JobDefinition>,
  }
}
