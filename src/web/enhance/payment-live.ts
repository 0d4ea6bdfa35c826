import { clockText, paymentCopy as copy } from '../copy/payments.ts'
import type { ToastNote } from './toasts.ts'

const pollEvery = 5_000
const beforeLeaving = 2_000

/**
 * A payment page that notices by itself: server-sent events, or a question every five seconds where they do not get
 * through, until the code expires. An approval is said and, two seconds later, leads on. The page gives the addresses
 * (ui/pix/live-charge.ts).
 */
export function watchPayment(
  page: HTMLElement,
  { showToast }: { showToast: (note: ToastNote) => void },
): void {
  const { paymentLive: shown, liveEvents = '', liveSituation = '', liveApproved = '' } = page.dataset
  let over = false
  let poll = 0
  let stream: EventSource | undefined
  countDown(page, () => settle('expired'))
  openOnWide(page)
  listen()
  // A phone that slept with the page in its pocket asks at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !over) void ask()
  })

  function listen(): void {
    if (typeof EventSource === 'undefined') {
      startPolling()
      return
    }
    stream = new EventSource(liveEvents)
    stream.onopen = stopPolling
    stream.onmessage = ({ data }) => settle((JSON.parse(data) as { phase: string }).phase)
    stream.onerror = startPolling
  }

  function startPolling(): void {
    if (!poll && !over) poll = window.setInterval(ask, pollEvery)
  }

  function stopPolling(): void {
    clearInterval(poll)
    poll = 0
  }

  async function ask(): Promise<void> {
    try {
      const response = await fetch(liveSituation, { headers: { Accept: 'application/json' } })
      if (response.ok) settle(((await response.json()) as { phase: string }).phase)
    } catch {
      // No connection now; the next question may get through.
    }
  }

  function settle(phase: string): void {
    if (over || phase === shown) return
    over = true
    stream?.close()
    stopPolling()
    if (phase === 'approved') approve()
    else location.reload()
  }

  function approve(): void {
    const waiting = page.querySelector('[data-waiting]')
    waiting?.classList.add('waiting-done')
    const title = waiting?.querySelector('b')
    if (title) title.textContent = copy.approved.title
    waiting?.querySelector('time')?.remove()
    showToast({ tone: 'success', title: copy.approved.title, text: copy.approved.text })
    setTimeout(() => location.assign(liveApproved), beforeLeaving)
  }
}

/** Counts from what was left when the page came: the phone's own clock may be wrong. */
function countDown(page: HTMLElement, onEnd: () => void): void {
  const clock = page.querySelector<HTMLElement>('[data-countdown]')
  if (!clock) return
  const end = performance.now() + Number(clock.dataset.countdown) * 1000
  const timer = setInterval(() => {
    const left = (end - performance.now()) / 1000
    clock.textContent = clockText(left)
    if (left > -1) return
    clearInterval(timer)
    onEnd()
  }, 500)
}

/** On a wide screen the code is shown at once: there one scans it with a phone. */
function openOnWide(page: HTMLElement): void {
  if (!matchMedia('(min-width: 56rem)').matches) return
  for (const box of page.querySelectorAll<HTMLDetailsElement>('details[data-open-wide]')) box.open = true
}
