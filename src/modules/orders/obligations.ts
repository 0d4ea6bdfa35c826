import { isUuid } from '../../core/ids.ts'
import type { Obligation, ObligationSource } from '../../core/obligation.ts'
import type { OrdersDeps } from './deps.ts'
import { endOfDay } from './domain/step-deadlines.ts'
import {
  countObligations,
  type OrderObligation,
  type OrderWithObligation,
  orderObligationKinds,
  selectObligations,
} from './obligations-store.server.ts'

/**
 * The team's obligations about orders: the first contact after the hiring; the current step of an order in progress, the last of
 * which is the delivery; and the decision about an order whose money was returned. The id of each is the order's.
 */
export function orderObligations({
  database,
}: Pick<OrdersDeps, 'database'>): ObligationSource<OrderObligation>[] {
  return orderObligationKinds.map((kind) => ({
    kind,
    open: async (page) =>
      (await selectObligations(database, kind, page)).map((order) => obligationOf(kind, order)),
    async among({ ids }) {
      const known = ids.filter(isUuid)
      if (known.length === 0) return []
      return (await selectObligations(database, kind, { ids: known })).map((order) =>
        obligationOf(kind, order),
      )
    },
    count: ({ limit }) => countObligations(database, kind, limit),
  }))
}

function obligationOf(kind: OrderObligation, order: OrderWithObligation): Obligation<OrderObligation> {
  const { id, userId, serviceTitle } = order
  const common = { kind, id, userId, orderId: id }
  switch (kind) {
    case 'order.contact': {
      const dueAt = order.contactDueAt ?? order.createdAt
      return { ...common, dueAt, since: order.createdAt, amount: null, about: serviceTitle }
    }
    case 'order.step': {
      const about = order.step === null ? serviceTitle : `${order.step}, ${serviceTitle}`
      const since = order.stepSince ?? order.createdAt
      const revision = order.stepRevision
      return { ...common, dueAt: endOfDay(order.day), since, revision, amount: null, about }
    }
    case 'order.decide': {
      const [dueAt, since, amount] = [endOfDay(order.day), order.updatedAt, order.servicePrice]
      return { ...common, dueAt, since, amount, about: serviceTitle }
    }
  }
}
