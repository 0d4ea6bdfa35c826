import { useEffect, useState } from 'react'

/**
 * The server's time, going on with the browser's clock: a computer whose clock is wrong still shows the right time left.
 *
 * @param now of the screen's loader
 */
export function useNow(now: Date): Date {
  const [elapsed, setElapsed] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts anew from every answer of the server
  useEffect(() => {
    const started = performance.now()
    setElapsed(0)
    const timer = setInterval(() => setElapsed(performance.now() - started), 15_000)
    return () => clearInterval(timer)
  }, [now])
  return new Date(now.getTime() + elapsed)
}
