import { approvedCopy, clockText, closedCopy, timeLeftNotice } from '../copy/payments-live.ts'
import type { ToastNote } from './toasts.ts'

const pollIntervalMs = 5_000
const redirectDelayMs = 2_000

/**
 * Updates the payment page when the charge changes its phase: by server-sent events, or by polling every five seconds
 * while the stream is down, until the code expires. An approval shows a notice and redirects two seconds later; a
 * cancelled or expired code shows one, too, before the page loads again.
 * ui/pix/live-charge.ts sets the URLs as data attributes.
 */
export function watchPayment(
  page: HTMLElement,
  { showToast }: { showToast: (note: ToastNote, about?: Element | null) => void },
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
    if (phase === 'approved') {
      page.querySelector('[data-waiting]')?.classList.add('waiting-done')
      end({ tone: 'success', ...approvedCopy }, () => location.assign(liveApproved))
    } else if (phase === 'cancelled' || phase === 'expired') {
      page.querySelector('[data-waiting]')?.classList.add('waiting-over')
      end({ tone: 'destructive', ...closedCopy[phase] }, () => location.reload())
    } else location.reload()
  }

  /** Shows how it ended, takes the code away, and leaves the page when that could be read. */
  function end(note: ToastNote, leave: () => void): void {
    const waiting = page.querySelector('[data-waiting]')
    const title = waiting?.querySelector('b')
    if (title) title.textContent = note.title
    waiting?.querySelector('time')?.remove()
    page.querySelector('[data-payable]')?.setAttribute('inert', '')
    showToast(note, waiting)
    setTimeout(leave, redirectDelayMs)
  }
}

/**
 * Counts down from the seconds left when the page was rendered, because the device's clock may be wrong. Screen readers hear
 * of it a few times, not every second.
 */
function countDown(page: HTMLElement, onEnd: () => void): void {
  const clock = page.querySelector<HTMLElement>('[data-countdown]')
  if (!clock) return
  const announcement = page.querySelector('[data-time-left]')
  const end = performance.now() + Number(clock.dataset.countdown) * 1000
  let before = Number(clock.dataset.countdown)
  const timer = setInterval(() => {
    const left = (end - performance.now()) / 1000
    clock.textContent = clockText(left)
    const notice = timeLeftNotice(before, left)
    if (notice && announcement) announcement.textContent = notice
    before = left
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
