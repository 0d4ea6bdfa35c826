import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { isWindowOpen } from '../notifications/index.server.ts'
import { isWritable } from '../notifications/public.ts'
import type { InboxDeps } from './deps.ts'
import { type AnswerRefusal, answerSubject, readAnswer } from './domain/answer.ts'
import { type ConversationRow, closeConversation, lockConversation, selectInbound } from './store.server.ts'

type Refusal = 'not_found' | 'changed_meanwhile'

interface Decision {
  conversationId: string
  /** Version of the conversation that the member saw; messages that arrived later have not been read. */
  version: number
  by: string
}

/** Answers through the channel that the person wrote in. The conversation no longer needs an answer then. */
export async function answerConversation(
  tx: Transaction,
  { words, ...decision }: Decision & { words: string },
  { clock, send }: Pick<InboxDeps, 'clock' | 'send'>,
): Promise<Outcome<null, Refusal | AnswerRefusal | 'no_address'>> {
  const found = await decide(tx, decision)
  if (!found.ok) return found
  const { id, channel, address, userId, lastInboundAt } = found.value
  if (!isWritable(channel, address)) return refuse('no_address')
  const answer = readAnswer(words, { channel, isWindowOpen: isWindowOpen(lastInboundAt, clock.now()) })
  if (!answer.ok) return answer
  const received = (await selectInbound(tx, id, 1))[0]
  await send(tx, {
    to: address,
    channel,
    kind: 'conversation.answer',
    subject: answerSubject(received?.subject ?? ''),
    text: answer.value,
    conversationId: id,
    ...(userId && { userId }),
  })
  await closeConversation(tx, { id, by: decision.by })
  return ok(null)
}

/** Closes a conversation that needs no answer, such as 'Obrigada!'. */
export async function closeWithoutAnswer(
  tx: Transaction,
  decision: Decision,
): Promise<Outcome<null, Refusal>> {
  const found = await decide(tx, decision)
  if (!found.ok) return found
  await closeConversation(tx, { id: found.value.id, by: decision.by })
  return ok(null)
}

async function decide(
  tx: Transaction,
  { conversationId, version }: Decision,
): Promise<Outcome<ConversationRow, Refusal>> {
  const found = isUuid(conversationId) ? await lockConversation(tx, conversationId) : undefined
  if (!found) return refuse('not_found')
  return found.version === version ? ok(found) : refuse('changed_meanwhile')
}
