/** Why there is no usable database, as one sentence for the person at the console. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}
