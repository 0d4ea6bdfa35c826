/**
 * Hands what a module's use cases are built over to each of them: `const bound = boundTo(deps)`, then
 * `{ signIn: bound(signIn) }`. A use case is a function of (deps, input).
 */
export function boundTo<D>(deps: D) {
  return <I, O>(useCase: (deps: D, input: I) => O) =>
    (input: I): O =>
      useCase(deps, input)
}
