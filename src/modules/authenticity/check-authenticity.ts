import { HOUR } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { allowVisitor, type Visitor } from '../../platform/rate-limit/visitors.ts'
import type { AuthenticityDeps } from './deps.ts'
import { readReceivedItem } from './domain/received-item.ts'
import { type Finding, judge } from './domain/verdict.ts'

/** Checks per hour: a worried person tries several variants of what was received. */
const LIMIT = { limit: 40, window: HOUR }

/**
 * Reports whether an item that a person received is ours. Only a Pix code is looked up, as a whole: the answer is whether
 * it is ours, regardless of its customer and its status. Stores none of the typed text. Refuses `too_many`.
 */
export async function checkAuthenticity(
  { database, clock, payments, ours }: AuthenticityDeps,
  { text, visitor }: { text: string; visitor: Visitor },
): Promise<Outcome<Finding, 'too_many'>> {
  const allowance = await allowVisitor(database, {
    ...LIMIT,
    name: 'authenticity',
    visitor,
    now: clock.now(),
  })
  if (!allowance.allowed) return refuse('too_many')
  const received = readReceivedItem(text)
  const isOwnCode =
    received.kind === 'pix_code' && received.read ? await payments.isOwnCode(received.code) : false
  return ok(judge(received, ours(), isOwnCode))
}
