/** Types and functions of orders that are safe in a browser. */
import type { Centavos } from '../../core/money.ts'
import type { DeadlineKind } from '../../core/payment-terms.ts'
import type { OrderStatus } from './domain/order.ts'
import type { OrderEventDetail, OrderEventKind } from './domain/order-event.ts'

export { type Countdown, countdown } from './domain/delivery.ts'
export { isUnderWay, type OrderStatus } from './domain/order.ts'
export { type ContactChannel, contactChannels } from './domain/order-event.ts'
export {
  MAX_PROTOCOL_LENGTH,
  MAX_WORDS_LENGTH,
  MIN_WORDS_LENGTH,
  UNDO_SECONDS,
} from './domain/step-evidence.ts'

interface OrderStepView {
  number: number
  name: string
  description: string
  completed: boolean
  completedAt: Date | null
  /** 'YYYY-MM-DD'; null before the work starts, and for orders of an earlier version. */
  dueOn: string | null
  /** The team's text for the customer on completion of the step. */
  words: string | null
  /** Evidence that the team shares with the customer. */
  protocol: string | null
  file: { id: string; name: string } | null
}

/** An order as shown to its customer. */
export interface OrderView {
  id: string
  /** Order number used by people, 'RC-7K4P2'. It never grants access. */
  number: string
  userId: string
  serviceId: string
  planId: string
  serviceTitle: string
  servicePrice: Centavos
  /** The payment type as text, as in the contract. */
  paymentType: string
  status: OrderStatus
  /** Percent. */
  progress: number
  /** 'YYYY-MM-DD'; null until the first payment is confirmed. */
  startDate: string | null
  /** 'YYYY-MM-DD'. */
  deliveryDate: string
  /** 'YYYY-MM-DD', by which the team completes the current step, or decides on an order on hold; null for older orders. */
  dueOn: string | null
  /** Time of the team's first recorded contact with the customer. */
  contactedAt: Date | null
  createdAt: Date
  updatedAt: Date
  steps: OrderStepView[]
}

/**
 * Filters of the desk's order list. `working` lists the orders that the team works on, by their next due day; the
 * others are newest first.
 */
export const orderFilters = ['all', 'working', 'pending', 'on_hold', 'completed', 'cancelled'] as const
export type OrderFilter = (typeof orderFilters)[number]

/** An order in a list of the team. */
export interface DeskOrderRow {
  id: string
  number: string
  userId: string
  serviceTitle: string
  servicePrice: Centavos
  status: OrderStatus
  /** Percent. */
  progress: number
  createdAt: Date
  updatedAt: Date
  /** 'YYYY-MM-DD'. */
  deliveryDate: string
  /** 'YYYY-MM-DD': due day of the current step or of a decision; null when neither is open. */
  dueOn: string | null
  /** The current step. */
  step: string | null
  /** Deadline of the promised first contact; null when it was made, or was not promised. */
  contactDueAt: Date | null
}

/** A step as shown to the team. */
export interface DeskStep {
  number: number
  name: string
  description: string
  /** 'YYYY-MM-DD'; null for a completed step, and before the work starts. */
  dueOn: string | null
  completedAt: Date | null
  /** Null also for a step completed by an earlier version. */
  completion: {
    id: string
    words: string
    protocol: string | null
    file: { id: string; name: string } | null
    isShared: boolean
    completedBy: string
    /** When the customer was notified. */
    announcedAt: Date | null
    /** Time until which it can be undone. */
    undoUntil: Date
  } | null
}

/** An event of an order, for the team. */
export interface DeskEvent {
  id: string
  kind: OrderEventKind | 'signed'
  at: Date
  /** A user id; null when the event was not caused by the team. */
  actorId: string | null
  stepNumber: number | null
  text: string | null
  detail: OrderEventDetail
}

/** An order as shown to the team. */
export interface DeskOrder extends DeskOrderRow {
  /** The version on which an edit is decided. */
  version: number
  paymentType: string
  /** 'YYYY-MM-DD'; null until the first payment is confirmed. */
  startDate: string | null
  /** The contracted time: number of days from the start. */
  deliveryDays: number
  deliveryKind: DeadlineKind
  contactedAt: Date | null
  steps: DeskStep[]
  /** The texts of the current step's last completion, which was undone or reopened. */
  draft: { words: string; protocol: string | null; isShared: boolean } | null
  /** Newest first. */
  history: DeskEvent[]
}
