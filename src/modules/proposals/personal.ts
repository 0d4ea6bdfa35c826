import { and, eq, isNull } from 'drizzle-orm'
import { isOf } from '../../platform/personal/is-of.ts'
import type { Person, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { customOffers, proposals } from './tables.server.ts'

/** Requests for a proposal, and offers that were sent to a person. One that was accepted is part of its order. */
export const proposalsPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'proposal',
    table: proposals,
    ...{ id: proposals.id, at: proposals.createdAt },
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
  rowsSource({
    kind: 'proposal',
    table: customOffers,
    ...{ id: customOffers.id, at: customOffers.createdAt },
    where: ({ userId }) =>
      userId ? and(eq(customOffers.userId, userId), isNull(customOffers.orderId)) : undefined,
    fields: {
      title: customOffers.title,
      lines: customOffers.lines,
      paymentType: customOffers.paymentType,
      price: customOffers.priceText,
      total: customOffers.total,
      validUntil: customOffers.validUntil,
      createdAt: customOffers.createdAt,
    },
    erase: 'delete',
  }),
]

function isProposalOf(person: Person) {
  return isOf(person, proposals)
}
