/** The team's review of a document: `waiting` until it was reviewed. */
export const reviewStatuses = ['waiting', 'accepted', 'rejected'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** The decision of a review. */
export type ReviewDecision = Exclude<ReviewStatus, 'waiting'>

/** What the team may ask a customer for. `replacement` stands in the place of a rejected document. */
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

/** What a team member may ask for by name. */
export const requestableKinds = requestKinds.filter((kind) => kind !== 'replacement')

/** The kinds by the names that customers read. */
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

/** Characters of what the team writes to a customer about a document. */
export const MAX_WORDS = 300

/** Words that a customer reads: one line, of some length; undefined for too few. */
export function wordsOf(text: string | undefined): string | undefined {
  const words = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS)
  return words.length >= 3 ? words : undefined
}
