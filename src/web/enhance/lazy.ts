import { isRenderedByReact } from './react-part.ts'

/** Calls a function once per matching element, when the element first receives the focus. */
export function onFirstFocus(selector: string, run: (element: HTMLElement) => unknown): void {
  const handled = new WeakSet<HTMLElement>()
  const handleFocus = ({ target }: Pick<Event, 'target'>) => {
    const element = target instanceof Element && target.closest<HTMLElement>(selector)
    if (!element || handled.has(element) || isRenderedByReact(element)) return
    handled.add(element)
    run(element)
  }
  document.addEventListener('focusin', handleFocus)
  // An element may have the focus before this script runs.
  handleFocus({ target: document.activeElement })
}

/** Calls a function for each matching element of the page, except inside the parts that React runs. */
export function forEachElement(selector: string, run: (element: HTMLElement) => unknown): void {
  const own = `${selector}:not([data-island] *)`
  for (const element of document.querySelectorAll<HTMLElement>(own)) run(element)
}
