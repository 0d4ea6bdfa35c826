import { defineMachine, type StateOf } from '../../../core/state-machine.ts'

/** Spec section 4: pending 'Aguardando Pagamento', paid and in_progress 'Em Andamento', completed, cancelled. */
export type OrderStatus = StateOf<typeof orderMachine>

/** The team works on it. */
export const workStatuses = ['paid', 'in_progress'] as const satisfies readonly OrderStatus[]

/** Statuses of an order that is neither completed nor cancelled. */
export const openStatuses = ['pending', ...workStatuses, 'on_hold'] as const satisfies readonly OrderStatus[]

/** Statuses of an order on which no work is due: its promises do not count. */
export const idleStatuses = ['cancelled', 'on_hold'] as const satisfies readonly OrderStatus[]

/** Statuses of an order that has ended. */
export const endedStatuses = ['completed', 'cancelled'] as const satisfies readonly OrderStatus[]

/**
 * `paid`: the first payment was confirmed and the delivery period runs. `in_progress`: staff started the work or
 * completed the first step. `on_hold`: its money was returned, and no step continues until there is money again or the
 * team decides. `completed`: a step of it can be reopened, when the delivery was not as promised, and its customer may still
 * withdraw within the withdrawal period.
 */
export const orderMachine = defineMachine({
  initial: 'pending',
  transitions: {
    pending: ['paid', 'cancelled'],
    paid: ['in_progress', 'on_hold', 'cancelled'],
    in_progress: ['on_hold', 'completed', 'cancelled'],
    on_hold: ['paid', 'in_progress', 'cancelled'],
    completed: ['in_progress', 'on_hold', 'cancelled'],
    cancelled: [],
  },
})

/** Whether the team may work on an order with this status. */
export function isUnderWay(status: OrderStatus): boolean {
  return (workStatuses as readonly OrderStatus[]).includes(status)
}

/**
 * The status of an order after its money changed; undefined when it does not change. Work stops when all money paid was
 * returned, and resumes at the same point when there is money again. A completed or cancelled order keeps its status.
 */
export function statusAfterMoney(
  status: OrderStatus,
  { isFunded, hasBegun }: { isFunded: boolean; hasBegun: boolean },
): OrderStatus | undefined {
  if (isUnderWay(status)) return isFunded ? undefined : 'on_hold'
  if (status === 'on_hold' && isFunded) return resumedStatus(hasBegun)
  return undefined
}

/** Whether an order is neither completed nor cancelled. */
export function isOpen(status: OrderStatus): boolean {
  return (openStatuses as readonly OrderStatus[]).includes(status)
}

/** The status in which an order on hold resumes: the work on it had begun, or waits to begin. */
export function resumedStatus(hasBegun: boolean): OrderStatus {
  return hasBegun ? 'in_progress' : 'paid'
}

/** Percent of completed steps, rounded; 0 for an order without steps. */
export function progressOf(steps: readonly { completed: boolean }[]): number {
  if (steps.length === 0) return 0
  return Math.round((100 * steps.filter((step) => step.completed).length) / steps.length)
}
