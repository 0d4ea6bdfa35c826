import { useEffect } from 'react'
import { letterShortcutsEnabled } from './letter-keys.ts'

/**
 * The keys of the desk. A control says its own key (`data-key="e"`) and shows it; pressing the key is pressing the control.
 * J and K walk the rows of a list (`data-row`), Ctrl K opens the search, Escape folds what was unfolded. While somebody types,
 * keys are letters; whoever switched letters off has Ctrl K and Escape alone.
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

/** What is unfolded is there to be written in: the next letters belong to its first field, and are no keys. */
function press(control: HTMLElement): void {
  control.focus()
  control.click()
  if (!control.matches('details[open] > summary')) return
  const field = control.parentElement?.querySelector<HTMLElement>(
    'textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=file])',
  )
  field?.focus()
}

/** The details around a control; what was typed there stays. */
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
