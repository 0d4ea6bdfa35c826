import { concealDocument, documentKind } from '../../../core/documento.ts'
import type { InstalmentKind } from '../../../core/payment-terms.ts'
import { formatPhone } from '../../../core/phone.ts'

/** The papers there are: a charge's receipt, an order's schedule. */
export const paperKinds = ['receipt', 'schedule'] as const
export type PaperKind = (typeof paperKinds)[number]

/**
 * What a paper says, in the order in which it is read; its number and date are given when it is made. The same facts
 * always give the same paper.
 */
export interface Paper {
  title: string
  /** Said at the foot of every page. */
  issuer: string
  opening: PaperBlock[]
  sections: { heading: string; blocks: PaperBlock[] }[]
}

export type PaperBlock =
  /** One amount, large. */
  | { kind: 'amount'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'link'; url: string; text: string }
  /** Names and values, one a line. */
  | { kind: 'facts'; rows: PaperFact[] }
  | PaperTable

export interface PaperFact {
  term: string
  value: string
}

/** The first cell of a row names it. */
export interface PaperTable {
  kind: 'table'
  /** `share` of the width, together 1. */
  columns: { label: string; share: number; align: 'left' | 'right' }[]
  rows: string[][]
  total?: string[]
}

/** The company that issues it (CDC 42-A). */
export interface Issuer {
  legalName: string
  /** Formatted. */
  cnpj: string
  address: string
  /** E.164. */
  phone: string
  email: string
}

export interface Customer {
  name: string
  /** CPF or CNPJ. */
  document: string
}

export function issuerFacts({ legalName, cnpj, address, phone, email }: Issuer): PaperFact[] {
  return [
    { term: 'Razão social', value: legalName },
    { term: 'CNPJ', value: cnpj },
    { term: 'Endereço', value: address },
    { term: 'Telefone', value: formatPhone(phone) },
    { term: 'E-mail', value: email },
  ]
}

/** 'CPF' and as much of it as its holder needs to recognise it; a company's CNPJ whole. */
export function documentFact({ document }: Customer): PaperFact {
  return { term: documentKind(document) === 'cnpj' ? 'CNPJ' : 'CPF', value: concealDocument(document) }
}

/** 'Entrada', 'Parcela 3', 'À vista'. */
export function labelOf({ kind, number }: { kind: InstalmentKind; number: number }): string {
  if (kind === 'entrada') return 'Entrada'
  return kind === 'a-vista' ? 'À vista' : `Parcela ${number}`
}
