import { type Answer, badRequest, json } from './http.ts'
import { paymentView } from './payment-view.ts'
import type { Payment } from './payments.ts'
import type { World } from './world.ts'

/**
 * `GET /v1/payments/search`: by `external_reference` and `status`, within `range`, `begin_date` and `end_date`;
 * `sort` and `criteria` order it (newest first unless asked otherwise), `limit` (30, at most 1000) and `offset` page it.
 */
export function searchPayments(query: URLSearchParams, { ledger, baseUrl }: World): Answer {
  const limit = wholeNumber(query.get('limit') ?? '30', 1000)
  const offset = wholeNumber(query.get('offset') ?? '0', 10_000_000)
  const sort = sorts.get(query.get('sort') ?? 'date_created')
  const criteria = query.get('criteria') ?? 'desc'
  const range = sorts.get(query.get('range') ?? 'date_created')
  const begin = instant(query.get('begin_date'), Number.NEGATIVE_INFINITY)
  const end = instant(query.get('end_date'), Number.POSITIVE_INFINITY)
  if (limit === undefined || offset === undefined) return invalid('limit or offset')
  if (sort === undefined || !['asc', 'desc'].includes(criteria)) return invalid('sort or criteria')
  if (range === undefined || Number.isNaN(begin) || Number.isNaN(end)) return invalid('range of dates')

  const status = query.get('status')
  const isBounded = query.has('begin_date') || query.has('end_date')
  const found = ledger
    .list(query.get('external_reference') ?? undefined)
    .filter((payment) => status === null || payment.status === status)
    .filter((payment) => !isBounded || (range(payment) >= begin && range(payment) <= end))
  const direction = criteria === 'asc' ? 1 : -1
  found.sort((a, b) => direction * (sort(a) - sort(b) || a.id - b.id))
  return json(200, {
    paging: { total: found.length, limit, offset },
    results: found.slice(offset, offset + limit).map((payment) => paymentView(payment, baseUrl())),
  })
}

/** What can be sorted and ranged by; a payment never approved comes before all that were. */
const sorts = new Map<string, (payment: Payment) => number>([
  ['date_created', (payment) => Date.parse(payment.createdAt)],
  ['date_last_updated', (payment) => Date.parse(payment.updatedAt)],
  ['date_approved', (payment) => (payment.approvedAt === null ? 0 : Date.parse(payment.approvedAt))],
  ['id', (payment) => payment.id],
])

function wholeNumber(text: string, most: number): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined
}

const instant = (text: string | null, otherwise: number) => (text === null ? otherwise : Date.parse(text))

const invalid = (what: string): Answer => badRequest({ code: 4002, description: `Invalid ${what}` })
