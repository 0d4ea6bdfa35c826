/** The code of a system error ('ENOENT') or of a database's error ('40001'); undefined for an error without one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
