import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { paths } from '../paths.ts'
import { readInBackground } from './fetch-screen.ts'

/** Polling interval of a tab whose stream was rejected, which happens to the thirteenth stream of a member. */
const lookMs = 30_000

/** Event dispatched in this tab when the server reports who has which order open; its detail is that report, as JSON. */
export const PRESENCE_EVENT = 'desk-presence'

/** Reloads the screen whenever the server reports that something of the desk has changed. */
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
