import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { concealCpf } from '../../core/cpf.ts'
import { concealEmail } from '../../core/email.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { concealName } from '../../core/person-name.ts'
import { concealPhone } from '../../core/phone.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ConsultationsDeps } from './deps.ts'
import type { ConsultationStatus } from './domain/consultation.ts'
import { resultLinkState } from './domain/result-link.ts'
import { newestLink } from './links-store.server.ts'
import { isOf } from './personal.ts'
import type {
  LookupDetail,
  LookupList,
  LookupResult,
  LookupRow,
  LookupSubject,
  ResultFile,
} from './public.ts'
import { readResultFile } from './read-result.ts'
import { deliveredResult, openContent, type ResultRow, versionsOf, viewsOf } from './results-store.server.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, findConsultationRow, openSubject } from './store.server.ts'
import { consultations } from './tables.server.ts'

const statusOf: Record<LookupList, ConsultationStatus> = {
  open: 'paid',
  delivered: 'delivered',
  cancelled: 'cancelled',
}

/** Position after which a list of look-ups continues: a promised time and an id. */
export interface LookupPosition {
  promisedAt: Date
  id: string
}

/** Paid look-ups by promised time: open ones with the most urgent first, the others with the latest first. Masked. */
export async function lookupsForTeam(
  { database, cipher }: Pick<ConsultationsDeps, 'database' | 'cipher'>,
  { list, after, limit }: { list: LookupList; after?: LookupPosition | undefined; limit: number },
): Promise<LookupRow[]> {
  const { status, promisedAt, id } = consultations
  const direction = list === 'open' ? asc : desc
  const rows = await database
    .select()
    .from(consultations)
    .where(and(eq(status, statusOf[list]), isNotNull(promisedAt), after && isBeyond(after, list)))
    .orderBy(direction(promisedAt), direction(id))
    .limit(limit)
  return rows.map((row) => toRow(row, openSubject(cipher, row)))
}

/** The look-ups that a person bought, newest first; masked. Only paid look-ups have a page. */
export async function lookupsOfPerson(
  { database, cipher }: Pick<ConsultationsDeps, 'database' | 'cipher'>,
  { limit, ...person }: { userId: string; email: string; limit: number },
): Promise<LookupRow[]> {
  // An unproven telephone number must not find the look-ups of other people.
  const whose = isOf(cipher, { ...person, phone: undefined })
  const rows = await database
    .select()
    .from(consultations)
    .where(and(whose, isNotNull(consultations.promisedAt)))
    .orderBy(desc(consultations.createdAt))
    .limit(limit)
  return rows.map((row) => toRow(row, openSubject(cipher, row)))
}

/** A look-up as shown on the desk; masked, without the text of a result. Only paid ones have a page. */
export async function lookupForTeam(
  deps: Pick<ConsultationsDeps, 'database' | 'cipher' | 'clock'>,
  { id }: { id: string },
): Promise<LookupDetail | undefined> {
  const { database, cipher, clock } = deps
  const row = isUuid(id) ? await findConsultationRow(database, id) : undefined
  if (!row?.promisedAt) return undefined
  const [versions, link, views] = await Promise.all([
    versionsOf(database, row.id),
    newestLink(database, row.id),
    viewsOf(database, { consultationId: row.id, limit: 20 }),
  ])
  const subject = openSubject(cipher, row)
  return {
    ...toRow(row, subject),
    phone: concealPhone(subject.phone),
    email: subject.email ? concealEmail(subject.email) : undefined,
    userId: row.userId ?? undefined,
    chargeId: row.chargeId ?? undefined,
    createdAt: row.createdAt,
    declaration: { version: row.declarationVersion, at: row.declaredAt },
    version: versions[0]?.version ?? 0,
    results: versions.map((result) => toVersion(cipher, result)),
    link: link && {
      state: resultLinkState(link, clock.now()),
      createdAt: link.createdAt,
      expiresAt: link.expiresAt,
    },
    views: views.map(({ at, version, proof, what }) => ({ at, version, proof, what })),
  }
}

/** The subject of a look-up, unmasked. The caller records the access. */
export async function lookupSubject(
  tx: Transaction,
  { consultationId }: { consultationId: string },
  { cipher }: Pick<ConsultationsDeps, 'cipher'>,
): Promise<Outcome<LookupSubject, 'not_found'>> {
  const row = isUuid(consultationId) ? await findConsultationRow(tx, consultationId) : undefined
  return row ? ok(openSubject(cipher, row)) : refuse('not_found')
}

/** A delivered version, unmasked. The caller records the access. */
export async function resultForTeam(
  tx: Transaction,
  which: { consultationId: string; resultId: string },
  { cipher }: Pick<ConsultationsDeps, 'cipher'>,
): Promise<Outcome<LookupResult & { row: ResultRow }, 'not_found' | 'erased'>> {
  const { consultationId, resultId } = which
  if (!isUuid(consultationId) || !isUuid(resultId)) return refuse('not_found')
  const row = await deliveredResult(tx, { id: resultId, consultationId })
  if (!row?.version || !row.deliveredAt) return refuse('not_found')
  if (!row.content) return refuse('erased')
  const { text, fileName } = openContent(cipher, row.id, row.content)
  const file =
    fileName && row.mediaType ? { name: fileName, mediaType: row.mediaType, size: row.size ?? 0 } : undefined
  const { version, deliveredAt } = row
  return ok({ version, deliveredAt, text, file, correction: row.correction ?? undefined, row })
}

/** The file of a version that the team opened. */
export function resultFileForTeam(
  deps: Pick<ConsultationsDeps, 'storage' | 'cipher'>,
  { row }: { row: ResultRow },
): Promise<Outcome<ResultFile, 'erased' | 'no_file'>> {
  return readResultFile(deps, row)
}

function toRow(row: ConsultationRow, { cpf, name }: LookupSubject): LookupRow {
  const { id, kind, status, promisedAt } = row
  const { title, price, shows } = soldLookup(row)
  if (!promisedAt) throw new Error(`look-up ${id} has no promise`)
  return {
    id,
    kind,
    title,
    price,
    shows,
    status,
    cpf: concealCpf(cpf),
    name: concealName(name),
    isGuest: row.userId === null,
    paidAt: row.paidAt ?? undefined,
    promisedAt,
    deliveredAt: row.deliveredAt ?? undefined,
    refundRequestedAt: row.refundRequestedAt ?? undefined,
    refundDeclinedAt: row.refundDeclinedAt ?? undefined,
  }
}

function toVersion(cipher: ConsultationsDeps['cipher'], row: ResultRow): LookupDetail['results'][number] {
  const content = row.content && openContent(cipher, row.id, row.content)
  return {
    id: row.id,
    version: row.version ?? 0,
    deliveredAt: row.deliveredAt ?? row.createdAt,
    source: row.source,
    correction: row.correction ?? undefined,
    hasText: content?.text !== undefined,
    file: row.mediaType ? { mediaType: row.mediaType, size: row.size ?? 0 } : undefined,
    erasedAt: row.erasedAt ?? undefined,
  }
}

function isBeyond({ promisedAt, id }: LookupPosition, list: LookupList): SQL {
  const here = sql`(${consultations.promisedAt}, ${consultations.id})`
  const there = sql`(${promisedAt.toISOString()}::timestamptz, ${id}::uuid)`
  return list === 'open' ? sql`${here} > ${there}` : sql`${here} < ${there}`
}
