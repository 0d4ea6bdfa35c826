import type { Centavos } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { listPossiblyOurs } from '../set-aside/store.server.ts'
import { paymentsOfUnknownCharges, returnsMadeElsewhere } from './unexplained-store.server.ts'

/** A movement of money at a provider that is unexplained in our books. */
export interface UnexplainedMovement {
  kind: 'payment' | 'refund'
  /** The payment's id at its provider. */
  providerId: string
  /** Our reference, which identifies a charge; null when the payment has none. */
  reference: string | null
  /** Centavos. */
  amount: Centavos
  at: Date
}

/**
 * Movements that a provider reports and our books do not explain: payments of charges with our references that are not
 * stored here, and refunds that were not requested here. After a back-up was restored, these are the records it lacks;
 * otherwise they come from another shop on the account, or from a person at the provider's panel. Oldest first.
 */
export async function unexplainedMovements(
  { database }: { database: Executor },
  { since, limit = 200 }: { since: Date; limit?: number },
): Promise<UnexplainedMovement[]> {
  const payments = await paymentsOfUnknownCharges(database, { since, limit })
  const waiting = await listPossiblyOurs(database, { since, limit })
  const refunds = await returnsMadeElsewhere(database, { since, limit })
  const movements: UnexplainedMovement[] = [
    ...payments.map((row) => ({ kind: 'payment' as const, ...row })),
    ...waiting.map(({ providerId, detail: reference, amount, since: at }) => ({
      kind: 'payment' as const,
      providerId,
      reference,
      amount: amount ?? 0,
      at,
    })),
    ...refunds.map((row) => ({ kind: 'refund' as const, ...row })),
  ]
  return movements.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
