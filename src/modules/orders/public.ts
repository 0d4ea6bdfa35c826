/** Types and functions of orders that are safe in a browser. */
import type { Centavos } from '../../core/money.ts'
import type { DeadlineKind } from '../../core/payment-terms.ts'
import type { OrderStatus } from './domain/order.ts'
import type { OrderEventDetail, OrderEventKind } from './domain/order-event.ts'

export { type Countdown, countdown } from './domain/delivery.ts'
export { isUnderWay, type OrderStatus } from './domain/order.ts'
export { type ContactChannel, contactChannels } from './domain/order-event.ts'
export { MAX_PROTOCOL_LENGTH, MAX_WORDS_LENGTH } from './domain/step-evidence.ts'

interface OrderStepView {
  number: number
  name: string
  description: string
  completed: boolean
  completedAt: Date | null
  /** 'YYYY-MM-DD'; null before the work starts, and of orders of an older version. */
  dueOn: string | null
  /** What the team wrote for the customer when it completed the step. */
  words: string | null
  /** Evidence that the team shares with the customer. */
  protocol: string | null
  file: { id: string; name: string } | null
}

/** An order as its customer sees it. */
export interface OrderView {
  id: string
  /** What people call it, 'RC-7K4P2'. It never grants access. */
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
  /** When the team first spoke with the customer, as far as it was recorded. */
  contactedAt: Date | null
  createdAt: Date
  updatedAt: Date
  steps: OrderStepView[]
}

/** Which orders the desk lists. `working` is what the team works on, by its next day; the others are newest first. */
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
  /** 'YYYY-MM-DD': due day of the current step or of a decision; null where neither is open. */
  dueOn: string | null
  /** The current step. */
  step: string | null
  /** When the promised first contact is overdue; null when it was made, or was not promised. */
  contactDueAt: Date | null
}

/** A step as the team sees it. */
export interface DeskStep {
  number: number
  name: string
  description: string
  /** 'YYYY-MM-DD'; null of a completed step, and before the work starts. */
  dueOn: string | null
  completedAt: Date | null
  /** Null also of a step that an older version completed. */
  completion: {
    id: string
    words: string
    protocol: string | null
    file: { id: string; name: string } | null
    isShared: boolean
    completedBy: string
    /** When the customer was written to. */
    announcedAt: Date | null
    /** Until then it can be undone. */
    undoUntil: Date
  } | null
}

/** What happened to an order, for the team. */
export interface DeskEvent {
  id: string
  kind: OrderEventKind | 'signed'
  at: Date
  /** A user id; null where it was not done by the team. */
  actorId: string | null
  stepNumber: number | null
  text: string | null
  detail: OrderEventDetail
}

/** An order as the team sees it. */
export interface DeskOrder extends DeskOrderRow {
  /** What an edit is decided on. */
  version: number
  paymentType: string
  /** 'YYYY-MM-DD'; null until the first payment is confirmed. */
  startDate: string | null
  /** The contracted time: so many days from the start. */
  deliveryDays: number
  deliveryKind: DeadlineKind
  contactedAt: Date | null
  steps: DeskStep[]
  /** What was written when the current step was last done, before it was undone or opened again. */
  draft: { words: string; protocol: string | null; isShared: boolean } | null
  /** Newest first. */
  history: DeskEvent[]
}
