import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Right } from '../../../modules/team/public.ts'
import type { loader } from '../../routes/desk/order.tsx'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { useFrame } from '../frame.tsx'
import { useAnnounce } from '../undo.tsx'

export type OrderData = ScreenData<typeof loader>
export type Order = OrderData['order']
export type Step = Order['steps'][number]

/** Whether the member's role may do something. */
export function useMay(): (right: Right) => boolean {
  const { rights } = useFrame()
  return (right) => rights.includes(right)
}

/** What was sent about a step and has no answer yet. */
export interface PendingStep {
  stepNumber: number
  words: string
}

/** The fetcher that the form of a step sends with. */
export function completingKey({ id }: Pick<Order, 'id'>): string {
  return `complete-step ${id}`
}

/**
 * The step that is being completed: the screen shows it as done before the server has answered. Says what was done when the
 * answer comes, because the step's form is gone then.
 */
export function useCompleting(order: Pick<Order, 'id'>): PendingStep | undefined {
  const { formData: form, data } = useFetcher<DeskAnswer>({ key: completingKey(order) })
  const announce = useAnnounce()
  const announced = useRef<DeskAnswer>(undefined)
  // After every commit, as in DeskForm.
  useEffect(() => {
    if (!data?.ok || announced.current === data) return
    announced.current = data
    announce(data)
  })
  return form && { stepNumber: Number(form.get('etapa')), words: String(form.get('palavras') ?? '') }
}

/** The steps with the one that is being completed as done, and the order's progress with it. */
export function withCompleting(
  { steps, progress }: Pick<Order, 'steps' | 'progress'>,
  completing: PendingStep | undefined,
): { current: number | undefined; progress: number } {
  const isDone = ({ number, completedAt }: Step) => completedAt !== null || number === completing?.stepNumber
  const done = steps.filter(isDone).length
  return {
    current: steps.find((step) => !isDone(step))?.number,
    progress: completing ? Math.round((100 * done) / steps.length) : progress,
  }
}
