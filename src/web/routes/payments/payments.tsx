import { data, redirect } from 'react-router'
import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import type { ReturnedReceipt } from '../../../modules/receipts/public.ts'
import { appContext, formContext, noticesContext } from '../../context.ts'
import { planCopy } from '../../copy/payment-plan.ts'
import { paymentsCopy as copy } from '../../copy/payments.ts'
import { paths, searchOf } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { signedOfferOf } from '../../session/hiring-draft.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { OrderThread } from '../../ui/hiring/order-thread.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/payments.ts'
import { rememberCharge, signedOrderInCookie } from './charge-cookie.server.ts'
import { CreditList } from './credit-list.tsx'
import { AmountReasons, PaidList } from './instalment-list.tsx'
import { InstalmentSections } from './instalment-sections.tsx'
import { NextPaymentCard } from './next-payment.tsx'
import { OrderLinks } from './order-links.tsx'
import { nextPayment, type OrderPlan, orderPlans, planSections } from './payment-plan.ts'
import { ReturnedReceipts } from './pdf-links.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { refusalToast } from './refusals.ts'
import { SelectionBar } from './selection-bar.tsx'
import { readShownAmounts } from './shown-amounts.tsx'
import { UnderReviewList } from './under-review-list.tsx'

const here = paths.payments()
const paidTab = paths.payments({ aba: 'pagas' })

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/** The signed-in user's instalments, by tab. A failed load is not shown as an empty list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { payments, orders, receipts, config, clock, log } = context.get(appContext)
  const tab = searchOf('payments', request).get('aba') === 'pagas' ? 'paid' : 'pending'
  try {
    const { id: userId, documento } = viewer
    const [pending, paid, numbers, postponable, returned, credits] = await Promise.all([
      payments.pendingOf({ userId, documento }),
      payments.paidOf({ userId }),
      orders.numbersOf({ userId }),
      tab === 'pending' ? payments.postponableOf({ userId }) : new Set<string>(),
      tab === 'paid' ? receipts.returnedReceipts({ userId }) : [],
      tab === 'pending' ? payments.creditsOf({ userId }) : [],
    ])
    const signedOrderId = await signedOrderInCookie(request, config.session)
    const isBegun = paid.some(({ orderId }) => orderId === signedOrderId)
    const order = isBegun ? undefined : await signedOfferOf(context, request)
    const plans = orderPlans({ pending, paid, numbers })
    const today = todayInSaoPaulo(clock.now())
    return data({ tab, pending, paid, plans, order, postponable, signedOrderId, returned, credits, today })
  } catch (err) {
    log.error({ err }, 'payments: loading failed')
    return data({ tab, failed: true as const }, { status: 503 })
  }
}

/** Creates one charge for the ticked instalments and redirects to it; `sum` only shows their total, for pages without a script. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, request)
  const { payments, config } = context.get(appContext)
  const form = context.get(formContext)
  const selected = form.getAll('paymentIds').map(String).slice(0, 200)
  if (form.get('intent') === 'sum') return data({ selected })
  const started = await payments.startCharge({
    viewer,
    instalmentIds: selected,
    shown: readShownAmounts(form),
  })
  if (started.ok) {
    const cookie = await rememberCharge(started.value.chargeId, config.session)
    return redirect(paths.payment(), { headers: { 'Set-Cookie': cookie } })
  }
  if (started.code === 'not_found') await recordMiss(context, 'instalment', selected)
  context.set(noticesContext, [refusalToast(started.code)])
  return data({ selected }, { status: started.code === 'unavailable' ? 503 : 400 })
}

export default function Payments(props: Route.ComponentProps) {
  const order = 'order' in props.loaderData ? props.loaderData.order : undefined
  return (
    <>
      {order && <OrderThread step="payment" order={order} />}
      <PaymentPlans {...props} />
    </>
  )
}

function PaymentPlans({ loaderData, actionData }: Route.ComponentProps) {
  const { tab } = loaderData
  return (
    <div className="wrap payments">
      <h1>{copy.title}</h1>
      {'failed' in loaderData ? (
        <FailedState title={copy.failed} retryHref={tab === 'paid' ? paidTab : here} />
      ) : (
        <div data-payments>
          <Tabs
            label={copy.tabs}
            current={tab}
            items={[
              { id: 'pending', label: copy.pending, href: here, count: loaderData.pending.length },
              { id: 'paid', label: copy.paid, href: paidTab, count: loaderData.paid.length },
            ]}
          />
          {loaderData.credits.length > 0 && <CreditList credits={loaderData.credits} />}
          {tab === 'paid' ? (
            <Paid {...loaderData} />
          ) : (
            <Pending {...loaderData} selected={actionData?.selected ?? []} />
          )}
          <p className="payments-help">
            <a className="link-action" href={tab === 'paid' ? paidTab : here}>
              <Icon name="refresh" size={18} />
              {copy.refresh}
            </a>
            <WhatsAppLink topic="financial">{copy.help}</WhatsAppLink>
            <WhatsAppLink topic="newPayment">{copy.newPayment}</WhatsAppLink>
          </p>
        </div>
      )}
    </div>
  )
}

interface PendingProps {
  pending: readonly Instalment[]
  plans: readonly OrderPlan[]
  /** Ids of instalments that can be postponed. */
  postponable: ReadonlySet<string>
  signedOrderId: string | undefined
  today: IsoDate
  selected: readonly string[]
}

