import { defineMachine } from '../../../core/state-machine.ts'

/** Spec section 4: pending 'Aguardando Pagamento', paid and in_progress 'Em Andamento', completed, cancelled. */
export type OrderStatus = 'pending' | 'paid' | 'in_progress' | 'completed' | 'cancelled'

/**
 * `paid`: the first payment was confirmed and the delivery period runs. `in_progress`: staff started the work or
 * completed the first step.
 */
export const orderMachine = defineMachine<OrderStatus>()({
  initial: 'pending',
  transitions: {
    pending: ['paid', 'cancelled'],
    paid: ['in_progress', 'cancelled'],
    in_progress: ['completed', 'cancelled'],
    completed: [],
    cancelled: [],
  },
})

/** Percent of completed steps, rounded; 0 for an order without steps. */
export function progressOf(steps: readonly { completed: boolean }[]): number {
  if (steps.length === 0) return 0
  return Math.round((100 * steps.filter((step) => step.completed).length) / steps.length)
}
