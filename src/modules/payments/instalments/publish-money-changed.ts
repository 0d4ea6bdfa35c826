import type { Executor, Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type Funding, fundingFrom } from '../domain/funding.ts'
import { fundingRowsOf, type InstalmentRow } from './store.server.ts'

/** Publishes, for the orders of these instalments, that some of their money was returned or regained. */
export async function publishMoneyChanged(
  tx: Transaction,
  instalments: readonly Pick<InstalmentRow, 'orderId' | 'userId'>[],
  { publish }: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  const orders = new Map(instalments.map(({ orderId, userId }) => [orderId, userId]))
  for (const [orderId, userId] of orders) await publish(tx, 'order-money.changed', { orderId, userId })
}

/** Reads how much of an order's money remains, in the caller's transaction. */
export async function fundingOf(executor: Executor, orderId: string): Promise<Funding> {
  return fundingFrom(await fundingRowsOf(executor, orderId))
}
