import { formatCnpj, isCnpj, normalizeCnpj } from './cnpj.ts'
import { concealCpf, formatCpf, isCpf, normalizeCpf } from './cpf.ts'

export type DocumentKind = 'cpf' | 'cnpj'

/** The kind of a valid document, check digits included; undefined when it is neither. */
export function documentKind(text: string): DocumentKind | undefined {
  if (isCpf(text)) return 'cpf'
  if (isCnpj(text)) return 'cnpj'
  return undefined
}

export function isDocument(text: string): boolean {
  return documentKind(text) !== undefined
}

/** The stored form: digits, and upper-case letters in a CNPJ. */
export function normalizeDocument(text: string): string {
  return documentKind(text) === 'cpf' ? normalizeCpf(text) : normalizeCnpj(text)
}

/** Adds the punctuation; returns any other text unchanged. */
export function formatDocument(text: string): string {
  const kind = documentKind(text)
  if (kind === 'cpf') return formatCpf(text)
  return kind === 'cnpj' ? formatCnpj(text) : text
}

/** Progressive mask for a field that takes either: a CPF up to eleven digits, then a CNPJ. */
export function maskDocument(text: string): string {
  const characters = normalizeCnpj(text)
  return /^\d{0,11}$/.test(characters) ? formatCpf(characters) : formatCnpj(characters)
}

/** Conceals a CPF. A company's CNPJ is public and is not concealed. */
export function concealDocument(text: string): string {
  return documentKind(text) === 'cnpj' ? formatCnpj(text) : concealCpf(text)
}
