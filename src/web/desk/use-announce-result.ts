import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { DeskAnswer } from './answers.ts'
import { useAnnounce } from './undo.tsx'

/**
 * Announces the result of a form that is unmounted when its answer arrives: the screen stays mounted, and watches the fetcher
 * that the form uses (`fetcherKey`).
 */
export function useAnnounceResult(fetcherKey: string): void {
  const { data } = useFetcher<DeskAnswer>({ key: fetcherKey })
  const announce = useAnnounce()
  const announced = useRef<DeskAnswer>(undefined)
  // Runs after every commit, as in DeskForm.
  useEffect(() => {
    if (!data?.ok || announced.current === data) return
    announced.current = data
    announce(data)
  })
}
