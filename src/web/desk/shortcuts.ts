import { useEffect } from 'react'
import { lettersAct } from './letter-keys.ts'

/**
 * The keys of the desk. A control says its own key (`data-key="e"`) and shows it; pressing the key is pressing the control.
 * J and K walk the rows of a list (`data-row`), Ctrl K opens the search. While somebody types, keys are letters; whoever
 * switched letters off has Ctrl K alone.
 */
export function useShortcuts({ search }: { search: () => void }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if ((event.ctrlKey || event.metaKey) && key === 'k') {
        event.preventDefault()
        return search()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]') || !lettersAct()) return
      if (key === 'j' || key === 'k') return walk(key === 'j' ? 1 : -1)
      const control = [...document.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)].find(
        (found) => found.offsetParent !== null,
      )
      if (!control) return
      event.preventDefault()
      control.focus()
      control.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [search])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
}

function walk(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.ariaCurrent === 'true' || row === document.activeElement)
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
  next?.focus()
  next?.click()
}
