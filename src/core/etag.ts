/**
 * Whether a client that sent this `If-None-Match` has the current version. Uses weak comparison, because a proxy may
 * have weakened a strong tag (RFC 9110, 13.1.2).
 */
export function isUnchanged(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
}
