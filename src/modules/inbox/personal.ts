import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { conversations, heardMessages } from './tables.server.ts'

/** What a person wrote to us, and with which address: both end with an erasure. */
export const inboxPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'message',
    table: heardMessages,
    ...{ id: heardMessages.id, at: heardMessages.at },
    where(person) {
      const whose = isOf(person)
      return (
        whose &&
        inArray(
          heardMessages.conversationId,
          sql`(select ${conversations.id} from ${conversations} where ${whose})`,
        )
      )
    },
    fields: {
      channel: heardMessages.channel,
      subject: heardMessages.subject,
      text: heardMessages.text,
      createdAt: heardMessages.at,
    },
    erase: 'delete',
  }),
  rowsSource({
    kind: 'message',
    table: conversations,
    ...{ id: conversations.id, at: conversations.heardAt },
    where: isOf,
    fields: {
      channel: conversations.channel,
      to: conversations.address,
      createdAt: conversations.createdAt,
    },
    erase: 'delete',
  }),
]

function isOf({ userId, email, phone }: Person): SQL | undefined {
  return or(
    userId ? eq(conversations.userId, userId) : undefined,
    email ? eq(conversations.address, email) : undefined,
    phone ? eq(conversations.address, phone) : undefined,
  )
}
