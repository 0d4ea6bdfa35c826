import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Executor, Transaction } from '../../platform/database/database.ts'
import { lockName } from '../../platform/database/named-lock.ts'
import type { Version } from './domain/versions.ts'
import { catalogueVersions as versions } from './tables.server.ts'

export type VersionRow = typeof versions.$inferSelect

/** A text that changes with every publication and every withdrawal. One short query, run every second. */
export async function versionsMark(database: Database): Promise<string> {
  const [row] = await database
    .select({ mark: sql<string>`count(${versions.number}) || '-' || count(${versions.withdrawnAt})` })
    .from(versions)
  return row?.mark ?? ''
}

/** For every subject, the version in force at a moment, and those that take effect later. */
export async function selectHolding(
  database: Database,
  now: Date,
): Promise<(Version & { publishedBy: string | null })[]> {
  const begun = sql`select distinct on (subject) id from catalogue_versions
    where number is not null and withdrawn_at is null and holds_from <= ${now.toISOString()}::timestamptz
    order by subject, holds_from desc, number desc`
  const rows = await database
    .select()
    .from(versions)
    .where(
      and(
        isNotNull(versions.number),
        isNull(versions.withdrawnAt),
        sql`(${versions.holdsFrom} > ${now.toISOString()}::timestamptz or ${versions.id} in (${begun}))`,
      ),
    )
  return rows.flatMap(({ subject, number, content, holdsFrom, publishedBy }) =>
    number !== null && holdsFrom !== null ? [{ subject, number, content, holdsFrom, publishedBy }] : [],
  )
}

/** The published versions of a subject, newest first, including withdrawn ones. */
export async function selectHistory(database: Database, subject: string): Promise<VersionRow[]> {
  return database
    .select()
    .from(versions)
    .where(and(eq(versions.subject, subject), isNotNull(versions.number)))
    .orderBy(desc(versions.number))
    .limit(200)
}

/** The drafts of a subject, or of all, newest first. */
export async function selectDrafts(database: Database, subject?: string): Promise<VersionRow[]> {
  return database
    .select()
    .from(versions)
    .where(and(isNull(versions.number), subject === undefined ? undefined : eq(versions.subject, subject)))
    .orderBy(desc(versions.draftedAt))
    .limit(100)
}

export async function selectVersion(executor: Executor, id: string): Promise<VersionRow | undefined> {
  return (await executor.select().from(versions).where(eq(versions.id, id)))[0]
}

export async function lockVersion(tx: Transaction, id: string): Promise<VersionRow | undefined> {
  return (await tx.select().from(versions).where(eq(versions.id, id)).for('update'))[0]
}

/**
 * The newest number of a subject; 0 when there is none. Concurrent publications of the same subject block each other.
 */
export async function lockNewest(tx: Transaction, subject: string): Promise<number> {
  await lockName(tx, `catalogue ${subject}`)
  return newestNumber(tx, subject)
}

export async function newestNumber(executor: Executor, subject: string): Promise<number> {
  const [row] = await executor
    .select({ newest: sql<number>`coalesce(max(${versions.number}), 0)` })
    .from(versions)
    .where(eq(versions.subject, subject))
  return row?.newest ?? 0
}

/** Published, and not called off before it began. */
function isPublished(subject: string) {
  return and(eq(versions.subject, subject), isNotNull(versions.number), isNull(versions.withdrawnAt))
}

/** The number of the version of a subject that held at a moment; 0 when the release's content did. */
export async function numberHoldingAt(executor: Executor, subject: string, at: Date): Promise<number> {
  const [row] = await executor
    .select({ number: versions.number })
    .from(versions)
    .where(and(isPublished(subject), lte(versions.holdsFrom, at)))
    .orderBy(desc(versions.holdsFrom), desc(versions.number))
    .limit(1)
  return row?.number ?? 0
}

/** Whether a published version of a subject is still to begin. */
export async function hasPlanned(executor: Executor, subject: string, now: Date): Promise<boolean> {
  const isPlanned = and(isPublished(subject), gt(versions.holdsFrom, now))
  const found = await executor.select({ id: versions.id }).from(versions).where(isPlanned).limit(1)
  return found.length > 0
}

export async function selectNumbered(
  executor: Executor,
  { subject, number }: { subject: string; number: number },
): Promise<VersionRow | undefined> {
  const [row] = await executor
    .select()
    .from(versions)
    .where(and(eq(versions.subject, subject), eq(versions.number, number)))
  return row
}

/** The published state of every subject that has one: the number of versions, and the newest. */
export async function selectNewest(database: Database): Promise<VersionRow[]> {
  return database
    .selectDistinctOn([versions.subject])
    .from(versions)
    .where(and(isNotNull(versions.number), isNull(versions.withdrawnAt)))
    .orderBy(versions.subject, desc(versions.number))
}

export async function insertDraft(
  tx: Transaction,
  row: Pick<
    VersionRow,
    'id' | 'subject' | 'content' | 'basedOn' | 'releaseSha256' | 'repeats' | 'draftedBy' | 'draftedAt'
  >,
): Promise<void> {
  await tx.insert(versions).values(row)
}

export async function updateVersion(
  tx: Transaction,
  id: string,
  values: Partial<
    Pick<
      VersionRow,
      'number' | 'reason' | 'holdsFrom' | 'publishedBy' | 'publishedAt' | 'withdrawnBy' | 'withdrawnAt'
    >
  >,
): Promise<void> {
  await tx.update(versions).set(values).where(eq(versions.id, id))
}

export async function deleteDraft(tx: Transaction, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(versions)
    .where(and(eq(versions.id, id), isNull(versions.number)))
    .returning({ id: versions.id })
  return deleted.length > 0
}
