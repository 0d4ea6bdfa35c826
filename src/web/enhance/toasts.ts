/** Tone of a toast: `destructive` for failures. */
export type ToastTone = 'neutral' | 'success' | 'destructive'

export interface ToastNote {
  tone?: ToastTone
  title: string
  text?: string
}

/** Shown at the same time. */
export const maxToasts = 3
const lifetimeMs = 4000
/** Time to read a character: a toast of more than 80 stays for longer. */
const readingMs = 50

/**
 * Removes each toast after 4 s, a long one once it can have been read, but not while it has the pointer or the focus; shows the `data-toast` text of a control when it
 * is chosen, in place of what was shown before: "choose a plan", or the choice that it replaces.
 */
export function enableToasts(): void {
  const region = document.querySelector('[data-toasts]')
  for (const item of region?.querySelectorAll<HTMLElement>('[data-toast-item]') ?? [])
    startLifetime(item, item.textContent.length)
  const refused = document.querySelector('main [aria-invalid=true]')
  if (refused && region instanceof HTMLElement) region.dataset.side = sideFor(refused)
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLElement && target.dataset.toast)) return
    for (const old of region?.querySelectorAll('[data-toast-item]') ?? []) old.remove()
    showToast({ tone: 'success', title: target.dataset.toast })
  })
}

/**
 * Shows a toast. Removes the oldest when there would be more than three.
 *
 * @param about the element that the toast is about and must not cover; by default the focused control
 */
export function showToast(
  { tone = 'neutral', title, text }: ToastNote,
  about: Element | null = document.activeElement,
): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  const template = region?.querySelector('template')
  const item = template?.content.querySelector('[data-toast-item]')?.cloneNode(true)
  if (!region || !(item instanceof HTMLElement)) return
  item.className = `toast toast-${tone}`
  item.setAttribute('role', tone === 'destructive' ? 'alert' : 'status')
  const shown = [...region.querySelectorAll('[data-toast-item]')]
  for (const old of shown.slice(0, Math.max(0, shown.length - maxToasts + 1))) old.remove()
  // A modal dialog covers everything else, so the toasts move into it while it is open; what they said of the page before is over.
  const modal = document.querySelector('dialog:modal')
  if (modal && !modal.contains(region)) {
    for (const old of shown) old.remove()
    modal.append(region)
    modal.addEventListener('close', () => document.body.append(region), { once: true })
  }
  region.dataset.side = sideFor(about)
  region.append(item)
  // Filled after insertion, so that screen readers announce it.
  requestAnimationFrame(() => {
    const put = (name: string, value: string) => {
      const target = item.querySelector(`[data-toast-${name}]`)
      if (target) target.textContent = value
    }
    put('title', title)
    put('text', text ?? '')
  })
  startLifetime(item, `${title}${text ?? ''}`.length)
}

/** Returns the half of the window in which toasts appear: the one without the control they are about. */
function sideFor(about: Element | null): 'top' | 'bottom' {
  if (!about || about === document.body) return 'top'
  const { top, bottom } = about.getBoundingClientRect()
  return (top + bottom) / 2 < innerHeight / 2 ? 'bottom' : 'top'
}

function startLifetime(item: HTMLElement, characters: number): void {
  let timer = 0
  const remove = () => item.remove()
  const start = () => {
    clearTimeout(timer)
    timer = window.setTimeout(remove, Math.max(lifetimeMs, characters * readingMs))
  }
  const wait = () => clearTimeout(timer)
  const close = item.querySelector<HTMLElement>('[data-toast-close]')
  if (close) {
    close.hidden = false
    close.addEventListener('click', remove)
  }
  for (const event of ['pointerenter', 'focusin']) item.addEventListener(event, wait)
  for (const event of ['pointerleave', 'focusout']) item.addEventListener(event, start)
  start()
}
