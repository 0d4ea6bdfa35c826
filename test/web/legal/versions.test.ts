import { expect, test } from 'vitest'
import { composeContract } from '../../../src/modules/contracting/domain/contract.ts'
import { contractTerms } from '../../../src/modules/contracting/domain/terms.ts'
import { offerOf } from '../../../src/modules/contracting/offer-of.ts'
import { companyOf, companySchema } from '../../../src/platform/config/company.ts'
import { privacyPolicy, privacyVersion } from '../../../src/web/copy/privacy.ts'
import { termsOfUse, termsVersion } from '../../../src/web/copy/terms.ts'
import { fingerprint } from '../../support/fingerprint.ts'

/**
 * Fingerprint of every published wording, by its version. A customer is bound to the version that was shown: the words and
 * figures of a published one never change. When one of these tests fails, give the document a new version (the day of the change)
 * and add its line here; leave the lines of earlier versions as they are.
 */
const published: Record<'contract' | 'privacy' | 'terms', Record<string, string>> = {
  contract: {
    '2026-11-21.1': '437ef60bb14294bd01b55a184a19843cb9f0a6508c0af1e6319931c606f0abc2',
    '2026-11-22.1': '999617fc1545a4535e7791dd9786a4e5650ec99d1443062563b970d21ae49527',
    '2026-11-22.2': 'f7757343ddef8340c4f75c527146ce282c8dcece6959d860cf1cbc7263e96d63',
  },
  privacy: {
    '2026-11-22': 'fcf6ca9ca5a5cf08f60136c36f876ff5f4cc42248e590e2ce8ef917fbcb981d7',
    '2026-11-23': '5868992a9a1eaa7f11645f805a69adfb96e97c0a9783ced0460503fea50c56c9',
    '2026-11-24': 'a1e609173b947c6cee6c3168dc68a112644722447ba80f9578bc23032b9762cb',
    '2026-11-25': '15425594c3db163d4b3f14b5df66fb0eac86bbcaa4851dd6e16437e63946a5fb',
    '2026-11-26': '898f8cdcf11849a7259e550d3edfe5cbb9ae119cb857936f35eae5da20dc8923',
    '2026-11-27': 'f54cb5c335f274f3db2828ece7df8adf2f03b6e21d8f04eee40971f784db48bc',
    '2026-11-28': '0e24fc7db4072c4d19a8218cc3b1d70258fe649ca8411cdef80cf83b9034a872',
    '2026-11-29': 'a3266f552ef32b47fe6f34cd955090e37b838aa91963df3ca32cc8269c2930fe',
  },
  terms: { '2026-11-21': '60566436577acf083e1d3a93ad5e52975b0c037662a09f509c8f10b21033e873' },
}

const company = companyOf(companySchema.parse({}))

test('the wording of the contract is that of its version', () => {
  const offer = offerOf({ serviceId: 'clean-name', planId: 'a-vista', today: '2026-11-23' })
  if (!offer) throw new Error('not sold')
  // The clauses and the figures. What is bought, by whom and on which day is not part of the wording.
  const sample = { ...offer, serviceTitle: '', total: 0, paymentType: '', promise: '' }
  const party = { name: '', cpf: '52998224725', phone: '+5548999991234' }
  const contract = composeContract({
    offer: { ...sample, deadline: { kind: 'calendarDays', days: 1 } },
    party,
    company,
    terms: contractTerms,
    date: '2026-11-23',
  })
  expect(fingerprint([contract.title, contract.clauses])).toBe(published.contract[contractTerms.version])
})

test('the wording of the privacy policy is that of its version', () => {
  expect(fingerprint(privacyPolicy(company))).toBe(published.privacy[privacyVersion])
})

test('the wording of the terms of use is that of their version', () => {
  expect(fingerprint(termsOfUse(company))).toBe(published.terms[termsVersion])
})
