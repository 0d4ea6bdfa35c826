/** Types and functions of orders that are safe in a browser. */
import type { Centavos } from '../../core/money.ts'
import type { OrderStatus } from './domain/order.ts'

export { type Countdown, countdown } from './domain/delivery.ts'
export type { OrderStatus } from './domain/order.ts'

interface OrderStepView {
  number: number
  name: string
  description: string
  completed: boolean
  completedAt: Date | null
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
  createdAt: Date
  updatedAt: Date
  steps: OrderStepView[]
}
