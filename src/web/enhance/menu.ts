/** Closes the mobile menu on Escape, on a press outside and when the focus leaves it. */
export function enableMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
  if (!menu) return
  const closeIfOutside = (event: Event) => {
    const target = event instanceof FocusEvent ? event.relatedTarget : event.target
    if (target instanceof Node && !menu.contains(target)) menu.open = false
  }
  document.addEventListener('pointerdown', closeIfOutside)
  menu.addEventListener('focusout', closeIfOutside)
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) menu.open = false
  })
}
