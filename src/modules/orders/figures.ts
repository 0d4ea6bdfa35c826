import { sql } from 'drizzle-orm'
import { notOneOf } from '../../platform/database/columns.ts'
import { type FigureSource, isOneOf } from '../../platform/figures/figures.ts'
import { idleStatuses } from './domain/order.ts'
import { orderSteps, orders } from './tables.server.ts'

const signedOn = sql`(${orders.createdAt} at time zone 'America/Sao_Paulo')::date`
const contactDueOn = sql`(${orders.contactDueAt} at time zone 'America/Sao_Paulo')::date`

/** Kept: done in time. Late: done afterwards. Open: not done. Whether an open one is overdue follows from its day. */
const outcomeOf = (done: ReturnType<typeof sql>, isInTime: ReturnType<typeof sql>) =>
  sql`case when ${done} is null then 'open' when ${isInTime} then 'kept' else 'late' end`

/**
 * Orders by the day of their signature, and how many of them have ever been paid for; promised first contacts by the day on
 * which they are due, unless the order was cancelled before.
 */
const signed: FigureSource = {
  name: 'orders',
  figures: ['orders.signed', 'orders.paid', 'contact.kept', 'contact.late', 'contact.open'],
  of(days) {
    const [first, last] = [days.toSorted().at(0), days.toSorted().at(-1)]
    // The index is on the instant; the due day of the contact is the following day, or the same.
    const near = sql`${orders.createdAt} >= (${first}::date - 2)::timestamp at time zone 'America/Sao_Paulo'
      and ${orders.createdAt} < (${last}::date + 1)::timestamp at time zone 'America/Sao_Paulo'`
    return sql`
      with near as (select ${signedOn} as signed_on, ${orders.startDate} is not null as is_paid, ${orders.serviceTitle} as title,
          ${orders.servicePrice} as price, ${contactDueOn} as contact_on, ${orders.contactedAt} is null and ${orders.status} = 'cancelled' as is_over,
          ${outcomeOf(sql`${orders.contactedAt}`, sql`${orders.contactedAt} <= ${orders.contactDueAt}`)} as contact
        from ${orders} where ${near})
      select 'orders.signed' as figure, signed_on as day, title as subject, count(*) as count, sum(price) as amount
        from near where ${isOneOf(sql`signed_on`, days)} group by signed_on, title
      union all select 'orders.paid', signed_on, title, count(*), sum(price)
        from near where is_paid and ${isOneOf(sql`signed_on`, days)} group by signed_on, title
      union all select 'contact.' || contact, contact_on, '', count(*), 0
        from near where not is_over and ${isOneOf(sql`contact_on`, days)} group by contact_on, contact`
  },
}

/** The steps of orders by due day; open steps of cancelled orders and of orders on hold do not count. */
const steps: FigureSource = {
  name: 'steps',
  figures: ['step.kept', 'step.late', 'step.open'],
  of: (days) => sql`
    select 'step.' || ${outcomeOf(
      sql`${orderSteps.completedDate}`,
      sql`(${orderSteps.completedDate} at time zone 'America/Sao_Paulo')::date <= ${orderSteps.dueOn}`,
    )} as figure, ${orderSteps.dueOn} as day, '' as subject, count(*) as count, 0 as amount
    from ${orderSteps} join ${orders} on ${orders.id} = ${orderSteps.orderId}
    where ${isOneOf(orderSteps.dueOn, days)} and (${orderSteps.completed} or ${notOneOf(orders.status, idleStatuses)})
    group by 1, 2`,
}

export const orderFigures: readonly FigureSource[] = [signed, steps]
