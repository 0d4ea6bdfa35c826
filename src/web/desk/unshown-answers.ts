import { useEffect } from 'react'
import type { DeskAnswer } from './answers.ts'

type Refusal = Extract<DeskAnswer, { ok: false }>

const shown = new WeakSet<Refusal>()
const listeners = new Set<(answer: DeskAnswer) => void>()

/** Time for the screen to be read again, after which a form shows its refusal, or is gone. Milliseconds. */
const shownWithin = 1_500

/**
 * What an action answered that its form may not be there to say: the form led to another screen, or a colleague was faster and
 * there is nothing left to decide. A refusal that no form shows by then is said at the foot.
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

/** A form says what was refused. @param isSeen false where it is folded */
export function useShown(answer: DeskAnswer | undefined, isSeen: () => boolean = () => true): void {
  useEffect(() => {
    if (answer?.ok === false && isSeen()) shown.add(answer)
  })
}

/** The answers that no form showed. */
export function useUnshownAnswers(listener: (answer: DeskAnswer) => void): void {
  useEffect(() => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [listener])
}
