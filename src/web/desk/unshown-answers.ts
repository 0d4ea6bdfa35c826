import { useEffect } from 'react'
import type { DeskAnswer } from './answers.ts'

type Refusal = Extract<DeskAnswer, { ok: false }>

const shown = new WeakSet<Refusal>()
const listeners = new Set<(answer: DeskAnswer) => void>()

/** Milliseconds for the screen to reload, after which a form either shows its rejection or is unmounted. */
const shownWithin = 1_500

/**
 * Announces an answer that its form may not be able to show, because the form navigated to another screen, or a colleague was
 * faster and nothing is left to decide. A rejection that no form has shown by then is announced at the bottom of the screen.
 */
export function announceUnlessShown(answer: DeskAnswer): void {
  if (answer.ok) announce(answer)
  else
    setTimeout(() => {
      if (!shown.has(answer)) announce(answer)
    }, shownWithin)
}

function announce(answer: DeskAnswer): void {
  for (const listener of listeners) listener(answer)
}

/**
 * Marks a rejection as shown by a form.
 *
 * @param isSeen returns false while the form is collapsed
 */
export function useShown(answer: DeskAnswer | undefined, isSeen: () => boolean = () => true): void {
  useEffect(() => {
    if (answer?.ok === false && isSeen()) shown.add(answer)
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
