import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { paths } from '../paths.ts'
import { readByItself } from './ask-desk.ts'

/** Reads the screen again whenever the server says that something of the desk has changed. */
export function useLive(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const events = new EventSource(paths.deskEvents())
    events.addEventListener('changed', () => void readByItself(revalidate))
    return () => events.close()
  }, [revalidate])
}
