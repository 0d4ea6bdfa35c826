import { sql } from 'drizzle-orm'
import { DAY } from '../../../core/durations.ts'
import type { ObligationSource } from '../../../core/obligation.ts'
import { oneOf } from '../../../platform/database/columns.ts'
import { obligationSource } from '../../../platform/database/obligation-source.ts'
import type { ContractingDeps } from '../deps.ts'
import { reviewedStatuses } from '../domain/renegotiation.ts'
import { renegotiations } from '../tables.server.ts'

/** Due after one day: the balance is still open without an agreement. */
const withinMs = DAY

const words: { readonly [status in (typeof reviewedStatuses)[number]]: string } = {
  refused: 'o cliente não aceitou a renegociação',
  stale: 'uma parcela mudou antes do aceite: a renegociação não vale mais',
  expired: 'a renegociação venceu sem resposta',
}

/**
 * A proposal that was not accepted must be followed by another one, or closed as not needed, while its order has something open: there
 * is nothing to propose for one that was paid or cancelled since.
 */
export function renegotiationObligations({
  database,
  payments: { hasOpenInstalments },
}: Pick<ContractingDeps, 'database' | 'payments'>): readonly ObligationSource<'renegotiation.review'>[] {
  return [
    obligationSource({
      database,
      withinMs,
      kind: 'renegotiation.review',
      table: renegotiations,
      where: sql`${oneOf(renegotiations.status, reviewedStatuses)} and ${renegotiations.reviewedAt} is null
        and ${hasOpenInstalments(renegotiations.orderId)}`,
      id: renegotiations.id,
      since: renegotiations.endedAt,
      userId: renegotiations.userId,
      orderId: renegotiations.orderId,
      amount: renegotiations.openAmount,
      about: renegotiations.status,
      aboutWords: (status) => words[status as keyof typeof words] ?? status,
    }),
  ]
}
