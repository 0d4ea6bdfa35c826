import { type SubmitEvent, useEffect, useRef } from 'react'
import type { useFetcher } from 'react-router'

/** Two presses within this time are one, unless the first was answered before. */
const DOUBLE_CLICK_MS = 1_000

/**
 * Returns the `onSubmit` of a fetcher's form that ignores the second press of a double click: React may not have rendered yet that
 * the form is being sent.
 */
export function useSendOnce({
  state,
  data,
}: Pick<ReturnType<typeof useFetcher>, 'state' | 'data'>): (event: SubmitEvent<HTMLFormElement>) => void {
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (data) sentAt.current = Number.NEGATIVE_INFINITY
  }, [data])
  return (event) => {
    const isRepeated = event.timeStamp - sentAt.current < DOUBLE_CLICK_MS
    if (state !== 'idle' || isRepeated) event.preventDefault()
    else sentAt.current = event.timeStamp
  }
}