/** The next payment, how far each order is, and all that is pending by month. */
function Pending({ pending, plans, postponable, signedOrderId, today, selected }: PendingProps) {
  if (pending.length === 0) return <NothingPending hasPaid={plans.length > 0} />
  const underReview = pending.filter((instalment) => instalment.underReview)
  const payable = pending.filter((instalment) => !instalment.underReview)
  const next = nextPayment(payable, { today, signedOrderId })
  const open = plans.filter((plan) => plan.pending > 0)
  const numbers = new Map(open.map(({ orderId, number }) => [orderId, number]))
  return (
    <>
      {underReview.length > 0 && <UnderReviewList instalments={underReview} />}
      {next && (
        <NextPaymentCard
          next={next}
          number={numbers.get(next.instalments[0]?.orderId ?? '') ?? ''}
          canPostpone={postponable.has(next.instalments[0]?.id ?? '')}
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
          selected={selected}
        />
      )}
      <OrderLinks plans={open} />
    </>
  )
}

function NothingPending({ hasPaid }: { hasPaid: boolean }) {
  const { title, text, action } = hasPaid ? copy.emptyPending : copy.neverHired
  return (
    <EmptyState title={title} text={text}>
      <LinkButton tone="quiet" href={hasPaid ? paths.tracking() : paths.services()}>
        {action}
      </LinkButton>
    </EmptyState>
  )
}

/** All that can be paid, by month, to be ticked and paid together. */
function PendingForm({
  instalments,
  nextId,
  orderNumbers,
  today,
  selected,
}: {
  instalments: readonly Instalment[]
  nextId: string | undefined
  /** Of several orders. */
  orderNumbers: ReadonlyMap<string, string>
  today: IsoDate
  selected: readonly string[]
}) {
  const methods = new Set(instalments.map(({ method }) => method))
  return (
    <form method="post" action={here} className="plan" aria-labelledby="parcelas">
      <h2 id="parcelas">{planCopy.rest}</h2>
      <p className="note">{planCopy.choose}</p>
      <fieldset>
        <legend className="sr-only">{copy.choose}</legend>
        <InstalmentSections
          sections={planSections(instalments, today)}
          today={today}
          selected={selected}
          nextId={nextId}
          orderNumbers={orderNumbers}
          showsMethod={methods.size > 1}
        />
      </fieldset>
      <AmountReasons instalments={instalments} />
      {methods.has('credit_card') && <p className="note mt-4">{copy.card}</p>}
      <p className="sr-only" aria-live="polite" data-selection-said />
      <SelectionBar
        chosen={instalments.filter(({ id }) => selected.includes(id))}
        byCard={!methods.has('pix')}
      />
    </form>
  )
}

function Paid({
  paid,
  returned,
  plans,
}: {
  paid: readonly Instalment[]
  returned: readonly ReturnedReceipt[]
  plans: readonly OrderPlan[]
}) {
  if (paid.length > 0 || returned.length > 0) {
    return (
      <>
        <PlanProgress plans={plans} />
        {paid.length > 0 && <PaidList instalments={paid} />}
        {returned.length > 0 && <ReturnedReceipts receipts={returned} />}
        <OrderLinks plans={plans} />
      </>
    )
  }
  return (
    <EmptyState title={copy.emptyPaid.title} text={copy.emptyPaid.text}>
      <LinkButton tone="quiet" href={here}>
        {copy.emptyPaid.action}
      </LinkButton>
    </EmptyState>
  )
}
