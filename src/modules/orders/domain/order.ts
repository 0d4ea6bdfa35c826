import { defineMachine } from '../../../core/state-machine.ts'

/** Spec section 4: pending 'Aguardando Pagamento', paid and in_progress 'Em Andamento', completed, cancelled. */
export type OrderStatus = 'pending' | 'paid' | 'in_progress' | 'on_hold' | 'completed' | 'cancelled'

/** The team works on it. */
export const workStatuses = ['paid', 'in_progress'] as const satisfies readonly OrderStatus[]

/** It has neither been delivered nor ended. */
export const openStatuses = ['pending', ...workStatuses, 'on_hold'] as const satisfies readonly OrderStatus[]

/** It is over, one way or the other. */
export const endedStatuses = ['completed', 'cancelled'] as const satisfies readonly OrderStatus[]

/**
 * `paid`: the first payment was confirmed and the delivery period runs. `in_progress`: staff started the work or
 * completed the first step. `on_hold`: its money went back, and no step goes on until there is money again or the team
 * decides. `completed`: a step of it may be opened again, when what was delivered was not what was promised.
 */
export const orderMachine = defineMachine<OrderStatus>()({
  initial: 'pending',
  transitions: {
    pending: ['paid', 'cancelled'],
    paid: ['in_progress', 'on_hold', 'cancelled'],
    in_progress: ['on_hold', 'completed', 'cancelled'],
    on_hold: ['paid', 'in_progress', 'cancelled'],
    completed: ['in_progress', 'on_hold'],
    cancelled: [],
  },
})

/** Whether the team may work on an order with this status. */
export function isUnderWay(status: OrderStatus): boolean {
  return (workStatuses as readonly OrderStatus[]).includes(status)
}

/**
 * The status that an order takes when its money changes; undefined when it keeps its own. Work stops when all that was paid
 * went back, and goes on where it was when there is money again. What is completed or cancelled stays so.
 */
export function statusAfterMoney(
  status: OrderStatus,
  { isFunded, progress }: { isFunded: boolean; progress: number },
): OrderStatus | undefined {
  if (isUnderWay(status)) return isFunded ? undefined : 'on_hold'
  if (status === 'on_hold' && isFunded) return resumedStatus(progress)
  return undefined
}

/** Whether it has neither been delivered nor ended. */
export function isOpen(status: OrderStatus): boolean {
  return (openStatuses as readonly OrderStatus[]).includes(status)
}

/** Where the work of an order on hold goes on. */
export function resumedStatus(progress: number): OrderStatus {
  return progress > 0 ? 'in_progress' : 'paid'
}

/** Percent of completed steps, rounded; 0 for an order without steps. */
export function progressOf(steps: readonly { completed: boolean }[]): number {
  if (steps.length === 0) return 0
  return Math.round((100 * steps.filter((step) => step.completed).length) / steps.length)
}
