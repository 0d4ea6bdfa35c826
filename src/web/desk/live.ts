import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { paths } from '../paths.ts'
import { readInBackground } from './ask-desk.ts'

/** How often a tab looks by itself that was refused a stream: a member's thirteenth. */
const lookMs = 30_000

/** Said in this tab when the server says who has which order open; its detail is that, as JSON. */
export const PRESENCE_EVENT = 'desk-presence'

/** Reads the screen again whenever the server says that something of the desk has changed. */
export function useLive(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const events = new EventSource(paths.deskEvents())
    const look = () => void readInBackground(revalidate)
    let looking: ReturnType<typeof setInterval> | undefined
    events.addEventListener('changed', look)
    events.addEventListener('presence', ({ data: detail }) =>
      dispatchEvent(new CustomEvent(PRESENCE_EVENT, { detail })),
    )
    events.addEventListener('error', () => {
      if (events.readyState === EventSource.CLOSED) looking ??= setInterval(look, lookMs)
    })
    return () => {
      events.close()
      clearInterval(looking)
    }
  }, [revalidate])
}
