import { type ChangeEvent, useEffect, useRef } from 'react'
import { trackingCopy as copy } from '../../copy/tracking.ts'
import { usePage } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RequestsCallout } from '../account/document-requests.tsx'
import type { Route } from './+types/tracking.ts'
import { OpenOffers } from './open-offers.tsx'
import { OrderCard } from './order-card.tsx'
import { OrdersInShort } from './orders-in-short.tsx'

const here = paths.tracking()
const pollIntervalMs = 15_000
const typingPauseMs = 250

/** The page 'Acompanhar Serviços'. Changes of an order appear while the page is open; the search follows the typing. */
export function TrackingPage({ data: loaderData }: { data: Route.ComponentProps['loaderData'] }) {
  const { search } = loaderData
  useVersion('version' in loaderData ? loaderData.version : undefined)
  const searchAsTyped = useSearchAsTyped()
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead}>
        <search>
          <form method="get" action={here} className="max-w-form grid grid-cols-[1fr_auto] items-end gap-3">
            <Field
              name="q"
              label={copy.search}
              hint={copy.searchHint}
              type="search"
              defaultValue={search}
              onChange={searchAsTyped}
            />
            <Button tone="quiet">{copy.searchButton}</Button>
          </form>
        </search>
      </PageHeader>
      <div className="wrap pb-16">
        {'requestedDocuments' in loaderData && loaderData.requestedDocuments > 0 && (
          <div className="mb-6">
            <RequestsCallout count={loaderData.requestedDocuments} />
          </div>
        )}
        {'offers' in loaderData && <OpenOffers offers={loaderData.offers} />}
        {'failed' in loaderData ? (
          <FailedState title={copy.failed} retryHref={search ? paths.tracking({ q: search }) : here} />
        ) : loaderData.orders.length === 0 ? (
          <NoOrders search={search} />
        ) : (
          <div>
            {/* The page reloads by itself: this is what a screen reader hears of it. */}
            <p className="note mb-4" role="status">
              {loaderData.updated}
            </p>
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
            {loaderData.inShort.length > 0 && <OrdersInShort orders={loaderData.inShort} />}
          </div>
        )}
        {'page' in loaderData && <OtherOrders {...loaderData} />}
      </div>
    </>
  )
}

function OtherOrders({ search, page, hasMore }: { search: string; page: number; hasMore: boolean }) {
  const at = (number: number) =>
    paths.tracking({ ...(search && { q: search }), ...(number > 1 && { pagina: String(number) }) })
  return (
    <Pagination
      label={copy.others}
      previous={page > 1 ? at(page - 1) : undefined}
      next={hasMore ? at(page + 1) : undefined}
    />
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

/**
 * Reloads the page's data when its version, a few bytes, changes: polled every 15 seconds while the page is visible, and when it
 * becomes visible.
 */
function useVersion(version: string | undefined): void {
  const { refresh } = usePage()
  useEffect(() => {
    if (version === undefined) return
    const check = async () => {
      if (document.visibilityState !== 'visible') return
      const headers = { Accept: 'application/json' }
      const response = await fetch(paths.trackingVersion(), { headers }).catch(() => undefined)
      if (!response?.ok) return
      const now = ((await response.json()) as { version?: string }).version
      if (now && now !== version) await refresh()
    }
    const timer = setInterval(check, pollIntervalMs)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [version, refresh])
}

/** Searches when the typing pauses, and keeps the search in the URL. */
function useSearchAsTyped() {
  const { go, refresh } = usePage()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const q = value.trim()
      go(q ? paths.tracking({ q }) : here, 'replace')
      void refresh()
    }, typingPauseMs)
  }
}
