import { sql } from 'drizzle-orm'
import { PRIVACY_ANSWER_DAYS } from '../../core/commitments.ts'
import { DAY } from '../../core/durations.ts'
import { concealEmail } from '../../core/email.ts'
import { isUuid } from '../../core/ids.ts'
import { concealPhone } from '../../core/phone.ts'
import { obligationSource } from '../../platform/database/obligation-source.ts'
import type { PrivacyDeps } from './deps.ts'
import type { RequestList } from './domain/request.ts'
import { type ErasurePlan, personOfRequest, planErasure } from './erase.ts'
import { findRequest, listRequests, openRequest, type RequestPosition } from './store.server.ts'
import { answerDue, type OwnRequest } from './submit-request.ts'
import { privacyRequests } from './tables.server.ts'

/** A request as the team's list shows it: without a name. */
export type TeamRequestRow = Pick<OwnRequest, 'id' | 'kind' | 'status' | 'createdAt' | 'dueAt' | 'decidedAt'>

/** A page of requests: open ones, the oldest first; decided ones, the latest first. */
export async function requestsForTeam(
  { database }: Pick<PrivacyDeps, 'database'>,
  { list, after, limit }: { list: RequestList; after: RequestPosition | undefined; limit: number },
): Promise<{ requests: TeamRequestRow[]; next: RequestPosition | undefined }> {
  const rows = await listRequests(database, { list, after, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    requests: rows.slice(0, limit).map(({ id, kind, status, createdAt, decidedAt }) => {
      return { id, kind, status, createdAt, dueAt: answerDue(createdAt), decidedAt: decidedAt ?? undefined }
    }),
    next: last && { at: list === 'open' ? last.createdAt : (last.decidedAt ?? last.createdAt), id: last.id },
  }
}

/** A request with its words, and what an erasure would do. */
export type TeamRequest = OwnRequest & {
  userId: string | undefined
  /** The proven address of a person without an account, masked. */
  address: string | undefined
  decidedBy: string | undefined
  /** For an open erasure request. */
  plan: ErasurePlan | undefined
}

/** One request; undefined for an unknown id. */
export async function requestForTeam(
  deps: PrivacyDeps,
  { requestId }: { requestId: string },
): Promise<TeamRequest | undefined> {
  const { database, cipher } = deps
  const row = isUuid(requestId) ? await findRequest(database, requestId) : undefined
  if (!row) return undefined
  const { id, kind, status, createdAt, decidedAt, decidedBy, userId } = row
  const { words, answer, email, phone } = openRequest(cipher, row)
  const isPlanned = kind === 'erasure' && status === 'open'
  const person = isPlanned ? await personOfRequest(database, row, deps) : undefined
  return {
    id,
    kind,
    status,
    createdAt,
    words,
    answer,
    dueAt: answerDue(createdAt),
    decidedAt: decidedAt ?? undefined,
    decidedBy: decidedBy ?? undefined,
    userId: userId ?? undefined,
    address: userId ? undefined : email ? concealEmail(email) : phone && concealPhone(phone),
    plan: person && (await planErasure(deps, { person })),
  }
}

/** The team's obligations: an answer to each request, within the law's fifteen days. */
export function requestObligations({ database }: Pick<PrivacyDeps, 'database'>) {
  return [
    obligationSource({
      database,
      kind: 'privacy.answer',
      table: privacyRequests,
      where: sql`${privacyRequests.status} = 'open'`,
      id: privacyRequests.id,
      since: privacyRequests.createdAt,
      withinMs: PRIVACY_ANSWER_DAYS * DAY,
      userId: privacyRequests.userId,
      about: privacyRequests.kind,
      aboutWords: (kind) => aboutOf[kind as keyof typeof aboutOf] ?? kind,
    }),
  ]
}

const aboutOf = {
  erasure: 'apagar os dados',
  correction: 'corrigir os dados',
  question: 'pergunta sobre os dados',
} as const
