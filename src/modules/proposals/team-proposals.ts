import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { todayInSaoPaulo } from '../../core/calendar.ts'
import { namesCpf } from '../../core/cpf.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { ProposalsDeps } from './deps.ts'
import { currentStatusOf } from './domain/custom-offer.ts'
import { MAX_PROPOSAL_ANSWER_LENGTH } from './domain/proposal.ts'
import { unansweredStatuses } from './domain/proposal-status.ts'
import { proposalAnswered, proposalReceived } from './messages.ts'
import { customOffers, proposals } from './tables.server.ts'

type ProposalRow = typeof proposals.$inferSelect

/** The requests that the team's list shows. */
export type ProposalList = 'open' | 'suspected' | 'answered'
const statusOf = { open: 'received', suspected: 'suspected', answered: 'answered' } as const

/** The position where a page of the list continues. */
export interface ProposalPosition {
  createdAt: Date
  id: string
}

/**
 * A page of the requests for a proposal, newest first.
 *
 * @returns at most `limit`, and the position of the next page
 */
export async function listProposals(
  { database }: { database: Database },
  { list, after, limit }: { list: ProposalList; after: ProposalPosition | undefined; limit: number },
): Promise<{ proposals: ProposalRow[]; next: ProposalPosition | undefined }> {
  const from = after && sql`(${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  const rest: SQL | undefined = from && sql`(${proposals.createdAt}, ${proposals.id}) < ${from}`
  const rows = await database
    .select()
    .from(proposals)
    .where(and(eq(proposals.status, statusOf[list]), rest))
    .orderBy(desc(proposals.createdAt), desc(proposals.id))
    .limit(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { proposals: rows.slice(0, limit), next: last && { createdAt: last.createdAt, id: last.id } }
}

/** One request; undefined for an unknown id. */
export async function proposalOf(
  { database }: { database: Database },
  { proposalId }: { proposalId: string },
): Promise<ProposalRow | undefined> {
  if (!isUuid(proposalId)) return undefined
  return (await database.select().from(proposals).where(eq(proposals.id, proposalId)))[0]
}

/**
 * Answers a request by e-mail and stores the answer with it. Refuses `not_open` for an answered one, and `answer_length`
 * for a text that is empty or too long.
 */
export async function answerProposal(
  tx: Transaction,
  { proposalId, words, by }: { proposalId: string; words: string; by: string },
  { clock, send }: Pick<ProposalsDeps, 'clock' | 'send'>,
): Promise<Outcome<null, 'not_open' | 'answer_length' | 'names_cpf'>> {
  const answer = words.trim()
  if (answer.length < 10 || answer.length > MAX_PROPOSAL_ANSWER_LENGTH) return refuse('answer_length')
  if (namesCpf(answer)) return refuse('names_cpf')
  if (!isUuid(proposalId)) return refuse('not_open')
  const [answered] = await tx
    .update(proposals)
    .set({ status: 'answered', answer, answeredBy: by, answeredAt: clock.now() })
    .where(and(eq(proposals.id, proposalId), inArray(proposals.status, [...unansweredStatuses])))
    .returning()
  if (!answered) return refuse('not_open')
  const { email, userId, name } = answered
  const to = { to: email, channel: 'email' as const, ...(userId && { userId }) }
  await send(tx, { ...to, kind: 'proposal.answered', ...proposalAnswered({ name, answer }) })
  return ok(null)
}

/** Marks a suspected spam request as genuine: it needs an answer, and the person gets the confirmation. */
export async function trustProposal(
  tx: Transaction,
  { proposalId }: { proposalId: string },
  { send }: Pick<ProposalsDeps, 'send'>,
): Promise<Outcome<null, 'not_open'>> {
  if (!isUuid(proposalId)) return refuse('not_open')
  const [trusted] = await tx
    .update(proposals)
    .set({ status: 'received' })
    .where(and(eq(proposals.id, proposalId), eq(proposals.status, 'suspected')))
    .returning()
  if (!trusted) return refuse('not_open')
  const { email, userId } = trusted
  const to = { to: email, channel: 'email' as const, ...(userId && { userId }) }
  await send(tx, { ...to, kind: 'proposal.received', ...proposalReceived() })
  return ok(null)
}

/** The latest custom offers, of all customers or of one, newest first, each with its current status. */
export async function latestOffers(
  { database, clock }: { database: Database } & Pick<ProposalsDeps, 'clock'>,
  { limit, userId }: { limit: number; userId?: string },
) {
  const today = todayInSaoPaulo(clock.now())
  const rows = await database
    .select()
    .from(customOffers)
    .where(userId === undefined ? undefined : eq(customOffers.userId, userId))
    .orderBy(desc(customOffers.createdAt), desc(customOffers.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, status: currentStatusOf(row, today) }))
}
