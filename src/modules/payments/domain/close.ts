import type { Centavos } from '../../../core/money.ts'

/** `differs` waits for a person; `accepted`: one has found out why and said so. */
export const closeStatuses = ['agrees', 'differs', 'accepted'] as const
export type CloseStatus = (typeof closeStatuses)[number]

/** One payment as the provider tells it and as our books have it; absent where one side knows nothing of it. */
export interface CloseDifference {
  providerId: string
  theirs: BookedPayment | null
  ours: BookedPayment | null
}

/** Centavos. */
export interface BookedPayment {
  amount: Centavos
  refunded: Centavos
  fee: Centavos
}

/** What does not agree to the centavo, payment by payment, in the order of their ids. */
export function differencesBetween(
  theirs: ReadonlyMap<string, BookedPayment>,
  ours: ReadonlyMap<string, BookedPayment>,
): CloseDifference[] {
  const ids = [...new Set([...theirs.keys(), ...ours.keys()])].toSorted()
  return ids
    .map((providerId) => ({
      providerId,
      theirs: theirs.get(providerId) ?? null,
      ours: ours.get(providerId) ?? null,
    }))
    .filter((pair) => !agree(pair.theirs, pair.ours))
}

function agree(one: BookedPayment | null, other: BookedPayment | null): boolean {
  if (!one || !other) return false
  return one.amount === other.amount && one.refunded === other.refunded && one.fee === other.fee
}
