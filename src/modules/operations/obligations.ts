import { STOPPED_HOURS } from '../../core/commitments.ts'
import { HOUR } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import type { Obligation, ObligationSource } from '../../core/obligation.ts'
import { listedSource } from '../../platform/database/obligation-source.ts'
import {
  countDeadLetters,
  type DeadLetter,
  deadLettersAfter,
  deadLettersAmong,
} from '../../platform/jobs/dead-letters.ts'
import { forgottenAlerts } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { traceOf } from './domain/forgotten.ts'

export type OperationObligation = 'job.decide' | 'forgotten.settle'

const withinMs = STOPPED_HOURS * HOUR

/** More than can be handled one by one: a restored back-up loses some hours. */
const maxForgotten = 2_000

/**
 * Decisions about the running system that the team has to make: jobs that failed every attempt, and events missing from a
 * restored database, once the team was notified of them.
 */
export function operationObligations({
  database,
}: Pick<OperationsDeps, 'database'>): readonly ObligationSource<OperationObligation>[] {
  return [
    {
      kind: 'job.decide',
      async open({ after, limit }) {
        const from = after && { since: new Date(after.dueAt.getTime() - withinMs), id: after.id }
        return (await deadLettersAfter(database, { after: from, limit })).map(stoppedJob)
      },
      among: async ({ ids }) => {
        const known = ids.filter(isUuid)
        return known.length === 0 ? [] : (await deadLettersAmong(database, { ids: known })).map(stoppedJob)
      },
      count: ({ limit }) => countDeadLetters(database, { limit }),
    },
    listedSource('forgotten.settle', async () =>
      (await forgottenAlerts(database, maxForgotten)).map(({ messageId: id, raisedAt: since, about }) => ({
        kind: 'forgotten.settle' as const,
        id,
        since,
        userId: null,
        orderId: null,
        amount: null,
        dueAt: new Date(since.getTime() + withinMs),
        about: about === null ? '' : traceOf(about),
      })),
    ),
  ]
}

function stoppedJob({ id, job, since }: DeadLetter): Obligation<'job.decide'> {
  const dueAt = new Date(since.getTime() + withinMs)
  return { kind: 'job.decide', id, since, dueAt, userId: null, orderId: null, amount: null, about: job }
}
