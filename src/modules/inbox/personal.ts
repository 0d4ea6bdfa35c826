import { inArray, sql } from 'drizzle-orm'
import { isOf } from '../../platform/personal/is-of.ts'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { conversations, inboundMessages } from './tables.server.ts'

/** A person's messages to us, and the address they used: an erasure removes both. */
export const inboxPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'message',
    table: inboundMessages,
    ...{ id: inboundMessages.id, at: inboundMessages.at },
    where(person) {
      const whose = isConversationOf(person)
      return (
        whose &&
        inArray(
          inboundMessages.conversationId,
          sql`(select ${conversations.id} from ${conversations} where ${whose})`,
        )
      )
    },
    fields: {
      channel: inboundMessages.channel,
      subject: inboundMessages.subject,
      text: inboundMessages.text,
      leftOut: inboundMessages.left,
      createdAt: inboundMessages.at,
    },
    erase: 'delete',
  }),
  rowsSource({
    kind: 'message',
    table: conversations,
    ...{ id: conversations.id, at: conversations.lastInboundAt },
    where: isConversationOf,
    fields: {
      channel: conversations.channel,
      to: conversations.address,
      name: conversations.name,
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
