import { useEffect } from 'react'
import type { DeskAnswer } from './answers.ts'

const shown = new WeakSet<DeskAnswer>()
const listeners = new Set<(answer: DeskAnswer) => void>()

/** Milliseconds for the screen to reload, after which a form has either shown its answer or is unmounted. */
const shownWithin = 1_500

/**
 * Announces an answer that its form may not be able to show, because the form navigated to another screen, a colleague was faster and
 * nothing is left to decide, or the screen was reloaded without the form before React ran its effects. An answer that nothing has shown by
 * then is announced at the bottom of the screen. What was only asked for is shown where it was.
 */
export function announceUnlessShown(answer: DeskAnswer): void {
  if (answer.ok && answer.found !== undefined) return
  if (answer.ok && answer.to) announce(answer)
  else
    setTimeout(() => {
      if (!shown.has(answer)) announce(answer)
    }, shownWithin)
}

function announce(answer: DeskAnswer): void {
  for (const listener of listeners) listener(answer)
}

/** Marks an answer as shown. */
export function markShown(answer: DeskAnswer): void {
  shown.add(answer)
}

/**
 * Marks an answer as shown by its form.
 *
 * @param isSeen returns false while the form is collapsed
 */
export function useShown(answer: DeskAnswer | undefined, isSeen: () => boolean = () => true): void {
  useEffect(() => {
    if (answer && isSeen()) markShown(answer)
  })
}

/** Calls the listener with every answer that no form showed. */
export function useUnshownAnswers(listener: (answer: DeskAnswer) => void): void {
  useEffect(() => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [listener])
}
