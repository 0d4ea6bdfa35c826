import type { IsoDate } from '../../core/calendar.ts'

/**
 * A paragraph, a list, or names with their explanations. In every text `[words](/page)` becomes a link, and so does a
 * bare e-mail address.
 */
export type LegalBlock =
  | string
  | { list: readonly string[] }
  | { rows: readonly { name: string; text: string }[] }

export interface LegalSection {
  /** The anchor, in Portuguese because people share it. */
  id: string
  title: string
  /** 'Em resumo': the section in one sentence. */
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

/** The company as the terms name it. */
export interface TermsCompany {
  legalName: string
  cnpj: string
  address: string
  /** E.164. */
  phone: string
  email: string
  pixKey: string
  lawyer: string
  dpoEmail: string
}

/** The company as the policy names it. */
export interface PolicyCompany {
  legalName: string
  cnpj: string
  address: string
  email: string
  dpoEmail: string
}

/**
 * Returns the sections, each with the paragraphs that the shop added to it. @param own by the id of the section; an empty line separates
 * paragraphs
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
