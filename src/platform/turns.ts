/** Milliseconds that one piece of long work may take before everything else that waits has its turn. */
const longestTurn = 8

/**
 * Returns a function that long work awaits between its steps: once the work has taken a few milliseconds, it lets the event loop
 * serve everybody else first.
 */
export function inTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestTurn) return
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}
