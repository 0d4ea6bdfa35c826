import { sql } from 'drizzle-orm'
import { STOPPED_HOURS } from '../../core/commitments.ts'
import { HOUR } from '../../core/durations.ts'
import type { ObligationSource } from '../../core/obligation.ts'
import type { Database } from '../../platform/database/database.ts'
import { obligationSource } from '../../platform/database/obligation-source.ts'
import { breachWords } from './domain/breach.ts'
import { acceptanceBreaches } from './tables.server.ts'

/** A changed evidence record is reviewed the same day. */
export function evidenceObligations({
  database,
}: {
  database: Database
}): readonly ObligationSource<'evidence.review'>[] {
  const { id, chain, position, reason, foundAt, reviewedAt } = acceptanceBreaches
  return [
    obligationSource({
      database,
      kind: 'evidence.review',
      table: acceptanceBreaches,
      withinMs: STOPPED_HOURS * HOUR,
      where: sql`${reviewedAt} is null`,
      id,
      since: foundAt,
      about: sql<string>`${reason} || ' ' || ${chain} || ' ' || ${position}`,
      aboutWords: (about) => {
        const [why = '', onChain, at] = about.split(' ')
        return breachWords({ reason: why, chain: Number(onChain), position: Number(at) })
      },
    }),
  ]
}
