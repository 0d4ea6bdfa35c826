import { useEffect, useRef, useState } from 'react'
import type { ChargePhase } from '../../../modules/payments/public.ts'
import { approvedCopy, closedToasts } from '../../copy/payments-live.ts'
import { showToast } from '../../enhance/toasts.ts'
import { usePage } from '../../hydration/page.tsx'
import { countDown, type Ending, watchCharge } from './follow-charge.ts'
import type { ShownCharge } from './shown-charge.ts'

const openPhases: readonly ChargePhase[] = ['waiting', 'review', 'issuing']

export interface LiveCharge {
  /** The way the charge ended, until the page shows that state itself. */
  ending: Ending | undefined
  /** Ends the charge in the browser, when its time is over. */
  end: (ending: Ending) => void
}

/**
 * Follows an open charge while its page is open. Its ending is shown, then followed: an approval leads to the next page, an
 * expired or cancelled code to the charge in its new state. Any other change is shown at once.
 *
 * @param urls of its events, of its phase, and of the page after an approval
 */
export function useLiveCharge(
  charge: Pick<ShownCharge, 'id' | 'phase'> | undefined,
  { events, situation, approved }: { events: string; situation: string; approved: string },
): LiveCharge {
  const { refresh } = usePage()
  const [ended, setEnded] = useState<{ id: string; ending: Ending }>()
  const end = useRef<(ending: Ending) => void>(undefined)
  const { id, phase } = charge ?? {}

  useEffect(() => {
    if (id === undefined || phase === undefined || !openPhases.includes(phase)) return
    /** The pages opened with a secret link show the approval themselves. */
    const staysHere = () => approved === location.pathname
    const watch = watchCharge({
      phase,
      events,
      situation,
      onEnding(ending) {
        setEnded({ id, ending })
        const { title, text } = approvedCopy
        showToast(
          ending === 'approved'
            ? { tone: 'success', title, ...(staysHere() ? {} : { text }) }
            : { tone: 'destructive', ...closedToasts[ending] },
          document.querySelector('[data-waiting]'),
        )
      },
      onLeadOn(ending) {
        if (ending === 'approved' && !staysHere()) location.assign(approved)
        // Who paid in the last second is redirected to the page after the approval.
        else void refresh('person')
      },
      onChange: () => void refresh(),
    })
    end.current = watch.end
    return watch.stop
  }, [id, phase, events, situation, approved, refresh])

  return {
    ending: ended?.id === id ? ended?.ending : undefined,
    end: (ending) => end.current?.(ending),
  }
}

/**
 * Counts down the seconds that were left when the server responded; returns the rest, and a text for screen readers.
 *
 * @param seconds undefined if there is nothing to count
 */
export function useCountdown(seconds: number | undefined, onEnd: () => void) {
  const [shown, setShown] = useState({ left: seconds ?? 0, announcement: '' })
  const atEnd = useRef(onEnd)
  atEnd.current = onEnd
  useEffect(() => {
    if (seconds === undefined) return
    const tick = (left: number, announcement: string | undefined) =>
      setShown((before) => ({ left, announcement: announcement ?? before.announcement }))
    return countDown(seconds, tick, () => atEnd.current())
  }, [seconds])
  return shown
}
