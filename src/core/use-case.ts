/**
 * Hands what a module's use cases are built over to each of them:
 * `const { bound, within } = bind(deps)`, then `{ signIn: bound(signIn), cancelOrder: within(cancelOrder) }`.
 */
export function bind<D>(deps: D) {
  return {
    /** A use case of (deps, input): it opens its own transaction, or needs none. */
    bound:
      <I extends readonly unknown[], O>(useCase: (deps: D, ...input: I) => O) =>
      (...input: I): O =>
        useCase(deps, ...input),

    /** A use case of (tx, input, deps): it runs inside the caller's transaction. */
    within:
      <T, I, O>(useCase: (tx: T, input: I, deps: D) => O) =>
      (tx: T, input: I): O =>
        useCase(tx, input, deps),
  }
}
