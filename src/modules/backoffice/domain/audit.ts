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

/** What the first record says of the one before it. */
export const genesis = '0'.repeat(64)

/** The text whose hash is a record's: the same for a row that was read back. */
export function linkText({ at, detail, ...record }: AuditRecord, previousHash: string): string {
  const { position, actorId, action, subject, reason } = record
  return JSON.stringify([
    previousHash,
    position,
    at.toISOString(),
    actorId,
    action,
    subject,
    reason,
    canonical(detail),
  ])
}

/** Keys in order: a database keeps an object's content, not how it was written. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, canonical(inner)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
