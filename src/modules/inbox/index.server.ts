import { sql } from 'drizzle-orm'
import { STOPPED_HOURS } from '../../core/commitments.ts'
import { HOUR } from '../../core/durations.ts'
import { bind } from '../../core/use-case.ts'
import { obligationSource } from '../../platform/database/obligation-source.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { answerConversation, closeWithoutAnswer } from './answer.ts'
import { deleteOldConversations } from './delete-old-conversations.ts'
import type { InboxDeps } from './deps.ts'
import { inboxJobs } from './jobs.ts'
import { inboxPersonal } from './personal.ts'
import { conversationsOf, listConversations, readConversation } from './read-conversations.ts'
import { receiveMail, receiveWhatsapp } from './receive.ts'
import { conversations } from './tables.server.ts'

export { type InboxMessageKind, inboxMessageKinds } from './message-kinds.ts'
export type { Conversation } from './read-conversations.ts'

export type Inbox = ReturnType<typeof createInbox>

/** The messages that people send us by WhatsApp and e-mail, and the answers of the team. */
export function createInbox(deps: InboxDeps) {
  const { bound, within } = bind(deps)
  return {
    receiveWhatsapp: bound(receiveWhatsapp),
    receiveMail: bound(receiveMail),
    readConversation: bound(readConversation),
    conversationsOf: bound(conversationsOf),
    listConversations: bound(listConversations),
    answer: within(answerConversation),
    close: within(closeWithoutAnswer),
    jobs: handleJobs(inboxJobs, {
      'inbox.forget': { every: { cron: '5 4 * * *' }, run: bound(deleteOldConversations) },
    }),
    /** Personal data stored by this module. */
    personal: inboxPersonal,
    /** The team's obligations: answers. */
    obligations: [
      obligationSource({
        database: deps.database,
        kind: 'message.answer',
        table: conversations,
        where: sql`${conversations.openSince} is not null`,
        id: conversations.id,
        since: conversations.openSince,
        withinMs: STOPPED_HOURS * HOUR,
        // `openSince` is the time of the first message without an answer; later ones are a different request.
        revision: conversations.version,
        userId: conversations.userId,
        orderId: conversations.orderId,
        about: conversations.name,
      }),
    ],
  }
}
