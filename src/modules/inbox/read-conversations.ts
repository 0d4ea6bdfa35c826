import { firstWithin } from '../../core/first-within.ts'
import { isUuid } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import { isWindowOpen } from '../notifications/index.server.ts'
import type { SentMessage } from '../notifications/public.ts'
import type { InboxDeps } from './deps.ts'
import type { ConversationList } from './public.ts'
import {
  type ConversationPosition,
  type ConversationRow,
  type InboundMessageRow,
  selectConversation,
  selectConversationPage,
  selectConversationsOf,
  selectInbound,
} from './store.server.ts'

/** A conversation with its latest messages in both directions. */
export interface Conversation extends ConversationRow {
  /** Whether WhatsApp allows free text now; always true for e-mail. */
  isFree: boolean
  received: InboundMessageRow[]
  answers: SentMessage[]
}

type ReadDeps = Pick<InboxDeps, 'database' | 'clock' | 'notifications'>

const lines = 30

/** Maximum characters of received messages that are read for a page: strangers write them, and a page with all of 30 long ones holds up the server. */
const maxCharacters = 100_000

/** One conversation; undefined for an unknown id. */
export async function readConversation(
  deps: ReadDeps,
  { id }: { id: string },
): Promise<Conversation | undefined> {
  const row = isUuid(id) ? await selectConversation(deps.database, id) : undefined
  return row && withLines(deps, row, maxCharacters)
}

/** The conversations of a customer, or of one of their orders, the latest first. */
export async function conversationsOf(
  deps: ReadDeps,
  whose: { userId: string; orderId?: string },
): Promise<Conversation[]> {
  const rows = await selectConversationsOf(deps.database, whose)
  return Promise.all(rows.map((row) => withLines(deps, row, maxCharacters / rows.length)))
}

/** Returns a page of conversations. @returns at most `limit`, and the position of the next page */
export async function listConversations(
  { database }: { database: Database },
  { list, after, limit }: { list: ConversationList; after: ConversationPosition | undefined; limit: number },
): Promise<{ conversations: ConversationRow[]; next: ConversationPosition | undefined }> {
  const rows = await selectConversationPage(database, { list, after, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const at = last && (list === 'open' ? last.openSince : last.lastInboundAt)
  return { conversations: rows.slice(0, limit), next: last && at ? { at, id: last.id } : undefined }
}

async function withLines(
  { database, clock, notifications }: ReadDeps,
  row: ConversationRow,
  characters: number,
): Promise<Conversation> {
  const [received, answers] = await Promise.all([
    selectInbound(database, row.id, lines),
    notifications.answersIn({ conversationId: row.id, limit: lines }),
  ])
  const isFree = row.channel === 'email' || isWindowOpen(row.lastInboundAt, clock.now())
  return { ...row, isFree, received: latestWithin(received, characters), answers }
}

/** Returns the latest messages, at least one, whose texts have no more than so many characters together. */
function latestWithin(received: readonly InboundMessageRow[], characters: number): InboundMessageRow[] {
  return firstWithin(received.toReversed(), characters, ({ text }) => text.length).toReversed()
}
