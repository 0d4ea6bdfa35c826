import { type Answer, badRequest, json } from './http.ts'
import { paymentView } from './payment-view.ts'
import type { Payment } from './payments.ts'
import { seenBy } from './replica.ts'
import type { World } from './world.ts'

/**
 * `GET /v1/payments/search`: by `external_reference` and `status`, within `range`, `begin_date` and `end_date`;
 * `sort` and `criteria` order it (newest first unless asked otherwise, equal dates by id), `limit` (30, at most 1000)
 * and `offset` page it.
 */
export function searchPayments(query: URLSearchParams, { journal, ledger, clock, baseUrl }: World): Answer {
  const limit = wholeNumber(query.get('limit') ?? '30', 1000)
  const offset = wholeNumber(query.get('offset') ?? '0', 10_000_000)
  const sort = sorts.get(query.get('sort') ?? 'date_created')
  const criteria = query.get('criteria') ?? 'desc'
  const range = dates.get(query.get('range') ?? 'date_created')
  const begin = instant(query.get('begin_date'), '0')
  const end = instant(query.get('end_date'), '9')
  if (limit === undefined || offset === undefined) return invalid('limit or offset')
  if (sort === undefined || !['asc', 'desc'].includes(criteria)) return invalid('sort or criteria')
  if (range === undefined || begin === undefined || end === undefined) return invalid('range of dates')

  const now = clock.now()
  const status = query.get('status')
  const isBounded = query.has('begin_date') || query.has('end_date')
  const direction = criteria === 'asc' ? 1 : -1
  const found = ledger
    .list(query.get('external_reference') ?? undefined)
    .flatMap((payment) => seenBy('search', payment, journal.state, now) ?? [])
    .filter((payment) => status === null || payment.status === status)
    .filter((payment) => !isBounded || (range(payment) >= begin && range(payment) <= end))
    .sort((a, b) => direction * (compare(sort(a), sort(b)) || a.id - b.id))
  return json(200, {
    paging: { total: found.length, limit, offset },
    results: found.slice(offset, offset + limit).map((payment) => paymentView(payment, baseUrl())),
  })
}

/** ISO text in UTC: in the order of the letters it is in the order of time. Never approved is '', before every date. */
const dates = new Map<string, (payment: Payment) => string>([
  ['date_created', (payment) => payment.createdAt],
  ['date_last_updated', (payment) => payment.updatedAt],
  ['date_approved', (payment) => payment.approvedAt ?? ''],
])

/** Equal keys are told apart by id, and by id all are equal. */
const sorts = new Map(dates).set('id', () => '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function wholeNumber(text: string, most: number): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined
}

function instant(text: string | null, otherwise: string): string | undefined {
  if (text === null) return otherwise
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const invalid = (what: string): Answer => badRequest({ code: 4002, description: `Invalid ${what}` })
