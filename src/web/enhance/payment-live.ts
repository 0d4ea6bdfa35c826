import { approvedCopy, clockText } from '../copy/payments-live.ts'
import type { ToastNote } from './toasts.ts'

const pollIntervalMs = 5_000
const redirectDelayMs = 2_000

/**
 * Updates the payment page when the charge changes its phase: by server-sent events, or by polling every five seconds
 * while the stream is down, until the code expires. An approval shows a notice and redirects two seconds later.
 * ui/pix/live-charge.ts sets the URLs as data attributes.
 */
export function watchPayment(
  page: HTMLElement,
  { showToast }: { showToast: (note: ToastNote) => void },
): void {
  const { paymentLive: shown, liveEvents = '', liveSituation = '', liveApproved = '' } = page.dataset
  let done = false
  let pollTimer = 0
  let stream: EventSource | undefined
  countDown(page, () => handlePhase('expired'))
  openOnWide(page)
  listen()
  // A phone that wakes up polls at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !done) void checkPhase()
  })

  function listen(): void {
    if (typeof EventSource === 'undefined') {
      startPolling()
      return
    }
    stream = new EventSource(liveEvents)
    stream.onopen = stopPolling
    stream.onmessage = ({ data }) => handlePhase((JSON.parse(data) as { phase: string }).phase)
    stream.onerror = startPolling
  }

  function startPolling(): void {
    if (!pollTimer && !done) pollTimer = window.setInterval(checkPhase, pollIntervalMs)
  }

  function stopPolling(): void {
    clearInterval(pollTimer)
    pollTimer = 0
  }

  async function checkPhase(): Promise<void> {
    try {
      const response = await fetch(liveSituation, { headers: { Accept: 'application/json' } })
      if (response.ok) handlePhase(((await response.json()) as { phase: string }).phase)
    } catch {
      // Offline; the next poll may succeed.
    }
  }

  function handlePhase(phase: string): void {
    if (done || phase === shown) return
    done = true
    stream?.close()
    stopPolling()
    if (phase === 'approved') approve()
    else location.reload()
  }

  function approve(): void {
    const waiting = page.querySelector('[data-waiting]')
    waiting?.classList.add('waiting-done')
    const title = waiting?.querySelector('b')
    if (title) title.textContent = approvedCopy.title
    waiting?.querySelector('time')?.remove()
    showToast({ tone: 'success', title: approvedCopy.title, text: approvedCopy.text })
    setTimeout(() => location.assign(liveApproved), redirectDelayMs)
  }
}

/** Counts down from the seconds left when the page was rendered, because the device's clock may be wrong. */
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

/** Shows the QR code at once on a wide screen, where people scan it with their phone. */
function openOnWide(page: HTMLElement): void {
  if (!matchMedia('(min-width: 56rem)').matches) return
  for (const box of page.querySelectorAll<HTMLDetailsElement>('details[data-open-wide]')) box.open = true
}
