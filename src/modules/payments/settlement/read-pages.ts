import { isRepeatingPages, nextOffset, repeated } from '../domain/sweep.ts'
import type { ListedPayment, PaymentProvider, PaymentsQuery, ProviderRefusal } from '../ports.ts'

/** A page that follows the previous ones without a gap; its first payments may be repeated. */
export interface JoinedPage {
  payments: ListedPayment[]
  isLast: boolean
}

/**
 * Reads a period's payments page by page, so that none is skipped when payments move while the list is read. Each page
 * repeats the end of the previous one; a page that does not is read again from an earlier offset, and from the start where the
 * pages hold fewer payments than they should. Refuses `unavailable` when the pages repeat themselves.
 *
 * @yields each page, or the refusal that ends the reading
 */
export async function* readPages(
  provider: PaymentProvider,
  query: Omit<PaymentsQuery, 'offset'>,
): AsyncGenerator<JoinedPage | { refusal: ProviderRefusal }> {
  const { pageSize } = provider
  let before: readonly string[] = []
  const known = new Set<string>()
  let read = 0
  let withoutNew = 0
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page = await provider.list({ ...query, offset })
    if (!page.ok) return yield { refusal: page }
    // A payment that changed since the previous page has moved in the list: it does not show that two pages join.
    const ids = page.value.map(({ providerId, updatedAt }) => `${providerId} ${updatedAt?.getTime()}`)
    // Two payments on one page count as two, even when a wrong id makes them look the same.
    const added = ids.filter((id) => !known.has(id)).length
    const { joins, next } = nextOffset({ offset, ids, before, read: read + added, pageSize })
    if (joins) {
      before = ids.slice(-repeated)
      for (const id of ids) known.add(id)
      read += added
      yield { payments: page.value, isLast: next === undefined }
    }
    withoutNew = joins && added > 0 ? 0 : withoutNew + 1
    if (next !== undefined && isRepeatingPages({ pages: withoutNew, read, pageSize }))
      return yield { refusal: { ok: false, code: 'unavailable', detail: 'pages that repeat themselves' } }
    offset = next
  }
}
