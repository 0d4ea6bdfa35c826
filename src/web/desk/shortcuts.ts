import { useEffect } from 'react'
import { letterShortcutsEnabled } from './letter-keys.ts'

/**
 * Handles the keyboard shortcuts of the desk. A control declares its key (`data-key="e"`) and shows it; pressing the key
 * activates the control. J and K move through the rows of a list (`data-row`), Ctrl K opens the search, Escape collapses what is
 * expanded. While the user types in a field, letters are not shortcuts; with letter shortcuts switched off, only Ctrl K and
 * Escape work.
 */
export function useShortcuts({ search }: { search: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if ((event.ctrlKey || event.metaKey) && key === 'k') {
        event.preventDefault()
        return search()
      }
      if (key === 'escape') return fold(event.target)
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]') || !letterShortcutsEnabled()) return
      if (key === 'j' || key === 'k') return walk(key === 'j' ? 1 : -1)
      if (key === 'enter' && isControl(event.target)) return
      const control = [...document.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)].find(
        (found) => found.offsetParent !== null,
      )
      if (!control) return
      event.preventDefault()
      press(control)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [search])
}

/**
 * Activates a control. If that expands a form, its first field gets the focus, so that the next letters are typed there and are
 * not shortcuts.
 */
function press(control: HTMLElement): void {
  control.focus()
  control.click()
  if (!control.matches('details[open] > summary')) return
  const field = control.parentElement?.querySelector<HTMLElement>(
    'textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=file])',
  )
  field?.focus()
}

/** Collapses the details around a control; the typed values are kept. */
function fold(target: EventTarget | null): void {
  if (document.querySelector('dialog[open]') || !(target instanceof Element)) return
  const details = target.closest<HTMLDetailsElement>('details[open]')
  if (!details) return
  details.open = false
  details.querySelector<HTMLElement>(':scope > summary')?.focus()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
}

const rowsShown = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/**
 * Checks whether Enter already activates the element; rows are excluded, because there Enter opens the item shown beside the
 * list.
 */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('a:not([data-row]), button, summary, input')
}

/** Moves to the next or previous row. After the last row it opens the next page of the list, at its first row. */
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
  // An item that opens beside the list is shown at once; an item with a separate page waits for Enter.
  if (next?.dataset.row === 'beside') next.click()
}

/** Focuses the first row once another page of the list is shown; in a list that grows instead, the focus does not move. */
function focusNewRow(first: HTMLElement | undefined): void {
  const shown = new MutationObserver(() => {
    if (first?.isConnected) return
    shown.disconnect()
    rowsShown()[0]?.focus()
  })
  shown.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => shown.disconnect(), 5_000)
}
