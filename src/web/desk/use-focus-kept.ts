import { useEffect } from 'react'

/**
 * Whoever works by keyboard stays where they were: when the control that has the focus is gone (its form is done, its screen
 * another one) or was switched off for a moment, the focus goes to what still stands around it, instead of to the beginning
 * of the page.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: { element: Element; around: Element[]; wasOff?: boolean } | undefined
    let before: Element | undefined
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      // The notice at the foot is gone in a moment: from there it is back to where it was pressed.
      if (!target.closest('.desk-undo')) before = target
      last = { element: target, around: ancestorsOf(target) }
    }
    // Who clicks beside everything wants the focus nowhere.
    const forget = () => {
      last = undefined
    }
    const keep = () => {
      if (!last) return
      const { element, around } = last
      const isOff = element.matches(':disabled')
      // The browser takes the focus from it a moment later.
      if (isOff) last.wasOff = true
      if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return
      if (element.isConnected) {
        if (last.wasOff && !isOff) focus(element)
        return
      }
      const next = [before, ...around].find((each) => each?.isConnected && !each.matches(':disabled'))
      if (next) focus(next)
    }
    const watched = new MutationObserver(keep)
    watched.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
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

/** What may take the focus instead: what a screen reader names, or at least the screen. */
function ancestorsOf(element: Element): Element[] {
  const around: Element[] = []
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (each.matches('form, details, li, section, aside, main')) around.push(each)
  }
  const main = document.getElementById('conteudo')
  if (main && !around.includes(main)) around.push(main)
  return around
}

function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return
  if (!element.matches(controls)) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
