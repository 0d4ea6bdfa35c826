import { canonicalJson } from '../../../core/json.ts'

/** Plain JSON. */
export type AuditDetail = Record<string, unknown>

/** An action of the team, before it is linked to the previous record. */
export interface AuditRecord {
  position: number
  at: Date
  actorId: string
  action: string
  subject: string
  reason: string
  detail: AuditDetail
}

/**
 * Inputs that were renamed: the log keeps the original names, so that records from before and after the change can be
 * compared.
 */
const storedNames: { readonly [input: string]: string } = { reinstateDebt: 'owed', retry: 'again' }

/** Inputs that may name a person or their debt, or that are long: the rows of the subject hold them. */
const leftOut: ReadonlySet<string> = new Set([
  'email',
  'name',
  'words',
  'note',
  'protocol',
  'content',
  'title',
  'lines',
  'keptNames',
])

/** The detail of an action's input: ids, amounts and choices. */
export function auditDetailOf(input: object): AuditDetail {
  const kept = Object.entries(input).filter(([name, value]) => !leftOut.has(name) && value !== undefined)
  return Object.fromEntries(kept.map(([name, value]) => [storedNames[name] ?? name, value]))
}

/** The text that a record's hash is computed from: identical for a row read back from the database. */
export function linkText({ at, detail, ...record }: AuditRecord, previousHash: string): string {
  const { position, actorId, action, subject, reason } = record
  return canonicalJson([previousHash, position, at, actorId, action, subject, reason, detail])
}
