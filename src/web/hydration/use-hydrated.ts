import { useSyncExternalStore } from 'react'

/** Returns whether React already runs here: false in the server's HTML and during hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, inBrowser, onServer)
}

/** Returns whether the device has a network, as far as the browser knows. */
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
