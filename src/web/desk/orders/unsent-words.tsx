import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import { orderCopy as copy } from '../../copy/desk-orders.ts'
import { textIn } from '../../forms/text-in.ts'
import type { DeskAnswer } from '../answers.ts'
import { useFrame } from '../frame.tsx'
import { typedIn } from '../typed.ts'
import type { Order, Step } from './order-data.ts'

/**
 * Remembers what is typed in the form of each step: the form is unmounted when a colleague completes the step first, and the
 * text with it. Without scripts, what was sent too late.
 */
export function useUnsentWords({ steps }: Pick<Order, 'steps'>) {
  const { member } = useFrame()
  const answer = useActionData<DeskAnswer>()
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(() => wordsIn(typedIn(answer)))
  const isOwn = ({ completion }: Step) => completion?.completedBy === member.id
  const without = (number: number) => setTyped(new Map([...typed].filter(([other]) => other !== number)))
  // What the member has sent is not kept for a later completion of the same step.
  const sent = steps.find((step) => isOwn(step) && typed.has(step.number))
  if (sent) without(sent.number)
  return {
    /** For an element around the form of a step. */
    onInput({ target }: FormEvent) {
      const form = target instanceof Element && target.closest('form')
      if (!form) return
      const given = Object.fromEntries(
        ['etapa', 'palavras', 'protocolo'].map((name) => [name, textIn(new FormData(form), name)]),
      )
      setTyped(new Map([...typed, ...wordsIn(given)]))
    },
    of: (step: Step): string => (isOwn(step) ? '' : (typed.get(step.number) ?? '')),
    forget: ({ number }: Step) => without(number),
  }
}

/** The words and the protocol typed in the form of a step, by its number. */
function wordsIn({ etapa, palavras, protocolo }: Readonly<Record<string, string>>): Map<number, string> {
  const lines = [palavras, protocolo && `${copy.protocol} ${protocolo}`].filter(Boolean)
  return new Map(palavras === undefined ? [] : [[Number(etapa), lines.join('\n')]])
}

/** What the member typed for a step that a colleague has completed since, to copy it from. */
export function UnsentWords({ words, by, onDismiss }: { words: string; by: string; onDismiss: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isShown = words !== ''
  // The form that had the focus is gone.
  useEffect(() => {
    if (isShown && document.activeElement === document.body) field.current?.focus()
  }, [isShown])
  if (!isShown) return null
  return (
    <div className="desk-do">
      <p className="desk-problem" role="status">
        {copy.completedMeanwhile(by)}
      </p>
      <label>
        {copy.unsent}
        <textarea className="control" ref={field} readOnly rows={3} value={words} />
      </label>
      <button type="button" className="desk-order-quiet" onClick={onDismiss}>
        {copy.dismissUnsent}
      </button>
    </div>
  )
}
