import type { SimulatorContext } from './context.ts'
import { badRequest, type HttpResponse, json } from './http.ts'
import { paymentView } from './payment-view.ts'
import type { Payment } from './payments.ts'
import { readFromReplica } from './replica.ts'

/**
 * Handles `GET /v1/payments/search`: by `external_reference` and `status`, within `range`, `begin_date` and `end_date`; `sort`
 * and `criteria` order the results (default: newest first; ties by id), `limit` (default 30, max 1000) and `offset` paginate
 * them.
 */
export function searchPayments(query: URLSearchParams, context: SimulatorContext): HttpResponse {
  const { journal, store, clock } = context
  const limit = wholeNumber(query.get('limit') ?? '30', 1000)
  const offset = wholeNumber(query.get('offset') ?? '0', 10_000_000)
  const sort = sorts.get(query.get('sort') ?? 'date_created')
  const criteria = query.get('criteria') ?? 'desc'
  const range = dates.get(query.get('range') ?? 'date_created')
  const now = clock.now()
  const begin = readInstant(query.get('begin_date'), now, '0')
  const end = readInstant(query.get('end_date'), now, '9')
  if (limit === undefined || offset === undefined) return invalid('limit or offset')
  if (sort === undefined || !['asc', 'desc'].includes(criteria)) return invalid('sort or criteria')
  if (range === undefined || begin === undefined || end === undefined) return invalid('range of dates')

  const status = query.get('status')
  const isBounded = query.has('begin_date') || query.has('end_date')
  const direction = criteria === 'asc' ? 1 : -1
  const found = store
    .list(query.get('external_reference') ?? undefined)
    .flatMap((payment) => readFromReplica('search', payment, journal.state, now) ?? [])
    .filter((payment) => status === null || payment.status === status)
    .filter((payment) => !isBounded || (range(payment) >= begin && range(payment) <= end))
    .sort((a, b) => direction * (compare(sort(a), sort(b)) || a.id - b.id))
  return json(200, {
    paging: { total: found.length, limit, offset },
    results: found.slice(offset, offset + limit).map((payment) => paymentView(payment, context)),
  })
}

/**
 * ISO text in UTC sorts alphabetically in time order. A payment that was never approved has '', which sorts before every date.
 */
const dates = new Map<string, (payment: Payment) => string>([
  ['date_created', (payment) => payment.createdAt],
  ['date_last_updated', (payment) => payment.updatedAt],
  ['date_approved', (payment) => payment.approvedAt ?? ''],
  // Money is released as soon as it is approved.
  ['money_release_date', (payment) => payment.approvedAt ?? ''],
])

/** Ties are resolved by id, so sorting by id needs no key of its own. */
const sorts = new Map(dates).set('id', () => '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function wholeNumber(text: string, max: number): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

/** Reads a date, or a time relative to now: `NOW`, `NOW-30DAYS`, `NOW-6MONTHS`. */
function readInstant(text: string | null, now: Date, fallback: string): string | undefined {
  if (text === null) return fallback
  const relative = /^NOW(?:-(\d{1,4})(MINUTE|HOUR|DAY|MONTH|YEAR)S?)?$/.exec(text)
  const at = relative
    ? new Date(now.getTime() - Number(relative[1] ?? 0) * unitMs(relative[2]))
    : new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const dayMs = 24 * 60 * 60 * 1000
const unitsMs: Record<string, number> = {
  MINUTE: 60_000,
  HOUR: 60 * 60_000,
  DAY: dayMs,
  MONTH: 30 * dayMs,
  YEAR: 365 * dayMs,
}
const unitMs = (unit: string | undefined): number => unitsMs[unit ?? ''] ?? 0

const invalid = (what: string): HttpResponse => badRequest({ code: 4002, description: `Invalid ${what}` })
