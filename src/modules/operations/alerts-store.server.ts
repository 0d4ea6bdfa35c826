import { and, asc, eq, inArray, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { alerts } from './tables.server.ts'

/** Raises an alert. @returns whether it is new: exactly one of several processes gets true */
export async function raiseAlert(executor: Executor, key: string, at: Date): Promise<boolean> {
  return (await raiseAlerts(executor, [key], at)).has(key)
}

/** Raises several alerts, some with their subject. @returns those that are new */
export async function raiseAlerts(
  executor: Executor,
  keys: readonly string[],
  at: Date,
  about: ReadonlyMap<string, string> = new Map(),
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const raised = await executor
    .insert(alerts)
    .values(keys.map((key) => ({ key, raisedAt: at, about: about.get(key) ?? null })))
    .onConflictDoNothing()
    .returning({ key: alerts.key })
  return new Set(raised.map(({ key }) => key))
}

/** Returns those of the given alerts that are raised. */
export async function raisedAlertsAmong(executor: Executor, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await executor
    .select({ key: alerts.key })
    .from(alerts)
    .where(inArray(alerts.key, [...keys]))
  return new Set(rows.map(({ key }) => key))
}

/** Returns the condition that an alert is raised. */
export function isRaised(key: SQL): SQL {
  return sql`exists (select 1 from ${alerts} where ${alerts.key} = ${key})`
}

/**
 * Raises an alert that counts as new again after `pause` milliseconds. @returns whether it is new: one process gets
 * true
 */
export async function raiseAlertAgain(
  executor: Executor,
  { key, at, pause }: { key: string; at: Date; pause: number },
): Promise<boolean> {
  const raised = await executor
    .insert(alerts)
    .values({ key, raisedAt: at })
    .onConflictDoUpdate({
      target: alerts.key,
      set: { raisedAt: at },
      setWhere: lte(alerts.raisedAt, new Date(at.getTime() - pause)),
    })
    .returning({ key: alerts.key })
  return raised.length > 0
}

/** Raises an alert, or raises it again with another subject. */
export async function replaceAlert(
  executor: Executor,
  { key, at, about }: { key: string; at: Date; about: string },
): Promise<void> {
  await executor
    .insert(alerts)
    .values({ key, raisedAt: at, about })
    .onConflictDoUpdate({ target: alerts.key, set: { raisedAt: at, about } })
}

/** When an alert was raised, and its subject; undefined when it is not. */
export async function findAlert(
  executor: Executor,
  key: string,
): Promise<{ raisedAt: Date; about: string | null } | undefined> {
  const { raisedAt, about } = alerts
  const [row] = await executor.select({ raisedAt, about }).from(alerts).where(eq(alerts.key, key))
  return row
}

/** Ends an alert: the next one with the same key is new again. */
export async function clearAlert(executor: Executor, key: string): Promise<void> {
  await executor.delete(alerts).where(eq(alerts.key, key))
}

/** Ends the alerts of a kind whose cause has ended: all but the given keys. */
export async function keepAlerts(
  executor: Executor,
  { prefix, keys }: { prefix: string; keys: readonly string[] },
): Promise<void> {
  const isOver = keys.length > 0 ? notInArray(alerts.key, [...keys]) : undefined
  await executor.delete(alerts).where(and(sql`starts_with(${alerts.key}, ${prefix})`, isOver))
}

/** Forgotten messages that the team was notified of and has not resolved, with the kind of each, oldest first. */
export async function forgottenAlerts(
  executor: Executor,
  limit: number,
): Promise<{ messageId: string; raisedAt: Date; about: string | null }[]> {
  return executor
    .select({
      messageId: sql<string>`substr(${alerts.key}, length('forgotten:') + 1)`,
      raisedAt: alerts.raisedAt,
      about: alerts.about,
    })
    .from(alerts)
    .where(
      sql`${alerts.key} like 'forgotten:%' and not exists (select 1 from operation_alerts seen
        where seen.key = 'forgotten-seen:' || substr(operation_alerts.key, length('forgotten:') + 1))`,
    )
    .orderBy(asc(alerts.raisedAt), asc(alerts.key))
    .limit(limit)
}
