import type { IsoDate } from '../../core/calendar.ts'
import type { LegalDocument, PolicyCompany } from './legal.ts'
import { collectedSections } from './privacy/collected.ts'
import { keptSections } from './privacy/kept.ts'
import { purposeSections } from './privacy/purposes.ts'
import { rightsSections } from './privacy/rights.ts'

/** The date of this wording. A change of wording needs a new version. */
export const privacyVersion: IsoDate = '2026-11-29'

export const privacyMeta = {
  title: 'Política de Privacidade',
  description:
    'Que dados seus usamos, para quê, quem vê, por quanto tempo ficam guardados e como pedir para ver, corrigir ou apagar.',
} as const

/** The privacy policy; it must describe what the product actually does (Lei 13.709/2018, LGPD, arts. 6, 7, 9, 18 and 41). */
export function privacyPolicy(company: PolicyCompany): LegalDocument {
  return {
    title: privacyMeta.title,
    lead: 'Seus dados servem para fazer o serviço que você contratou. Não vendemos seus dados e não usamos rastreadores.',
    version: privacyVersion,
    sections: [
      ...collectedSections(company),
      ...purposeSections(company),
      ...keptSections(),
      ...rightsSections(company),
    ],
  }
}
