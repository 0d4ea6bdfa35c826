import { sql } from 'drizzle-orm'
import { oneOf } from '../../../platform/database/columns.ts'
import { type FigureSource, isOneOf } from '../../../platform/figures/figures.ts'
import { countedStatuses } from '../domain/instalment.ts'
import { instalments } from './tables.server.ts'

/**
 * Amounts due on a day: `due.open` and `due.paid`, and the same by plan. Cancelled and refunded instalments are not
 * counted.
 */
export const dueFigures = {
  name: 'due',
  figures: ['due.open', 'due.paid', 'plan.open', 'plan.paid'],
  of: (days) => sql`
    with due as (
      select ${instalments.dueDate} as day, case ${instalments.status} when 'pending' then 'open' else 'paid' end as state,
        ${instalments.serviceTitle} || ' · ' || ${instalments.paymentType} as plan,
        count(*) as count, sum(${instalments.amount}) as amount
      from ${instalments} where ${isOneOf(instalments.dueDate, days)} and ${oneOf(instalments.status, countedStatuses)}
      group by 1, 2, 3)
    select 'due.' || state as figure, day, '' as subject, sum(count) as count, sum(amount) as amount from due group by state, day
    union all select 'plan.' || state, day, plan, count, amount from due`,
} as const satisfies FigureSource
