import { expect, test } from 'vitest'
import { keptData } from '../../src/core/kept-data.ts'

test('the jobs that delete each kind of personal data when its retention ends', () => {
  const jobs = Object.entries(keptData).map(([kind, { jobs }]) => [kind, jobs.join(' ')])
  expect(Object.fromEntries(jobs)).toEqual({
    draft: 'contracting.purge-drafts',
    account: '',
    consent: '',
    document: 'privacy.forget-documents documents.sweep',
    'unpaid-lookup': 'consultations.forget-results',
    lookup: 'consultations.forget-results',
    'lookup-result': 'consultations.forget-results',
    contract: 'privacy.forget-contracts',
    order: 'privacy.forget-contracts receipts.forget payments.erase-raw',
    message: 'messages.end-bodies messages.forget inbox.forget',
    journal: 'messages.purge-journal',
    proposal: 'proposals.forget',
    access: 'identity.sweep consultations.forget-results',
    link: 'identity.sweep privacy.sweep',
    'provider-words': 'payments.erase-raw',
    note: '',
    log: '',
    request: 'privacy.sweep',
    team: 'team.sweep',
    backup: 'privacy.repeat-erasures',
  })
})
