/** Thrown when a provider did not answer: try again later. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
  constructor(message = 'the provider is unavailable') {
    super(message)
  }
}
