/**
 * Binds a module's use cases to its dependencies:
 * `const { bound, within } = bind(deps)`, then `{ signIn: bound(signIn), cancelOrder: within(cancelOrder) }`.
 */
export function bind<D>(deps: D) {
  return {
    /** For use cases of (deps, input): they open their own transaction or need none. */
    bound:
      <I extends readonly unknown[], O>(useCase: (deps: D, ...input: I) => O) =>
      (...input: I): O =>
        useCase(deps, ...input),

    /** For use cases of (tx, input, deps): they run in the caller's transaction. */
    within:
      <T, I, O>(useCase: (tx: T, input: I, deps: D) => O) =>
      (tx: T, input: I): O =>
        useCase(tx, input, deps),
  }
}
