import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { DeskAnswer } from './answers.ts'
import { useAnnounce } from './undo.tsx'

/**
 * Says what was done by a form that is gone when its answer comes: the screen stays, and watches the fetcher that the form sends
 * with (`fetcherKey`).
 */
export function useAnnounceResult(fetcherKey: string): void {
  const { data } = useFetcher<DeskAnswer>({ key: fetcherKey })
  const announce = useAnnounce()
  const announced = useRef<DeskAnswer>(undefined)
  // After every commit, as in DeskForm.
  useEffect(() => {
    if (!data?.ok || announced.current === data) return
    announced.current = data
    announce(data)
  })
}
