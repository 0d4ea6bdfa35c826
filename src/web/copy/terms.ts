import type { IsoDate } from '../../core/calendar.ts'
import { WITHDRAWAL_DAYS } from '../../core/commitments.ts'
import { daysText } from '../../core/text.ts'
import { changedOn, editable } from './editable.ts'
import { type LegalDocument, type TermsCompany, withOwn } from './legal.ts'
import { disputeSections } from './terms/disputes.ts'
import { guaranteeSections } from './terms/guarantees.ts'
import { hiringSections } from './terms/hiring.ts'
import { offerSections } from './terms/offer.ts'

/** Date of this wording. A change of the wording requires a new date. */
export const termsVersion: IsoDate = '2026-11-21'

export const termsMeta = {
  title: 'Termos de Uso',
  description: `O que vendemos e o que não prometemos, como contratar e pagar, como desistir em ${daysText(WITHDRAWAL_DAYS)}, as garantias e onde reclamar.`,
} as const

/** Texts of the terms that the shop may edit: the texts above, and its own paragraphs at the end of a section. */
export const termsWords = editable('terms', {
  lead: 'As regras deste site, em palavras simples. Quando você contrata, recebe também um contrato. Se os dois disserem coisas diferentes, vale o que for melhor para você.',
  own: {
    'quem-somos': '',
    'o-que-vendemos': '',
    'o-que-nao-prometemos': '',
    conta: '',
    'como-contratar': '',
    precos: '',
    pix: '',
    atraso: '',
    desistir: '',
    garantia: '',
    prazos: '',
    cancelar: '',
    'seus-deveres': '',
    consultas: '',
    privacidade: '',
    reclamar: '',
    foro: '',
    versoes: '',
  },
})

/** Returns the date of the wording in force: that of this release, or that of the shop's own texts when they are newer. */
function termsInForce(): IsoDate {
  return changedOn('terms', termsVersion)
}

/** Returns the terms of use. Every price, count and deadline comes from the catalogue and the contract's terms. */
export function termsOfUse(company: TermsCompany): LegalDocument {
  return {
    title: termsMeta.title,
    lead: termsWords.lead,
    version: termsInForce(),
    sections: withOwn(
      [
        ...offerSections(company),
        ...hiringSections(company),
        ...guaranteeSections(company),
        ...disputeSections(company),
      ],
      termsWords.own,
    ),
  }
}
