/**
 * Counts the calls of an object whose methods return promises of results, such as a payment provider.
 *
 * @param count called with the name of each call, and `ok`, the code of its refusal, or `error` when it threw
 */
export function countCalls<Target extends object>(
  target: Target,
  count: (call: string, result: string) => void,
): Target {
  return new Proxy(target, {
    get(from, property) {
      const value: unknown = Reflect.get(from, property)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(value, from, args)
        if (answer instanceof Promise) {
          answer.then(
            (outcome) => count(String(property), resultOf(outcome)),
            () => count(String(property), 'error'),
          )
        }
        return answer
      }
    },
  })
}

function resultOf(outcome: unknown): string {
  if (typeof outcome !== 'object' || outcome === null || !('ok' in outcome)) return 'ok'
  return outcome.ok ? 'ok' : 'code' in outcome ? String(outcome.code) : 'refused'
}
