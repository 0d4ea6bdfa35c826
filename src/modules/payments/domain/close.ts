import type { Centavos } from '../../../core/money.ts'

/** `differs` waits for the team; `accepted`: a team member has explained the difference. */
export const closeStatuses = ['agrees', 'differs', 'accepted'] as const
export type CloseStatus = (typeof closeStatuses)[number]

/** One payment at the provider (`theirs`) and in our books (`ours`); null where one side has none. Stored as JSON. */
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

/** The payments on which provider and books differ, to the centavo, ordered by id. */
export function differencesBetween(
  atProvider: ReadonlyMap<string, BookedPayment>,
  inBooks: ReadonlyMap<string, BookedPayment>,
): CloseDifference[] {
  const ids = [...new Set([...atProvider.keys(), ...inBooks.keys()])].toSorted()
  return ids
    .map((providerId) => ({
      providerId,
      theirs: atProvider.get(providerId) ?? null,
      ours: inBooks.get(providerId) ?? null,
    }))
    .filter((pair) => !agree(pair.theirs, pair.ours))
}

function agree(one: BookedPayment | null, other: BookedPayment | null): boolean {
  if (!one || !other) return false
  return one.amount === other.amount && one.refunded === other.refunded && one.fee === other.fee
}
