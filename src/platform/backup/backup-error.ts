/** Reason why a back-up cannot be made or read, as one sentence in Portuguese for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** The code of a system error, such as 'ENOENT'; the text of any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
