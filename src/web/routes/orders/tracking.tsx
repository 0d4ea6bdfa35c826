import { data } from 'react-router'
import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { OrderView } from '../../../modules/orders/public.ts'
import { appContext } from '../../context.ts'
import { trackingCopy as copy, lastUpdate } from '../../copy/tracking.ts'
import { pageNumberOf } from '../../page-number.ts'
import { paths, searchOf } from '../../paths.ts'
import { answerUnchanged } from '../../session/unchanged.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Island } from '../../ui/island.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { withdrawalRefusalOf } from '../hiring/withdrawal-refusal.server.ts'
import type { Route } from './+types/tracking.ts'
import { TrackingPage } from './tracking-page.tsx'

const here = paths.tracking()

export const middleware: Route.MiddlewareFunction[] = [answerUnchanged]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/** Maximum number of orders shown in full; of more orders, only the newest three are. */
const maxWhole = 4
const newestWhole = 3

const ordersAtOnce = 20

/**
 * Loads a page of the signed-in user's orders, filtered by `?q=`; of many, the older ones as summaries. A failed load is not shown as an
 * empty list.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { orders, payments, contracting, proposals, documents, clock, log } = context.get(appContext)
  const asked = searchOf('tracking', request)
  const search = (asked.get('q') ?? '').trim().slice(0, 100)
  const page = pageNumberOf(asked.get('pagina'))
  const now = clock.now()
  const today = todayInSaoPaulo(now)
  try {
    const version = await orders.versionOf({ userId: viewer.id })
    const offset = (page - 1) * ordersAtOnce
    const more = await orders.ordersOf({ userId: viewer.id, search, limit: ordersAtOnce + 1, offset })
    const found = more.slice(0, ordersAtOnce)
    const cancelled = found.filter(({ status }) => status === 'cancelled').map(({ id }) => id)
    const withdrawals = await contracting.withdrawalsOf({ orderIds: cancelled, userId: viewer.id })
    const renegotiated = await contracting.renegotiatedOrdersOf({ userId: viewer.id })
    const offers = search || page > 1 ? [] : await proposals.customOffersOf({ userId: viewer.id })
    const requests = search || page > 1 ? [] : await documents.requestsOf({ userId: viewer.id })
    const whole = search || found.length <= maxWhole ? found.length : newestWhole
    const waiting = found.slice(0, whole).filter(({ status }) => status === 'pending')
    const orderIds = waiting.map(({ id }) => id)
    const owed = orderIds.length > 0 ? await payments.pendingOf({ userId: viewer.id, orderIds }) : []
    return data({
      search,
      page,
      hasMore: more.length > found.length,
      orders: await Promise.all(
        found.slice(0, whole).map(async (order) => ({
          ...order,
          mayWithdraw:
            !withdrawals.has(order.id) &&
            (await withdrawalRefusalOf(order, { today, payments })) === undefined,
          withdrawal: withdrawals.get(order.id),
          renegotiatedOn: renegotiated.get(order.id),
        })),
      ),
      inShort: found.slice(whole).map(({ id, number, serviceTitle, status, progress }) => ({
        id,
        number,
        serviceTitle,
        status,
        progress,
      })),
      offers,
      requestedDocuments: requests.length,
      // Latest first, so that the earliest due date of an order overwrites the others.
      firstDue: new Map(owed.toReversed().map(({ orderId, dueDate }) => [orderId, dueDate])),
      version,
      today,
      updated: found.length > 0 ? lastUpdate(latest(found), now) : undefined,
    })
  } catch (err) {
    log.error({ err }, 'tracking: loading failed')
    return data({ search, failed: true as const }, { status: 503 })
  }
}

function latest(orders: readonly OrderView[]): Date {
  return new Date(Math.max(...orders.map((order) => order.updatedAt.getTime())))
}

export default function Tracking({ loaderData }: Route.ComponentProps) {
  return <Island name="tracking" page={TrackingPage} data={loaderData} />
}
