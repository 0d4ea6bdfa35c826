import { data } from 'react-router'
import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { OrderView } from '../../../modules/orders/public.ts'
import { appContext } from '../../context.ts'
import { trackingCopy as copy, lastUpdate } from '../../copy/tracking.ts'
import { paths, searchOf } from '../../paths.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/tracking.ts'
import { OpenOffers } from './open-offers.tsx'
import { OrderCard } from './order-card.tsx'

const here = paths.tracking()

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/** The signed-in user's orders, filtered by `?q=`. A failed load is not shown as an empty list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { orders, payments, proposals, clock, log } = context.get(appContext)
  const search = (searchOf('tracking', request).get('q') ?? '').trim().slice(0, 100)
  const now = clock.now()
  try {
    const version = await orders.versionOf({ userId: viewer.id })
    const found = await orders.ordersOf({ userId: viewer.id, search })
    const offers = search ? [] : await proposals.customOffersOf({ userId: viewer.id })
    const isWaiting = found.some(({ status }) => status === 'pending')
    const owed = isWaiting ? await payments.pendingOf({ userId: viewer.id }) : []
    return data({
      search,
      orders: found,
      offers,
      // Latest first, so that the earliest of an order stays.
      firstDue: new Map(owed.toReversed().map(({ orderId, dueDate }) => [orderId, dueDate])),
      version,
      today: todayInSaoPaulo(now),
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
  const { search } = loaderData
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead}>
        <search>
          <form method="get" action={here} className="max-w-form grid grid-cols-[1fr_auto] items-end gap-3">
            <Field name="q" label={copy.search} hint={copy.searchHint} type="search" defaultValue={search} />
            <Button tone="quiet">{copy.searchButton}</Button>
          </form>
        </search>
      </PageHeader>
      <div className="wrap pb-16">
        {'offers' in loaderData && <OpenOffers offers={loaderData.offers} />}
        {'failed' in loaderData ? (
          <FailedState title={copy.failed} retryHref={search ? paths.tracking({ q: search }) : here} />
        ) : loaderData.orders.length === 0 ? (
          <NoOrders search={search} />
        ) : (
          <div data-live-region={paths.trackingVersion()} data-live-version={loaderData.version}>
            <p className="note mb-4">{loaderData.updated}</p>
            <div className="grid gap-6">
              {loaderData.orders.map((order) => (
                <OrderCard
                  key={order.id}
                  order={order}
                  firstDue={loaderData.firstDue.get(order.id)}
                  today={loaderData.today}
                />
              ))}
            </div>
          </div>
        )}
      </div>
    </>
  )
}

function NoOrders({ search }: { search: string }) {
  if (search) {
    return (
      <EmptyState title={copy.emptySearch.title} text={copy.emptySearch.text(search)}>
        <LinkButton tone="quiet" href={here}>
          {copy.emptySearch.action}
        </LinkButton>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={copy.empty.title} text={copy.empty.text}>
      <LinkButton href={paths.services()}>{copy.empty.action}</LinkButton>
    </EmptyState>
  )
}
