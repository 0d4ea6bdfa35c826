import type { Orders } from '../orders/index.server.ts'
import type { OpenItem, Payments } from '../payments/index.server.ts'

/** A decision that the team has to make: about money, or about an order whose money was returned. */
export type DeskItem =
  | OpenItem
  | (Omit<OpenItem, 'kind' | 'reason'> & { kind: 'order'; number: string; reason: 'money_returned' })

/** Everything that needs a decision by the team, oldest first. */
export async function openItems(
  { payments, orders }: { payments: Pick<Payments, 'openItems'>; orders: Pick<Orders, 'listForTeam'> },
  which: { limit?: number },
): Promise<DeskItem[]> {
  const { orders: held } = await orders.listForTeam({ filter: 'on_hold', limit: which.limit ?? 200 })
  const onHold = held.map(({ id, number, serviceTitle, servicePrice, updatedAt }) => ({
    kind: 'order' as const,
    id,
    number,
    reason: 'money_returned' as const,
    amount: servicePrice,
    since: updatedAt,
    detail: serviceTitle,
  }))
  const items = [...(await payments.openItems(which)), ...onHold]
  return items.toSorted((a, b) => a.since.getTime() - b.since.getTime())
}
