import type { Executor } from '../../../platform/database/database.ts'
import { knownCharges } from '../charges/store.server.ts'
import { noticeDestination, ownerOf, receivedBy } from '../domain/ownership.ts'
import { knownPayments } from '../payments/store.server.ts'
import { isReadable, type ListedPayment, type PaymentProvider } from '../ports.ts'
import { findSetAsideByIds } from '../set-aside/store.server.ts'

/** Whether two accounts differ, of which either may be unknown. */
const isAnother = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && one !== other

export type Owner = ReturnType<typeof ownerOf>

/**
 * Determines the owners of listed payments (`domain/ownership.ts`).
 *
 * @param isOfCharge the provider listed them for a charge of ours
 */
export async function ownersOf(
  executor: Executor,
  {
    provider: { name: provider, noticesTo, pixKey, collectorId },
    listed,
    isOfCharge = false,
  }: {
    provider: Pick<PaymentProvider, 'name' | 'noticesTo' | 'pixKey' | 'collectorId'>
    listed: readonly ListedPayment[]
    isOfCharge?: boolean | undefined
  },
): Promise<Map<ListedPayment, Owner>> {
  const providerIds = listed.map(({ providerId }) => providerId)
  const references = listed.flatMap(({ reference }) => reference ?? [])
  const charges = await knownCharges(executor, { provider, providerIds, references })
  const booked = await knownPayments(executor, { provider, providerIds })
  const setAside = await findSetAsideByIds(executor, { provider, providerIds })
  return new Map(
    listed.map((payment) => {
      const { providerId, reference } = payment
      const isOfKnownCharge = reference !== undefined && charges.references.has(reference)
      const before = setAside.get(providerId)
      const decided = before?.reason === 'perhaps_ours' ? before : undefined
      const owner = ownerOf({
        isKnown:
          isOfKnownCharge ||
          charges.providerIds.has(providerId) ||
          (booked.get(providerId)?.receivedAt ?? null) !== null,
        isConfirmed: (decided?.confirmedBy ?? null) !== null,
        isRefused: (decided?.resolvedBy ?? null) !== null,
        reference,
        notices: noticeDestination(payment.noticesTo, noticesTo),
        key: receivedBy(payment.pixKey, pixKey),
        isOfOtherAccount: isReadable(payment) && isAnother(payment.collectorId, collectorId),
      })
      // The provider contradicts itself: it lists the payment for a charge of ours, yet the payment belongs to another
      // shop.
      const isContradiction = isOfCharge && owner === 'other_shop' && decided === undefined
      return [payment, isContradiction ? 'perhaps_ours' : owner]
    }),
  )
}
