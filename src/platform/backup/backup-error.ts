/** Reason why a back-up cannot be made or read, as one sentence in Portuguese for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
