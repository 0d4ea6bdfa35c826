import { inArray, sql } from 'drizzle-orm'
import { isOf } from '../../platform/personal/is-of.ts'
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
      const whose = isConversationOf(person)
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
    where: isConversationOf,
    fields: {
      channel: conversations.channel,
      to: conversations.address,
      createdAt: conversations.createdAt,
    },
    erase: 'delete',
  }),
]

function isConversationOf(person: Person) {
  return isOf(person, {
    userId: conversations.userId,
    email: conversations.address,
    phone: conversations.address,
  })
}
