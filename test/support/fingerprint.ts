import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of the texts and numbers in a value, in order. The names of its properties do not count: readers do not see
 * them.
 */
export function fingerprint(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(leavesOf(content)))
    .digest('hex')
}

function leavesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? [] : [value]
  return Object.values(value).flatMap(leavesOf)
}
