import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import { pagesById } from '../../../platform/database/pages-by-id.ts'
import { dueBesideCredits } from '../credits/due-beside-credits.ts'
import type { PaymentsDeps } from '../deps.ts'
import { pendingAfter } from '../instalments/store.server.ts'

const pageSize = 500

/** Returns the total that a user is asked for today and the overdue part of it, for the team. */
export async function totalsOwed(
  deps: Pick<PaymentsDeps, 'database' | 'clock' | 'terms' | 'profileOf'>,
  { userId }: { userId: string },
): Promise<{ open: Centavos; overdue: Centavos }> {
  const today = todayInSaoPaulo(deps.clock.now())
  const { documento } = await deps.profileOf(userId)
  const dueOf = await dueBesideCredits(deps.database, { userId, documento }, deps)
  const totals = { open: 0, overdue: 0 }
  const read = (after: string | undefined) => pendingAfter(deps.database, { userId, after, limit: pageSize })
  for await (const rows of pagesById(pageSize, ({ id }) => id, read)) {
    for (const row of rows) {
      const { total } = dueOf(row)
      totals.open += total
      if (row.dueDate < today) totals.overdue += total
    }
  }
  return totals
}
