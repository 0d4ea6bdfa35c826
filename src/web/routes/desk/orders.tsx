import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { type OrderFilter, orderFilters } from '../../../modules/orders/public.ts'
import { ordersCopy as copy } from '../../copy/desk-orders.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { MAX_NUMBER_LENGTH, OrdersScreen } from '../../desk/orders/orders-screen.tsx'
import { deskLoader } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Rows of a page; the next ones are fetched as the list is scrolled. */
const pageSize = 50

/** Loads the orders of a filter, or those whose number begins with the typed text. */
export const loader = deskLoader(async ({ request, app }) => {
  const search = searchOf('deskOrders', request)
  const counts = await app.orders.countsForTeam()
  const filter = orderFilters.find((name) => name === search.get('ver')) ?? filterWithWork(counts)
  const text = (search.get('q') ?? '').trim().slice(0, MAX_NUMBER_LENGTH)
  const after = search.get('depois') ?? undefined
  const page = await app.orders.listForTeam({
    ...(text === '' ? { filter } : { filter: 'all' as const, number: text }),
    after,
    limit: pageSize,
  })
  const names = await app.identity.namesOf(page.orders.map(({ userId }) => userId))
  const now = app.clock.now()
  return {
    filter,
    text,
    rows: page.orders.map((order) => ({ ...order, person: names.get(order.userId) ?? '' })),
    next: page.next,
    counts,
    now,
    today: todayInSaoPaulo(now),
  }
})

/** The orders in progress; while there are none, those that a first contact or a decision is counted of in the navigation. */
function filterWithWork(counts: Record<OrderFilter, number>): OrderFilter {
  return (['working', 'on_hold', 'pending'] as const).find((filter) => counts[filter] > 0) ?? 'working'
}

export default deskPage('orders', OrdersScreen)
