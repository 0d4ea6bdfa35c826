import { concealDocument, documentKind } from '../../../core/documento.ts'
import type { InstalmentKind, PaymentMethod } from '../../../core/payment-terms.ts'
import { formatPhone } from '../../../core/phone.ts'

/** Kinds of PDFs: a charge's receipt, an order's payment schedule. */
export const pdfKinds = ['receipt', 'schedule'] as const
export type PdfKind = (typeof pdfKinds)[number]

/** Payment methods as PDFs name them. */
export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  pix: 'Pix',
  credit_card: 'Cartão de crédito',
}

/**
 * The content of a PDF in reading order, without its number and date, which are assigned when it is issued.
 * Deterministic. The schedule's key contains the hash of its content (open-schedule.ts): changing a field name here
 * causes a new schedule to be issued.
 */
export interface PdfContent {
  title: string
  /** Shown in the header of every page. */
  issuer: string
  /** Below the title, instead of number and date of issue. */
  subtitle?: string
  opening: PdfBlock[]
  sections: { heading: string; blocks: PdfBlock[] }[]
}

export type PdfBlock =
  /** An amount in large type. */
  | { kind: 'amount'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'link'; url: string; text: string }
  /** Terms and values, one per row. */
  | { kind: 'facts'; rows: PdfFact[] }
  | PdfTable

export interface PdfFact {
  term: string
  value: string
}

export type Align = 'left' | 'right'

/** The first cell of a row is its header. */
export interface PdfTable {
  kind: 'table'
  /** `share`: fraction of the width; together 1. */
  columns: { label: string; share: number; align: Align }[]
  rows: string[][]
  total?: string[]
}

/** A file attached to a PDF. */
export interface PdfFile {
  name: string
  mediaType: string
  /** The description that a PDF reader shows beside the name. */
  description: string
  /** Its relation to the document (ISO 32000-2, 7.11.3): its original, or data about it. */
  relationship?: 'Source' | 'Data'
  bytes: Uint8Array
}

/** The issuing company (CDC 42-A). */
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

export function issuerFacts({ legalName, cnpj, address, phone, email }: Issuer): PdfFact[] {
  return [
    { term: 'Razão social', value: legalName },
    { term: 'CNPJ', value: cnpj },
    { term: 'Endereço', value: address },
    { term: 'Telefone', value: formatPhone(phone) },
    { term: 'E-mail', value: email },
  ]
}

/** A masked CPF, which its holder can recognise; a company's CNPJ in full. */
export function documentFact({ document }: Customer): PdfFact {
  return { term: documentKind(document) === 'cnpj' ? 'CNPJ' : 'CPF', value: concealDocument(document) }
}

/** 'Entrada', 'Parcela 3', 'À vista'. */
export function labelOf({ kind, number }: { kind: InstalmentKind; number: number }): string {
  if (kind === 'entrada') return 'Entrada'
  return kind === 'a-vista' ? 'À vista' : `Parcela ${number}`
}
