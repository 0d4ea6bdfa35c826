/**
 * Why a body does not become complete. `too_large`: it has more bytes than its path takes. `overloaded`: this process holds too many
 * bodies. `too_slow`: a large body stopped arriving. `gone`: the client disconnected, or was answered already.
 */
export type UnreadBody = 'too_large' | 'overloaded' | 'too_slow' | 'gone'

/** Fails the reading of a body that does not become complete. The server answers, and nothing of ours failed. */
export class UnreadBodyError extends Error {
  override readonly name = 'UnreadBodyError'
  readonly reason: UnreadBody

  constructor(reason: UnreadBody) {
    super(`the body is not whole: ${reason}`)
    this.reason = reason
  }
}

/**
 * Returns why the reading of a body failed; undefined for another error. Recognised by its name: the built pages have their own copy of
 * this class, of which no error of the process is an instance.
 */
export function unreadBodyOf(error: unknown): UnreadBody | undefined {
  return error instanceof Error && error.name === 'UnreadBodyError'
    ? (error as UnreadBodyError).reason
    : undefined
}
