/** `destructive` for failures. */
export type ToastTone = 'neutral' | 'success' | 'destructive'

export interface ToastNote {
  tone?: ToastTone
  title: string
  text?: string
}

const most = 3
const lifetime = 4000

/** Takes each notice away after 4 s, waiting while it is being read; shows what `data-toast` says on a choice. */
export function enableToasts(): void {
  const region = document.querySelector('[data-toasts]')
  for (const item of region?.querySelectorAll<HTMLElement>('[data-toast-item]') ?? []) live(item)
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.toast)
      showToast({ tone: 'success', title: target.dataset.toast })
  })
}

/** Shows a notice now. The oldest leaves when there would be more than three. */
export function showToast({ tone = 'neutral', title, text }: ToastNote): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  const template = region?.querySelector('template')
  const item = template?.content.querySelector('[data-toast-item]')?.cloneNode(true)
  if (!region || !(item instanceof HTMLElement)) return
  item.className = `toast toast-${tone}`
  item.setAttribute('role', tone === 'destructive' ? 'alert' : 'status')
  const shown = [...region.querySelectorAll('[data-toast-item]')]
  for (const old of shown.slice(0, Math.max(0, shown.length - most + 1))) old.remove()
  // A modal dialog covers everything else: the notices stand inside it while it is open.
  const modal = document.querySelector('dialog:modal')
  if (modal && !modal.contains(region)) {
    modal.append(region)
    modal.addEventListener('close', () => document.body.append(region), { once: true })
  }
  region.append(item)
  // Filled after it stands in the page, so that a screen reader says it.
  requestAnimationFrame(() => {
    const put = (name: string, value: string) => {
      const place = item.querySelector(`[data-toast-${name}]`)
      if (place) place.textContent = value
    }
    put('title', title)
    put('text', text ?? '')
  })
  live(item)
}

function live(item: HTMLElement): void {
  let timer = 0
  const leave = () => item.remove()
  const start = () => {
    clearTimeout(timer)
    timer = window.setTimeout(leave, lifetime)
  }
  const wait = () => clearTimeout(timer)
  const close = item.querySelector<HTMLElement>('[data-toast-close]')
  if (close) {
    close.hidden = false
    close.addEventListener('click', leave)
  }
  for (const event of ['pointerenter', 'focusin']) item.addEventListener(event, wait)
  for (const event of ['pointerleave', 'focusout']) item.addEventListener(event, start)
  start()
}
