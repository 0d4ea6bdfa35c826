import { timeLeftAnnouncement } from '../../copy/payments-live.ts'

const pollIntervalMs = 5_000

/**
 * Follows the phase of a charge: by server-sent events, or by polling every five seconds while the stream is down.
 *
 * @param urls of the event stream and of the polling endpoint
 * @param onPhase receives each phase, including an unchanged one
 * @returns a function that stops following
 */
function followCharge(
  urls: { events: string; situation: string },
  onPhase: (phase: string) => void,
): () => void {
  let ended = false
  let pollTimer: ReturnType<typeof setInterval> | undefined
  let stream: EventSource | undefined

  const startPolling = () => {
    if (!ended) pollTimer ??= setInterval(checkPhase, pollIntervalMs)
  }
  const stopPolling = () => {
    clearInterval(pollTimer)
    pollTimer = undefined
  }
  const report = (phase: string) => {
    if (!ended) onPhase(phase)
  }
  const checkPhase = async () => {
    try {
      const response = await fetch(urls.situation, { headers: { Accept: 'application/json' } })
      if (response.ok) report(((await response.json()) as { phase: string }).phase)
    } catch {
      // Offline; the next poll may succeed.
    }
  }
  // A phone that wakes up polls at once.
  const checkIfSeen = () => {
    if (document.visibilityState === 'visible') void checkPhase()
  }

  document.addEventListener('visibilitychange', checkIfSeen)
  if (typeof EventSource === 'undefined') startPolling()
  else {
    stream = new EventSource(urls.events)
    stream.onopen = stopPolling
    stream.onmessage = ({ data }) => report((JSON.parse(data) as { phase: string }).phase)
    stream.onerror = startPolling
  }
  return () => {
    ended = true
    stream?.close()
    stopPolling()
    document.removeEventListener('visibilitychange', checkIfSeen)
  }
}

const leadOnMs = 2_000

/** The way a charge ended while its page was open. */
export type Ending = 'approved' | 'cancelled' | 'expired'

/**
 * Follows an open charge until its phase differs from the one that the page shows. The ending is reported at once, and the next
 * page two seconds later, so that the ending can be read.
 *
 * @param phase that the page shows
 * @returns `end` to end it from the browser, when its time is over; `stop` for when the page shows something else
 */
export function watchCharge({
  phase: shown,
  onEnding,
  onLeadOn,
  onChange,
  ...urls
}: {
  phase: string
  events: string
  situation: string
  onEnding: (ending: Ending) => void
  onLeadOn: (ending: Ending) => void
  onChange: () => void
}): { end: (ending: Ending) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (ending: Ending) => {
    if (timer) return
    unfollow()
    onEnding(ending)
    timer = setTimeout(() => onLeadOn(ending), leadOnMs)
  }
  const unfollow = followCharge(urls, (phase) => {
    if (phase === shown) return
    if (phase === 'approved' || phase === 'cancelled' || phase === 'expired') end(phase)
    else onChange()
  })
  return {
    end,
    stop() {
      unfollow()
      clearTimeout(timer)
    },
  }
}

/**
 * Counts down from the seconds left when the server responded, because the device's clock may be wrong.
 *
 * @param onTick receives the seconds left, and at a few moments a text for screen readers
 * @returns a function that stops the countdown
 */
export function countDown(
  seconds: number,
  onTick: (left: number, announcement: string | undefined) => void,
  onEnd: () => void,
): () => void {
  const end = performance.now() + seconds * 1000
  let before = seconds
  const timer = setInterval(() => {
    const left = (end - performance.now()) / 1000
    onTick(left, timeLeftAnnouncement(before, left))
    before = left
    if (left > -1) return
    clearInterval(timer)
    onEnd()
  }, 500)
  return () => clearInterval(timer)
}
