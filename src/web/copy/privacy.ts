import type { IsoDate } from '../../core/calendar.ts'
import { changedOn, editable } from './editable.ts'
import { type LegalDocument, type PolicyCompany, withOwn } from './legal.ts'
import { collectedSections } from './privacy/collected.ts'
import { keptSections } from './privacy/kept.ts'
import { purposeSections } from './privacy/purposes.ts'
import { rightsSections } from './privacy/rights.ts'

/** Date of this wording. A change of the wording requires a new date. */
export const privacyVersion: IsoDate = '2026-11-29'

export const privacyMeta = {
  title: 'Política de Privacidade',
  description:
    'Que dados seus usamos, para quê, quem vê, por quanto tempo ficam guardados e como pedir para ver, corrigir ou apagar.',
} as const

/** Texts of the policy that the shop may edit: the texts above, and its own paragraphs at the end of a section. */
export const privacyWords = editable('privacy', {
  lead: 'Seus dados servem para fazer o serviço que você contratou. Não vendemos seus dados e não usamos rastreadores.',
  own: {
    'quem-responde': '',
    dados: '',
    origem: '',
    'para-que': '',
    'outra-pessoa': '',
    'quem-ve': '',
    seguranca: '',
    prazos: '',
    cookies: '',
    direitos: '',
    menores: '',
    incidentes: '',
    reclamar: '',
    mudancas: '',
  },
})

/** Returns the date of the wording in force: that of this release, or that of the shop's own texts when they are newer. */
export function privacyInForce(): IsoDate {
  return changedOn('privacy', privacyVersion)
}

/**
 * Returns the privacy policy, which must describe what the product actually does (Lei 13.709/2018, LGPD, arts. 6, 7, 9, 18 and
 * 41).
 */
export function privacyPolicy(company: PolicyCompany): LegalDocument {
  return {
    title: privacyMeta.title,
    lead: privacyWords.lead,
    version: privacyInForce(),
    sections: withOwn(
      [
        ...collectedSections(company),
        ...purposeSections(company),
        ...keptSections(),
        ...rightsSections(company),
      ],
      privacyWords.own,
    ),
  }
}
