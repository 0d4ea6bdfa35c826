import type { IsoDate } from '../../core/calendar.ts'

/**
 * A paragraph, a list, or names with their explanations. In every text, `[words](/page)` and bare e-mail addresses become links.
 */
export type LegalBlock =
  | string
  | { list: readonly string[] }
  | { rows: readonly { name: string; text: string }[] }

export interface LegalSection {
  /** The anchor, in Portuguese because people share it in links. */
  id: string
  title: string
  /** The section in one sentence, shown as 'Em resumo'. */
  short: string
  blocks: readonly LegalBlock[]
}

export interface LegalDocument {
  title: string
  lead: string
  version: IsoDate
  sections: readonly LegalSection[]
}

export const legalCopy = {
  contents: 'Nesta página',
  short: 'Em resumo:',
  version: 'Versão de',
  other: { privacy: 'Ler a Política de Privacidade', terms: 'Ler os Termos de Uso' },
} as const

/** Data of the company for the terms. */
export interface TermsCompany {
  legalName: string
  cnpj: string
  address: string
  /** In E.164 format. */
  phone: string
  email: string
  pixKey: string
  lawyer: string
  dpoEmail: string
}

/** Data of the company for the privacy policy. */
export interface PolicyCompany {
  legalName: string
  cnpj: string
  address: string
  email: string
  dpoEmail: string
}

/**
 * Returns the sections, each followed by the paragraphs that the shop added to it.
 *
 * @param own the shop's paragraphs by section id; an empty line separates paragraphs
 */
export function withOwn(
  sections: readonly LegalSection[],
  own: Readonly<Record<string, string>>,
): LegalSection[] {
  return sections.map((section) => {
    const paragraphs = (own[section.id] ?? '').split(/\n\s*\n/).map((text) => text.trim())
    return { ...section, blocks: [...section.blocks, ...paragraphs.filter(Boolean)] }
  })
}
