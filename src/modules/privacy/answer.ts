import { namesCpf } from '../../core/cpf.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { addressed } from './addressed.ts'
import type { PrivacyDeps } from './deps.ts'
import { MAX_WORDS } from './domain/request.ts'
import { personOfRequest } from './erase.ts'
import { answeredMessage } from './messages.ts'
import { lockOpenRequest, openRequest, sealRequest, updateRequest } from './store.server.ts'

/**
 * Stores the team's answer to a request: what it did, or why it cannot, with the article. The person reads it in a message and
 * in the privacy centre. Does not cover erasures: `erasePerson` performs and reports them.
 */
export async function answerRequest(
  tx: Transaction,
  { requestId, words, isMet, by }: { requestId: string; words: string; isMet: boolean; by: string },
  deps: PrivacyDeps,
): Promise<Outcome<null, 'not_open' | 'answer_length' | 'names_cpf' | 'erase_instead'>> {
  const answer = words.trim()
  if (answer.length < 10 || answer.length > MAX_WORDS) return refuse('answer_length')
  if (namesCpf(answer)) return refuse('names_cpf')
  const request = await lockOpenRequest(tx, requestId)
  if (!request) return refuse('not_open')
  const { kind, userId } = request
  if (isMet && kind === 'erasure') return refuse('erase_instead')
  const { cipher, clock, send, identity } = deps
  const person = await personOfRequest(tx, request, deps)
  const contact = userId ? await identity.contactOf(tx, userId) : undefined
  const content = openRequest(cipher, request)
  await updateRequest(tx, requestId, {
    status: isMet ? 'done' : 'declined',
    sealed: sealRequest(cipher, requestId, { ...content, answer }),
    decidedAt: clock.now(),
    decidedBy: by,
  })
  await send(tx, {
    ...addressed(person, answeredMessage({ kind, name: contact?.nome ?? '', answer })),
    ...(userId && { userId }),
    kind: 'privacy.answered',
  })
  return ok(null)
}
