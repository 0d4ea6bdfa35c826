import { useEffect, useState } from 'react'
import { ordersShown } from '../../copy/pagination.ts'
import { planCopy, sectionTotal } from '../../copy/payment-plan.ts'
import { paymentsCopy as copy, creditsCopy } from '../../copy/payments.ts'
import { onReturn } from '../../hydration/on-return.ts'
import { PageLink, RefreshLink, usePage } from '../../hydration/page.tsx'
import { paths, searchOf } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/payments.ts'
import { CreditList } from './credit-list.tsx'
import { PaidList } from './instalment-list.tsx'
import { NextPaymentCard } from './next-payment.tsx'
import { OrderLinks } from './order-links.tsx'
import { PendingForm, type Ticks } from './pending-form.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { ReturnedPayments } from './returned-payments.tsx'
import { UnderReviewList } from './under-review-list.tsx'

type Data = Route.ComponentProps['loaderData']
type Loaded = Exclude<Data, { failed: true }>

/** Returns the tabs' URLs, with every row if that was requested, and the page of many orders. */
function hrefsOf({ isWhole = false, page = 1 }: { isWhole?: boolean; page?: number | undefined }) {
  const pagina = page > 1 ? String(page) : undefined
  const shown = { ...(isWhole && ({ todas: '1' } as const)), ...(pagina && { pagina }) }
  return { pending: paths.payments(shown), paid: paths.payments({ aba: 'pagas', ...shown }) }
}

interface PaymentsPageProps {
  data: Data
  /** Result of a form that was refused, or only summed. */
  answer: Route.ComponentProps['actionData']
}

/**
 * The page 'Pagamentos': pending instalments, to be ticked and paid, and paid ones. It is reloaded when the user returns to the
 * window. Ticks remain when the tab changes or new data arrive.
 */
export function PaymentsPage({ data, answer }: PaymentsPageProps) {
  const { here, refresh } = usePage()
  const search = searchOf('payments', here)
  const tab = search.get('aba') === 'pagas' ? 'paid' : 'pending'
  const loaded = useLastLoaded(data)
  const hrefs = hrefsOf({ isWhole: search.has('todas'), page: loaded?.orderPage?.number })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(answer?.selected))
  useEffect(() => onReturn(() => void refresh()), [refresh])
  return (
    <div className="wrap payments">
      <h1>{copy.title}</h1>
      {'failed' in data && <FailedState title={copy.failed} retryHref={hrefs[tab]} />}
      {loaded && (
        <>
          <Tabs
            label={copy.tabs}
            current={tab}
            items={[
              { id: 'pending', label: copy.pending, href: hrefs.pending, count: loaded.counts.pending },
              { id: 'paid', label: copy.paid, href: hrefs.paid, count: loaded.counts.paid },
            ]}
          />
          {tab === 'paid' ? <Paid {...loaded} /> : <Pending {...loaded} ticks={{ ticked, setTicked }} />}
          <OrderPages tab={tab} {...loaded} />
          <p className="payments-help">
            <RefreshLink className="link-action" href={hrefs[tab]} busyLabel={refreshWith(copy.refreshing)}>
              {refreshWith(copy.refresh)}
            </RefreshLink>
            <WhatsAppLink topic="financial">{copy.help}</WhatsAppLink>
            <WhatsAppLink topic="newPayment">{copy.newPayment}</WhatsAppLink>
          </p>
        </>
      )}
    </div>
  )
}

/** The links to the other pages of many orders. */
function OrderPages({ tab, orderPage }: Loaded & { tab: 'pending' | 'paid' }) {
  if (!orderPage) return null
  const { number, from, to, of } = orderPage
  const isBehind = to < from
  return (
    <Pagination
      label={copy.otherOrders}
      previous={number > 1 ? hrefsOf({ page: isBehind ? 1 : number - 1 })[tab] : undefined}
      next={to < of && !isBehind ? hrefsOf({ page: number + 1 })[tab] : undefined}
    >
      {!isBehind && ordersShown({ from, to, of })}
    </Pagination>
  )
}

function refreshWith(text: string) {
  return (
    <>
      <Icon name="refresh" size={18} />
      {text}
    </>
  )
}

/** Returns the last data that were loaded: a later failed load removes nothing from the screen. */
function useLastLoaded(data: Data): Loaded | undefined {
  const [last, setLast] = useState<Loaded>()
  if ('failed' in data) return last
  if (data !== last) setLast(data)
  return data
}

