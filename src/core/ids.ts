/** Generates a time-ordered UUID. The app generates its ids because PostgreSQL 15 has no `uuidv7()`. */
export type NewId = () => string

/**
 * Whether a text is a UUID of any version, in small letters as ours are written. Check ids from URLs with it before using them in SQL: to
 * a column of ids capitals are the same id, to the team's log, a claim or a lock another one.
 */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
}
