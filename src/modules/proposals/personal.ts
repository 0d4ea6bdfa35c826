import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { isOf } from '../../platform/personal/is-of.ts'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { customOffers, proposals } from './tables.server.ts'

/** Requests for a proposal, and offers sent to a person. An accepted offer is part of its order, and kept as long. */
export const proposalsPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'proposal',
    table: proposals,
    id: proposals.id,
    where: isProposalOf,
    fields: {
      name: proposals.name,
      birthDate: proposals.birthDate,
      phone: proposals.phone,
      email: proposals.email,
      income: proposals.income,
      vehicleBrand: proposals.vehicleBrand,
      vehicleModel: proposals.vehicleModel,
      vehicleYear: proposals.vehicleYear,
      vehicleValue: proposals.vehicleValue,
      createdAt: proposals.createdAt,
      answer: proposals.answer,
      answeredAt: proposals.answeredAt,
    },
    erase: 'delete',
  }),
  rowsSource({ kind: 'proposal', ...offersOf(isNull(customOffers.orderId)), erase: 'delete' }),
  rowsSource({ kind: 'order', ...offersOf(isNotNull(customOffers.orderId)) }),
]

function offersOf(which: SQL) {
  const {
    id,
    createdAt,
    userId: owner,
    priceText: price,
    title,
    lines,
    paymentType,
    total,
    validUntil,
  } = customOffers
  return {
    table: customOffers,
    id,
    where: ({ userId }: Person) => (userId ? and(eq(owner, userId), which) : undefined),
    fields: { title, lines, paymentType, price, total, validUntil, createdAt },
  }
}

/** Erases the team's words in the offer that became an order; its terms and amounts remain. */
export async function eraseOfferWords(executor: Executor, { orderId }: { orderId: string }): Promise<void> {
  await executor.update(customOffers).set({ title: null, lines: [] }).where(eq(customOffers.orderId, orderId))
}

/** A contact that an account typed proves nothing: it may be mistyped (docs/decisions/0039). */
function isProposalOf({ userId, ...contact }: Person) {
  const ofContact = isOf({ userId: undefined, ...contact }, proposals)
  return or(
    userId ? eq(proposals.userId, userId) : undefined,
    ofContact && and(isNull(proposals.userId), ofContact),
  )
}
