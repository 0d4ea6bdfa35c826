import { sql } from 'drizzle-orm'
import { DAY } from '../../../core/durations.ts'
import type { ObligationSource } from '../../../core/obligation.ts'
import { oneOf } from '../../../platform/database/columns.ts'
import type { Database } from '../../../platform/database/database.ts'
import { obligationSource } from '../../../platform/database/obligation-source.ts'
import { reviewedStatuses } from '../domain/renegotiation.ts'
import { renegotiations } from '../tables.server.ts'

/** One day: the balance is still open without an agreement. */
const withinMs = DAY

const words: { readonly [status in (typeof reviewedStatuses)[number]]: string } = {
  refused: 'o cliente não aceitou a renegociação',
  stale: 'uma parcela mudou antes do aceite: a renegociação não vale mais',
  expired: 'a renegociação venceu sem resposta',
}

/** A proposal that was not accepted must be followed by another one, or closed as not needed. */
export function renegotiationObligations({
  database,
}: {
  database: Database
}): readonly ObligationSource<'renegotiation.review'>[] {
  return [
    obligationSource({
      ...{ database, withinMs, kind: 'renegotiation.review', table: renegotiations },
      where: sql`${oneOf(renegotiations.status, reviewedStatuses)} and ${renegotiations.reviewedAt} is null`,
      ...{ id: renegotiations.id, since: renegotiations.endedAt, userId: renegotiations.userId },
      ...{ orderId: renegotiations.orderId, amount: renegotiations.openAmount, about: renegotiations.status },
      aboutWords: (status) => words[status as keyof typeof words] ?? status,
    }),
  ]
}
