import { cutTo } from '../../../core/text.ts'

/** The team's review of a document: `waiting` until the decision. */
export const reviewStatuses = ['waiting', 'accepted', 'rejected'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** The decision of a review. */
export type ReviewDecision = Exclude<ReviewStatus, 'waiting'>

/** Kinds of documents that the team may request. `replacement` replaces a rejected document. */
export const requestKinds = [
  'identity',
  'cpf',
  'address',
  'income',
  'company',
  'power',
  'other',
  'replacement',
] as const
export type RequestKind = (typeof requestKinds)[number]

/** Kinds that a team member may request explicitly. */
export const requestableKinds = requestKinds.filter((kind) => kind !== 'replacement')

/** Names of the kinds, shown to customers. */
export const requestNames: Record<RequestKind, string> = {
  identity: 'RG ou CNH',
  cpf: 'CPF',
  address: 'Comprovante de residência',
  income: 'Comprovante de renda',
  company: 'Contrato social',
  power: 'Procuração assinada',
  other: 'Outro documento',
  replacement: 'Outro arquivo',
}

/** The team's original request for a document: its kind, and the note to the customer. */
export interface OriginalRequest {
  kind: Exclude<RequestKind, 'replacement'>
  note: string
}

/** Name of the requested document; for the kind `other`, with the note that specifies it. */
export function requestName({ kind, note }: OriginalRequest): string {
  return kind === 'other' && note ? `${requestNames.other}: ${note}` : requestNames[kind]
}

/** Maximum characters of the team's text to a customer about a document. */
export const MAX_WORDS = 300

/** Normalizes a text for a customer: one line, of limited length; undefined when too short. */
export function wordsOf(text: string | undefined): string | undefined {
  const words = cutTo(MAX_WORDS, (text ?? '').replace(/\s+/g, ' ').trim())
  return words.length >= 3 ? words : undefined
}
