/** Reason why the database is unusable, as one sentence in Portuguese for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}
