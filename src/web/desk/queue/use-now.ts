import { useEffect, useState } from 'react'

/**
 * Returns the server's time, advanced by the browser's clock: a computer with a wrong clock still shows the correct remaining
 * time.
 *
 * @param now the time that the screen's loader returned
 */
export function useNow(now: Date): Date {
  const [elapsed, setElapsed] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts with every answer of the server
  useEffect(() => {
    const started = performance.now()
    setElapsed(0)
    const timer = setInterval(() => setElapsed(performance.now() - started), 15_000)
    return () => clearInterval(timer)
  }, [now])
  return new Date(now.getTime() + elapsed)
}
