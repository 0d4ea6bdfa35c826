import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { isOf } from '../../platform/personal/is-of.ts'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { conversations, inboundMessages } from './tables.server.ts'

/**
 * A person's messages to us, and the address they used: an erasure removes both. Theirs are the conversations with an address that
 * they proved. The telephone number of an account is only typed, so a conversation that the team sees with the account may be that of
 * the number's owner: an erasure of the account takes it from the account, and leaves it.
 */
export const inboxPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'message',
    table: inboundMessages,
    id: inboundMessages.id,
    where: (person) => isIn(isProven(person)),
    fields: {
      channel: inboundMessages.channel,
      subject: inboundMessages.subject,
      text: inboundMessages.text,
      leftOut: inboundMessages.left,
      createdAt: inboundMessages.at,
    },
    erase: 'delete',
  }),
  {
    ...rowsSource({
      kind: 'message',
      table: conversations,
      id: conversations.id,
      where: isProven,
      fields: {
        channel: conversations.channel,
        to: conversations.address,
        name: conversations.name,
        createdAt: conversations.createdAt,
      },
    }),
    erase: eraseConversations,
  },
]

async function eraseConversations(tx: Transaction, person: Person): Promise<void> {
  const proven = isProven(person)
  if (proven) await tx.delete(conversations).where(proven)
  const { userId } = person
  if (!userId) return
  await tx.update(conversations).set({ userId: null, orderId: null }).where(eq(conversations.userId, userId))
}

function isProven({ email, phone }: Person): SQL | undefined {
  const { address, userId } = conversations
  return isOf({ userId: undefined, email, phone }, { userId, email: address, phone: address })
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
