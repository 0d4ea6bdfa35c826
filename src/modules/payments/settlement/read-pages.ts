import { nextOffset, repeated } from '../domain/sweep.ts'
import type { ListedPayment, PaymentProvider, PaymentsQuery, ProviderRefusal } from '../ports.ts'

/** A page that follows the previous ones without a gap; its first payments may be repeated. */
export interface JoinedPage {
  payments: ListedPayment[]
  isLast: boolean
}

/**
 * Reads a period's payments page by page, so that none is skipped when payments move while the list is read. Each page
 * repeats the end of the previous one; a page that does not is read again from an earlier offset.
 *
 * @yields each page, or the refusal that ends the reading
 */
export async function* readPages(
  provider: PaymentProvider,
  query: Omit<PaymentsQuery, 'offset'>,
): AsyncGenerator<JoinedPage | { refusal: ProviderRefusal }> {
  let before: readonly string[] = []
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page = await provider.list({ ...query, offset })
    if (!page.ok) return yield { refusal: page }
    const ids = page.value.map(({ providerId }) => providerId)
    const { joins, next } = nextOffset({ offset, ids, before, pageSize: provider.pageSize })
    if (joins) {
      before = ids.slice(-repeated)
      yield { payments: page.value, isLast: next === undefined }
    }
    offset = next
  }
}
