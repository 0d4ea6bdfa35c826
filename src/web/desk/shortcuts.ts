import { useEffect } from 'react'
import { letterShortcutsEnabled } from './letter-keys.ts'

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
      if (document.querySelector('dialog[open]') || !letterShortcutsEnabled()) return
      if (key === 'j' || key === 'k') return walk(key === 'j' ? 1 : -1)
      if (key === 'enter' && isControl(event.target)) return
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

const rowsShown = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/** What Enter presses by itself; on a row it opens what stands beside the list. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('a:not([data-row]), button, summary, input')
}

/** Past the last row the next page of the list begins at its first one. */
function walk(step: 1 | -1): void {
  const rows = rowsShown()
  const at = rows.findIndex((row) => row.ariaCurrent === 'true' || row === document.activeElement)
  const more = document.querySelector<HTMLElement>('.desk-more-rows a')
  if (step === 1 && more && at === rows.length - 1) {
    more.click()
    focusNewRow(rows[0])
    return
  }
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
  next?.focus()
  // What opens beside the list is shown at once; what is a page of its own waits for Enter.
  if (next?.dataset.row === 'beside') next.click()
}

/** Once another page of the list is there; a list that grows instead goes on where it was. */
function focusNewRow(first: HTMLElement | undefined): void {
  const shown = new MutationObserver(() => {
    if (first?.isConnected) return
    shown.disconnect()
    rowsShown()[0]?.focus()
  })
  shown.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => shown.disconnect(), 5_000)
}
