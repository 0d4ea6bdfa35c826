import { sql } from 'drizzle-orm'
import { oneOf } from '../../platform/database/columns.ts'
import { type FigureSource, isOneOf } from '../../platform/figures/figures.ts'
import { paidStatuses } from './domain/consultation.ts'
import { consultations } from './tables.server.ts'

const promisedOn = sql`(${consultations.promisedAt} at time zone 'America/Sao_Paulo')::date`

/** Paid look-ups by the day of their promised time. */
export const consultationFigures: readonly FigureSource[] = [
  {
    name: 'lookups',
    figures: ['lookup.kept', 'lookup.late', 'lookup.open'],
    of(days) {
      const [first, last] = [days.toSorted().at(0), days.toSorted().at(-1)]
      const outcome = sql`case when ${consultations.deliveredAt} is null then 'open'
        when ${consultations.deliveredAt} <= ${consultations.promisedAt} then 'kept' else 'late' end`
      return sql`
        select 'lookup.' || ${outcome} as figure, ${promisedOn} as day, '' as subject, count(*) as count, 0 as amount
        from ${consultations}
        where ${oneOf(consultations.status, paidStatuses)}
          and ${consultations.promisedAt} >= ${first}::date::timestamp at time zone 'America/Sao_Paulo'
          and ${consultations.promisedAt} < (${last}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
          and ${isOneOf(promisedOn, days)}
        group by 1, 2`
    },
  },
]
