import { canonicalJson } from '../../../core/json.ts'

/** Plain JSON. */
export type AuditDetail = Record<string, unknown>

/** What the team did, before it is linked to the record before it. */
export interface AuditRecord {
  position: number
  at: Date
  actorId: string
  action: string
  subject: string
  reason: string
  detail: AuditDetail
}

/** The text whose hash is a record's: the same for a row that was read back. */
export function linkText({ at, detail, ...record }: AuditRecord, previousHash: string): string {
  const { position, actorId, action, subject, reason } = record
  return canonicalJson([previousHash, position, at, actorId, action, subject, reason, detail])
}
