import { useSyncExternalStore } from 'react'

const OFF = 'painel-sem-letras'
const listeners = new Set<() => void>()

/**
 * Checks whether single letters are shortcuts on this device. They can be switched off for users of speech input (WCAG 2.1.4).
 */
export function letterShortcutsEnabled(): boolean {
  return localStorage.getItem(OFF) === null
}

export function switchLetters(on: boolean): void {
  if (on) localStorage.removeItem(OFF)
  else localStorage.setItem(OFF, '1')
  for (const notify of listeners) notify()
}

/** Returns `letterShortcutsEnabled`, updated on every change; undefined where no scripts run. */
export function useLetters(): boolean | undefined {
  return useSyncExternalStore(listen, letterShortcutsEnabled, () => undefined)
}

function listen(onChange: () => void): () => void {
  listeners.add(onChange)
  // Another tab may have changed the setting.
  addEventListener('storage', onChange)
  return () => {
    listeners.delete(onChange)
    removeEventListener('storage', onChange)
  }
}
