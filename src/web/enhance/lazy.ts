/** Runs once for each matching element, when focus first enters it. */
export function onFirstTouch(selector: string, run: (element: HTMLElement) => unknown): void {
  const known = new WeakSet<HTMLElement>()
  const touch = ({ target }: Pick<Event, 'target'>) => {
    const element = target instanceof Element && target.closest<HTMLElement>(selector)
    if (!element || known.has(element)) return
    known.add(element)
    run(element)
  }
  document.addEventListener('focusin', touch)
  // What the page itself has focused already.
  touch({ target: document.activeElement })
}

/** Runs for each matching element of the page, when the browser has nothing more urgent. */
export function onNeed(selector: string, run: (element: HTMLElement) => unknown): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) run(element)
}
