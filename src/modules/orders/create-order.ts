import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { DEFAULT_DEADLINE, type Deadline, deliveryDate } from '../catalogue/public.ts'
import type { OrdersDeps } from './deps.ts'
import { orderMachine } from './domain/order.ts'
import { insertOrder, insertSteps } from './store.server.ts'

export interface NewOrder {
  /** Made by the caller, who writes it into the contract. */
  id: string
  userId: string
  serviceId: string
  planId: string
  serviceTitle: string
  /** The whole of what the plan costs. */
  servicePrice: Centavos
  paymentType: string
  /** The service's promise; 30 days where it has none. */
  deadline?: Deadline
}

/** Opens an order: pending, nothing done, delivery counted from today until the first payment says otherwise. */
export async function openOrder(
  tx: Executor,
  { deadline = DEFAULT_DEADLINE, ...order }: NewOrder,
  { clock }: Pick<OrdersDeps, 'clock'>,
): Promise<void> {
  const now = clock.now()
  await insertOrder(tx, {
    ...order,
    status: orderMachine.initial,
    progress: 0,
    deliveryDays: deadline.days,
    deliveryKind: deadline.kind,
    startDate: null,
    deliveryDate: deliveryDate({ start: todayInSaoPaulo(now), deadline }),
    createdAt: now,
    updatedAt: now,
  })
}

/** Lays out the path of an order: its steps, numbered from 1, none completed. */
export async function layOutSteps(
  tx: Executor,
  { orderId, steps }: { orderId: string; steps: readonly { name: string; description: string }[] },
): Promise<void> {
  await insertSteps(
    tx,
    steps.map(({ name, description }, index) => ({
      orderId,
      stepNumber: index + 1,
      stepName: name,
      stepDescription: description,
      completed: false,
      completedDate: null,
    })),
  )
}
