import { before, DAY } from '../../../core/durations.ts'
import { knownCharges } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isOfAnotherInstallation } from '../domain/ownership.ts'
import { readPages } from './read-pages.ts'

/** How many days back a provider is queried, and the maximum number of pages. */
const daysBack = 7
const maxPages = 10

/**
 * Returns the notice address of another installation of this product that takes payments on the same provider account. Payments state
 * where their notices go, so both installations see each other.
 *
 * @param formerAddresses addresses that were ours: payments made there are ours, whatever a restored database contains
 * @returns the first such address; undefined also while a provider does not answer, and at providers that do not state where notices go
 */
export async function otherInstallation(
  { database, clock, providers }: Pick<PaymentsDeps, 'database' | 'clock' | 'providers'>,
  { formerAddresses = [] }: { formerAddresses?: readonly string[] } = {},
): Promise<string | undefined> {
  const to = clock.now()
  const from = before(to, daysBack * DAY)
  for (const provider of providers.all) {
    if (provider.isRecordedHere || provider.noticesTo === undefined) continue
    let pages = 0
    for await (const page of readPages(provider, { by: 'change', from, to })) {
      if ('refusal' in page) break
      const references = page.payments.flatMap(({ reference }) => reference ?? [])
      const providerIds = page.payments.map(({ providerId }) => providerId)
      const known = await knownCharges(database, { provider: provider.name, providerIds, references })
      const other = page.payments.find(
        ({ providerId, reference, noticesTo }) =>
          !known.providerIds.has(providerId) &&
          !(reference !== undefined && known.references.has(reference)) &&
          isOfAnotherInstallation({ reference, noticesTo }, [provider.noticesTo ?? '', ...formerAddresses]),
      )
      if (other?.noticesTo !== undefined) return new URL(other.noticesTo).origin
      if (page.isLast || ++pages === maxPages) break
    }
  }
  return undefined
}
