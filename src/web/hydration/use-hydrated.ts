import { useSyncExternalStore } from 'react'

/** Whether React runs here already: false in the server's HTML and while React takes it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, inBrowser, onServer)
}

/** Whether the device has a network, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(followNetwork, () => navigator.onLine, inBrowser)
}

const inBrowser = () => true
const onServer = () => false
const never = () => () => {}

function followNetwork(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
