/** Closes the phone's menu on Escape, on a press outside and when focus leaves it. */
export function enableMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
  if (!menu) return
  const outside = (event: Event) => {
    const to = event instanceof FocusEvent ? event.relatedTarget : event.target
    if (to instanceof Node && !menu.contains(to)) menu.open = false
  }
  document.addEventListener('pointerdown', outside)
  menu.addEventListener('focusout', outside)
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) menu.open = false
  })
}
