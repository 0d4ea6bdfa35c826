import { inArray, type SQL, sql } from 'drizzle-orm'
import { isOf } from '../../platform/personal/is-of.ts'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { conversations, inboundMessages } from './tables.server.ts'

/** A person's messages to us, and the address they used: an erasure removes both. */
export const inboxPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'message',
    table: inboundMessages,
    id: inboundMessages.id,
    where: (person) => isIn(mayRead(person)),
    fields: {
      channel: inboundMessages.channel,
      subject: inboundMessages.subject,
      text: inboundMessages.text,
      leftOut: inboundMessages.left,
      createdAt: inboundMessages.at,
    },
    erase: 'delete',
    erasedWhere: (person) => isIn(isConversationOf(person)),
  }),
  rowsSource({
    kind: 'message',
    table: conversations,
    id: conversations.id,
    where: mayRead,
    fields: {
      channel: conversations.channel,
      to: conversations.address,
      name: conversations.name,
      createdAt: conversations.createdAt,
    },
    erase: 'delete',
    erasedWhere: isConversationOf,
  }),
]

function isConversationOf(person: Person): SQL | undefined {
  return isOf(person, {
    userId: conversations.userId,
    email: conversations.address,
    phone: conversations.address,
  })
}

/**
 * Condition for the conversations that a person may read: those with an address that they proved. The telephone number of an account is
 * only typed, so a conversation that the team sees with the account may be that of the number's owner.
 */
function mayRead({ email, phone }: Person): SQL | undefined {
  return isConversationOf({ userId: undefined, email, phone })
}

function isIn(whose: SQL | undefined): SQL | undefined {
  return (
    whose &&
    inArray(
      inboundMessages.conversationId,
      sql`(select ${conversations.id} from ${conversations} where ${whose})`,
    )
  )
}
