import { useEffect } from 'react'

/**
 * Keeps the focus near its position for keyboard users: when the focused control is removed or folded away (its form is done, or the
 * screen changed) or was temporarily disabled, the focus moves to an element around it that still exists, instead of to the
 * beginning of the page.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: { element: Element; around: Element[]; wasOff?: boolean } | undefined
    let before: Element | undefined
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      // The toast at the bottom disappears soon: from there the focus returns to the control that was used before.
      if (!target.closest('.desk-undo')) before = target
      last = { element: target, around: ancestorsOf(target) }
    }
    // A press outside of all controls removes the focus intentionally.
    const forget = () => {
      last = undefined
    }
    const keep = () => {
      if (!last) return
      const { element, around } = last
      const isOff = element.matches(':disabled')
      // The browser removes the focus from a disabled control a moment later.
      if (isOff) last.wasOff = true
      const folded = element.isConnected ? summaryOver(element) : undefined
      if (folded) return focus(folded)
      if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return
      if (element.isConnected) {
        if (last.wasOff && !isOff) focus(element)
        return
      }
      const next = [before, ...around].find((each) => each?.isConnected && !each.matches(':disabled'))
      if (next) focus(next)
    }
    const watched = new MutationObserver(keep)
    watched.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'open'] })
    addEventListener('focusin', note)
    addEventListener('pointerdown', forget, true)
    return () => {
      watched.disconnect()
      removeEventListener('focusin', note)
      removeEventListener('pointerdown', forget, true)
    }
  }, [])
}

const controls = 'a, button, summary, input, select, textarea'

/** Returns the elements that may get the focus instead: those that a screen reader names, or at least the main content. */
function ancestorsOf(element: Element): Element[] {
  const around: Element[] = []
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (each.matches('form, details, li, section, aside, main')) around.push(each)
  }
  const main = document.getElementById('conteudo')
  if (main && !around.includes(main)) around.push(main)
  return around
}

/** Returns the summary of the folded part that contains an element; undefined if the element, or that summary, can be seen. */
function summaryOver(element: Element): Element | undefined {
  const folded = element.closest('details:not([open])')
  const summary = folded?.querySelector(':scope > summary')
  return summary && !summary.contains(element) ? summary : undefined
}

function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return
  if (!element.matches(controls)) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
