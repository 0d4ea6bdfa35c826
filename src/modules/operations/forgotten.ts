import { before, DAY } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { retention } from '../../core/retention.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { JournalEntry } from '../notifications/index.server.ts'
import type { UnexplainedMovement } from '../payments/index.server.ts'
import { raiseAlert, raiseAlerts, raisedAlertsAmong } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { countsByEvent } from './domain/forgotten.ts'
import { forgottenMessage } from './messages.ts'

/** Data that survived outside a database that was restored to an earlier time. */
export interface Forgotten {
  /** Delivered messages that are missing from the database and not resolved yet. Oldest first. */
  messages: JournalEntry[]
  /** Money at the providers that nothing in the database explains. Oldest first. */
  movements: UnexplainedMovement[]
}

/**
 * Lists events that are missing from the database, from sources outside it: the journal of messages and the providers.
 * Covers the period for which the journal is kept.
 */
export async function forgotten(deps: OperationsDeps): Promise<Forgotten> {
  const messages = await deps.forgottenMessages({ all: true })
  const seen = await raisedAlertsAmong(
    deps.database,
    messages.map(({ id }) => seenKey(id)),
  )
  const since = before(deps.clock.now(), retention.journalDays * DAY)
  return {
    messages: messages.filter(({ id }) => !seen.has(seenKey(id))),
    movements: await deps.unexplainedMovements({ since }),
  }
}

/** E-mails the team about messages that are missing from the database, once for each. */
export async function reportForgotten(deps: OperationsDeps): Promise<void> {
  const found = await deps.forgottenMessages({ all: false })
  if (found.length === 0) return
  await deps.database.transaction(async (tx) => {
    const keyOf = ({ id }: JournalEntry) => `forgotten:${id}`
    const kinds = new Map(found.map((entry) => [keyOf(entry), entry.kind]))
    const raised = await raiseAlerts(tx, found.map(keyOf), deps.clock.now(), kinds)
    const fresh = found.filter((entry) => raised.has(keyOf(entry)))
    if (fresh.length === 0) return
    deps.log.error({ count: fresh.length }, 'the database does not know messages that were sent')
    const message = forgottenMessage({
      count: fresh.length,
      traces: countsByEvent(fresh.map(({ kind }) => kind)),
      deskUrl: deps.links.deskOperation(),
    })
    const to = { to: deps.teamEmail(), channel: 'email' as const }
    await deps.send(tx, { ...to, kind: 'operations.forgotten', ...message })
  })
}

/** Records that a team member has handled a forgotten message. Refuses `not_found` for a known or handled one. */
export async function settleForgotten(
  tx: Transaction,
  { messageId }: { messageId: string },
  deps: Pick<OperationsDeps, 'clock' | 'forgottenMessages'>,
): Promise<Outcome<null, 'not_found'>> {
  const found = await deps.forgottenMessages({ all: true, executor: tx })
  if (!found.some(({ id }) => id === messageId)) return refuse('not_found')
  return (await raiseAlert(tx, seenKey(messageId), deps.clock.now())) ? ok(null) : refuse('not_found')
}

function seenKey(messageId: string): string {
  return `forgotten-seen:${messageId}`
}
