import { and, arrayContains, eq, inArray, isNotNull, isNull, like, ne, or, sql } from 'drizzle-orm'
import { oneOf } from '../../platform/database/columns.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { isOf } from '../../platform/personal/is-of.ts'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { sendableStatuses } from './domain/message.ts'
import { redactSecrets } from './domain/redact-secrets.ts'
import { recipientOf } from './recipient.server.ts'
import { channelAddresses, messageConsents, messagePreferences, messages } from './tables.server.ts'

/** The messages of a person: the text is kept until an erasure; the fact that something was sent, its kind and time remain. */
export const messagesPersonal: PersonalSource = {
  ...rowsSource({
    kind: 'message',
    table: messages,
    id: messages.id,
    where(person) {
      const whose = isMessageOf(person)
      return whose && and(isNull(messages.erasedAt), whose)
    },
    fields: {
      to: messages.to,
      channel: messages.channel,
      subject: messages.subject,
      text: messages.text,
      status: messages.status,
      createdAt: messages.createdAt,
      sentAt: messages.sentAt,
    },
    // An export must not give access to what a link protects: a message that waits still has its secrets.
    open: ({ text, ...fields }) => ({ ...fields, text: redactSecrets(String(text)) }),
  }),
  // Messages about to be sent are sent first. Those held for a later day would arrive after the last message.
  erase: (tx, person, now) => eraseMessages(tx, { person, now, waitingToo: false }),
}

/** Data about a person's addresses. */
export const addressesPersonal: PersonalSource = rowsSource({
  kind: 'message',
  table: channelAddresses,
  id: channelAddresses.address,
  where({ email, phone }) {
    const addresses = [email?.toLowerCase(), phone].filter((address) => address !== undefined)
    return addresses.length > 0 ? inArray(channelAddresses.address, addresses) : undefined
  },
  fields: { channel: channelAddresses.channel, to: channelAddresses.address },
  erase: 'delete',
})

/**
 * Erases the data about addresses: when a person last wrote from them, and failed deliveries. The data affect only the channel of
 * the next message, should another person have the same number.
 */
export async function eraseAddresses(
  tx: Pick<Transaction, 'delete'>,
  addresses: readonly string[],
): Promise<void> {
  const normalizedAddress = [...new Set(addresses.flatMap((address) => [address, address.toLowerCase()]))]
  if (normalizedAddress.length > 0)
    await tx.delete(channelAddresses).where(inArray(channelAddresses.address, normalizedAddress))
}

/** A person's choice of topics, and their consent to WhatsApp. */
export const preferencesPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'consent',
    table: messagePreferences,
    id: messagePreferences.recipient,
    where: (person) => inArray(messagePreferences.recipient, recipientsOf(person)),
    fields: {
      progress: messagePreferences.progress,
      reminders: messagePreferences.reminders,
      offers: messagePreferences.offers,
      changedAt: messagePreferences.updatedAt,
    },
    erase: 'delete',
  }),
  rowsSource({
    kind: 'consent',
    table: messageConsents,
    id: messageConsents.id,
    where: (person) => inArray(messageConsents.recipient, recipientsOf(person)),
    fields: {
      phone: messageConsents.phone,
      text: messageConsents.statement,
      ip: messageConsents.ip,
      userAgent: messageConsents.userAgent,
      createdAt: messageConsents.givenAt,
      endedAt: messageConsents.revokedAt,
    },
    erase: 'delete',
  }),
]

/** The recipient keys of a person in the preferences. */
function recipientsOf({ userId, email, phone }: Person): string[] {
  return [
    ...(userId ? [recipientOf({ userId, to: '' })] : []),
    ...[email, phone].flatMap((to) => (to ? [recipientOf({ to })] : [])),
  ]
}

/**
 * Erases the words and the recipient of a person's messages. Waiting messages that are erased are given up. The team's answers to an
 * address that the person did not prove are taken from the account, and left.
 *
 * @param waitingToo also those that are about to be sent; messages held for a later time are erased in any case
 * @param about only those of one module about one of its records
 */
export async function eraseMessages(
  tx: Pick<Transaction, 'update'>,
  {
    person,
    now,
    waitingToo,
    about,
  }: { person: Person; now: Date; waitingToo: boolean; about?: MessageSubject },
): Promise<void> {
  const recipient = isMessageOf(person)
  if (!recipient) return
  const at = sql`${now.toISOString()}::timestamptz`
  const isQueued = sql`${messages.status} = 'queued'`
  await tx
    .update(messages)
    .set({
      ...erasedContent,
      erasedAt: now,
      waitingSince: null,
      // In one statement: without its recipient a message cannot be found again.
      status: sql`case when ${isQueued} then 'failed' else ${messages.status} end`,
      // A failed message can no longer be sent again.
      givenUpAt: sql`case when ${oneOf(messages.status, sendableStatuses)} then coalesce(${messages.givenUpAt}, ${at}) end`,
      givenUpReason: sql`case when ${isQueued} then 'pessoa apagada' else ${messages.givenUpReason} end`,
    })
    .where(
      and(
        recipient,
        about && isAbout(about),
        isNull(messages.erasedAt),
        waitingToo
          ? undefined
          : or(
              and(isNull(messages.waitingSince), ne(messages.status, 'queued')),
              isNotNull(messages.notBefore),
            ),
      ),
    )
  const { userId } = person
  if (!userId) return
  await tx
    .update(messages)
    .set({ userId: null, recipient: null })
    .where(and(eq(messages.userId, userId), isNotNull(messages.conversationId), isNull(messages.erasedAt)))
}

/** A record of a module ('consultation') that messages are about, and the account that it belongs to. */
interface MessageSubject {
  module: string
  id: string
  userId: string | undefined
}

/**
 * Messages of earlier releases do not name what they are about: one to another account is about something else; one to no account
 * may be about this.
 */
function isAbout({ module, id, userId }: MessageSubject) {
  const isOfNobodyElse = or(isNull(messages.userId), userId ? eq(messages.userId, userId) : undefined)
  return and(
    like(messages.kind, `${module}.%`),
    or(arrayContains(messages.about, [id]), and(isNull(messages.about), isOfNobodyElse)),
  )
}

/** The values of an erased message. */
export const erasedContent = {
  to: '',
  subject: '',
  text: '',
  links: [] as string[],
  content: null,
  providerId: null,
  about: null,
  recipient: null,
  notBefore: null,
}

/**
 * Condition for the messages of a person: not the team's answers to an address that the person did not prove, which may be
 * another's (modules/inbox/personal.ts).
 */
export function isMessageOf({ userId, ...address }: Person) {
  return or(
    userId ? and(eq(messages.userId, userId), isNull(messages.conversationId)) : undefined,
    isOf(
      { userId: undefined, ...address },
      { userId: messages.userId, email: messages.to, phone: messages.to },
    ),
  )
}