/** The next payment, the progress of each order, and all pending instalments by month. */
function Pending({
  pending,
  plans,
  credits,
  postponable,
  next,
  later,
  counts,
  listed,
  orderPage,
  keepsPayments,
  hasReturns,
  today,
  ticks,
}: Loaded & { ticks: Ticks }) {
  const { text, goingBackText } = creditsCopy
  const credit = credits.length > 0 && <CreditList {...{ credits, text, goingBackText }} />
  if (pending.length === 0) {
    return (
      <>
        {credit}
        {counts.pending === 0 && <NothingPending {...{ plans, keepsPayments, hasReturns }} />}
      </>
    )
  }
  const underReview = pending.filter((instalment) => instalment.underReview)
  const payable = pending.filter((instalment) => !instalment.underReview)
  const open = plans.filter((plan) => plan.pending > 0)
  const numbers = new Map(open.map(({ orderId, number }) => [orderId, number]))
  return (
    <>
      {credit}
      {underReview.length > 0 && <UnderReviewList instalments={underReview} />}
      {next && (
        <NextPaymentCard
          next={next}
          number={numbers.get(next.instalments[0]?.orderId ?? '') ?? ''}
          canPostpone={postponable.includes(next.instalments[0]?.id ?? '')}
          today={today}
        />
      )}
      <PlanProgress plans={open} />
      {payable.length > 0 && (
        <PendingForm
          instalments={payable}
          orderNumbers={numbers.size > 1 ? numbers : new Map()}
          nextId={next?.instalments[0]?.id}
          today={today}
          ticks={ticks}
          page={orderPage?.number}
          later={<LaterSections sections={later} count={listed.pending} page={orderPage?.number} />}
        />
      )}
      <OrderLinks plans={open} />
    </>
  )
}

/** The later parts of a long list, with title and sum, and the link that shows their rows. */
function LaterSections({
  sections,
  count,
  page,
}: {
  sections: Loaded['later']
  count: number
  page: number | undefined
}) {
  if (sections.length === 0) return null
  return (
    <>
      {sections.map(({ id, title, total, count: rows }) => (
        <div key={id} className="plan-month plan-month-later plan-month-head">
          <h3>{title}</h3> <span className="plan-month-sum num">{sectionTotal(rows, total)}</span>
        </div>
      ))}
      <ShowAll href={hrefsOf({ isWhole: true, page }).pending} label={planCopy.showAll(count)} />
    </>
  )
}

/** Link that reloads the page with every row; ticks remain. */
function ShowAll({ href, label }: { href: string; label: string }) {
  return (
    <p className="plan-all">
      <RefreshLink className="btn btn-quiet btn-block" href={href} busyLabel={planCopy.showingAll}>
        {label}
      </RefreshLink>
    </p>
  )
}

function NothingPending({
  plans,
  keepsPayments,
  hasReturns,
}: Pick<Loaded, 'plans' | 'keepsPayments' | 'hasReturns'>) {
  const hasPaid = plans.length > 0
  if (hasReturns && !keepsPayments) {
    const { title, text, action } = copy.onlyReturned
    return (
      <EmptyState title={title} text={text}>
        <PageLink className="btn btn-quiet" href={hrefsOf({}).paid}>
          {action}
        </PageLink>
      </EmptyState>
    )
  }
  const paidText = keepsPayments ? copy.emptyPending : copy.onlyCancelled
  const { title, text, action } = hasPaid ? paidText : copy.neverHired
  return (
    <EmptyState title={title} text={text}>
      <LinkButton tone="quiet" href={hasPaid ? paths.tracking() : paths.services()}>
        {action}
      </LinkButton>
    </EmptyState>
  )
}

function Paid({ paid, returned, refunded, returnedCredits, plans, counts, listed, orderPage }: Loaded) {
  const hasReturns = returned.length + refunded.length + returnedCredits.length > 0
  if (counts.paid > 0 || hasReturns) {
    return (
      <>
        <PlanProgress plans={plans} />
        {paid.length > 0 && <PaidList instalments={paid} />}
        {paid.length < listed.paid && (
          <ShowAll
            href={hrefsOf({ isWhole: true, page: orderPage?.number }).paid}
            label={planCopy.showAllPaid(listed.paid)}
          />
        )}
        {hasReturns && (
          <ReturnedPayments receipts={returned} instalments={refunded} credits={returnedCredits} />
        )}
        <OrderLinks plans={plans} />
      </>
    )
  }
  return (
    <EmptyState title={copy.emptyPaid.title} text={copy.emptyPaid.text}>
      <PageLink className="btn btn-quiet" href={paths.payments()}>
        {copy.emptyPaid.action}
      </PageLink>
    </EmptyState>
  )
}
