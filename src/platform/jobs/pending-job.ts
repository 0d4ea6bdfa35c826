import { type SQL, sql } from 'drizzle-orm'

const hasNotEnded = sql`state not in ('completed', 'cancelled', 'failed')`

/**
 * Returns the condition that a job which has not ended, or a dead letter, carries an id in its payload.
 *
 * @param field name of the id in the payload
 */
export function isPendingJob(field: string, id: SQL | { getSQL(): SQL }): SQL {
  return sql`exists (select 1 from pgboss.job
    where data->>${field} = ${id}::text and ${hasNotEnded})`
}

/**
 * Returns a subquery of the ids that the pending jobs of a queue carry in their payload.
 *
 * @param field name of the id in the payload
 */
export function idsOfPendingJobs(queue: string, field: string): SQL {
  return sql`(select (data->>${field})::uuid from pgboss.job
    where name = ${queue} and ${hasNotEnded})`
}
