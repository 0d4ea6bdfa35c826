import { and, isNotNull, isNull } from 'drizzle-orm'
import { bind } from '../../core/use-case.ts'
import type { Executor } from '../../platform/database/database.ts'
import { listenTo } from '../../platform/events/listeners.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import type { Person } from '../../platform/personal/personal-data.ts'
import { paymentEvents } from '../payments/index.server.ts'
import { lookupsOfAccount } from './account-lookups.ts'
import { beginOnPayment } from './begin-on-payment.ts'
import { checkResultCode } from './check-result-code.ts'
import { indexContacts } from './contact-index.ts'
import { decideLateRefund } from './decide-refund.ts'
import { deliverResult } from './deliver-result.ts'
import type { ConsultationsDeps } from './deps.ts'
import { eraseOldResults } from './erase-old-results.ts'
import { consultationFigures } from './figures.ts'
import { followGivenUp, followMoney } from './follow-money.ts'
import { consultationJobs } from './jobs.ts'
import { lookUp } from './look-up.ts'
import { requestResultLink, revokeResultLinks, sendResultLink } from './make-link.ts'
import { lookupObligations } from './obligations.ts'
import { payAgain } from './pay-again.ts'
import { consultationsPersonal, lookupBlocks } from './personal.ts'
import { prepareResult } from './prepare-result.ts'
import { byLink, keyOf } from './read-consultation.ts'
import { currentResultLink, openResult, openResultFile, resultPage } from './read-result.ts'
import { requestConsultation } from './request-consultation.ts'
import { sealedResults } from './results-store.server.ts'
import { sendResultCode } from './send-result-code.ts'
import { sealedSubjects } from './store.server.ts'
import { consultationResults } from './tables.server.ts'
import {
  lookupForTeam,
  lookupSubject,
  lookupsForTeam,
  lookupsOfPerson,
  resultFileForTeam,
  resultForTeam,
} from './team-lookups.ts'

export { type ConsultationMessageKind, consultationMessageKinds } from './message-kinds.ts'
export type { ConsultationRefusal } from './request-consultation.ts'
export { consultationWordings } from './wordings.ts'

export type Consultations = ReturnType<typeof createConsultations>

/** One-off paid look-ups: requested with a declaration, paid immediately, tracked by a private link. */
export function createConsultations(deps: ConsultationsDeps) {
  const { bound, within } = bind(deps)
  return {
    /** The stored files that rows refer to. */
    fileKeys: [
      {
        table: consultationResults,
        key: consultationResults.storageKey,
        where: and(isNotNull(consultationResults.storedAt), isNull(consultationResults.erasedAt)),
      },
    ],
    /** Personal data stored here, and the reasons that block an erasure. */
    personal: consultationsPersonal(deps),
    erasureBlocks: (executor: Executor, person: Person) => lookupBlocks(executor, person, deps),
    /** Rebuilds the blind indexes of buyers after a key rotation. */
    indexContacts: bound(indexContacts),
    /** The sealed columns of this module. */
    sealed: [sealedSubjects, sealedResults],
    requestConsultation: bound(requestConsultation),
    payAgain: bound(payAgain),
    keyOf: bound(keyOf),
    byLink: bound(byLink),
    lookupsOfAccount: bound(lookupsOfAccount),

    // The result, for its buyer
    currentResultLink: bound(currentResultLink),
    resultPage: bound(resultPage),
    sendResultCode: bound(sendResultCode),
    checkResultCode: bound(checkResultCode),
    openResult: bound(openResult),
    openResultFile: bound(openResultFile),
    requestResultLink: bound(requestResultLink),

    // For the team; called by the back office, which checks the role and records
    prepareResult: bound(prepareResult),
    deliverResult: within(deliverResult),
    decideLateRefund: within(decideLateRefund),
    sendResultLink: within(sendResultLink),
    revokeResultLinks: within(revokeResultLinks),
    subject: within(lookupSubject),
    result: within(resultForTeam),
    resultFile: bound(resultFileForTeam),
    forTeam: bound(lookupForTeam),
    listForTeam: bound(lookupsForTeam),
    listOfPerson: bound(lookupsOfPerson),
    /** The team's obligations. */
    obligations: lookupObligations(deps),
    /** Daily totals: promises kept. */
    figures: consultationFigures,
    jobs: handleJobs(consultationJobs, {
      'consultations.look-up': { run: bound(lookUp) },
      'consultations.index-contacts': {
        every: { cron: '45 * * * *' },
        run: () => indexContacts(deps, { all: false }),
      },
      'consultations.erase-file': { run: ({ key }) => deps.storage.delete(key) },
      'consultations.forget-results': { every: { cron: '20 4 * * *' }, run: bound(eraseOldResults) },
    }),
    listeners: [
      listenTo(paymentEvents, 'charge.settled', {
        name: 'consultations.begin',
        when: { purpose: { kind: 'consultation' } },
        handle: within(beginOnPayment),
      }),
      listenTo(paymentEvents, 'charge-money.changed', {
        name: 'consultations.follow-money',
        handle: within(followMoney),
      }),
      listenTo(paymentEvents, 'charge-refund.given-up', {
        name: 'consultations.follow-given-up',
        handle: within(followGivenUp),
      }),
    ],
  }
}
