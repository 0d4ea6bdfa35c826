import { useFetcher } from 'react-router'
import type { Right } from '../../../modules/team/public.ts'
import { textIn } from '../../forms/text-in.ts'
import type { loader } from '../../routes/desk/order.tsx'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { useFrame } from '../frame.tsx'
import { useAnnounceResult } from '../use-announce-result.ts'

export type OrderData = ScreenData<typeof loader>
export type Order = OrderData['order']
export type Step = Order['steps'][number]

/** Returns a function that checks whether the member's role has a right. */
export function useMay(): (right: Right) => boolean {
  const { rights } = useFrame()
  return (right) => rights.includes(right)
}

/** A step that was submitted and has no response yet. */
export interface PendingStep {
  stepNumber: number
  words: string
}

/** Returns the key of the fetcher that the form of a step uses. */
export function completingKey({ id }: Pick<Order, 'id'>): string {
  return `complete-step ${id}`
}

/**
 * Returns the step that is being completed, which the screen shows as completed before the server has responded. Announces the
 * result when the response arrives, because the step's form is unmounted by then.
 */
export function useCompleting(order: Pick<Order, 'id'>): PendingStep | undefined {
  const key = completingKey(order)
  const { formData: form } = useFetcher<DeskAnswer>({ key })
  useAnnounceResult(key)
  return form && { stepNumber: Number(form.get('etapa')), words: textIn(form, 'palavras') }
}

/** Returns the current step and the progress of the order, with the step that is being completed counted as completed. */
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
