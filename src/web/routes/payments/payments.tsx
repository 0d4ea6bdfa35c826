import { data, redirect } from 'react-router'
import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL, sum } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import type { ReturnedReceipt } from '../../../modules/receipts/public.ts'
import { appContext, formContext, noticesContext } from '../../context.ts'
import { paymentsCopy as copy } from '../../copy/payments.ts'
import { selectedCount } from '../../copy/payments-live.ts'
import { paths, searchOf } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/payments.ts'
import { rememberCharge } from './charge-cookie.server.ts'
import { CreditList } from './credit-list.tsx'
import { AmountReasons, PaidList, PendingList } from './instalment-list.tsx'
import { ReturnedReceipts, ScheduleLinks } from './pdf-links.tsx'
import { refusalToast } from './refusals.ts'
import { readShownAmounts } from './shown-amounts.tsx'
import { UnderReviewList } from './under-review-list.tsx'

const here = paths.payments()
const paidTab = paths.payments({ aba: 'pagas' })

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/** The signed-in user's instalments, by tab. A failed load is not shown as an empty list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { payments, receipts, clock, log } = context.get(appContext)
  const tab = searchOf('payments', request).get('aba') === 'pagas' ? 'paid' : 'pending'
  try {
    const { id: userId, documento } = viewer
    const [pending, paid, returned, credits] = await Promise.all([
      payments.pendingOf({ userId, documento }),
      payments.paidOf({ userId }),
      tab === 'paid' ? receipts.returnedReceipts({ userId }) : [],
      tab === 'pending' ? payments.creditsOf({ userId }) : [],
    ])
    return data({ tab, pending, paid, returned, credits, today: todayInSaoPaulo(clock.now()) })
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

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { tab } = loaderData
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="wrap pb-16">
        {'failed' in loaderData ? (
          <FailedState title={copy.failed} retryHref={tab === 'paid' ? paidTab : here} />
        ) : (
          <div className="max-w-read" data-payments>
            <Tabs
              label={copy.tabs}
              current={tab}
              items={[
                { id: 'pending', label: copy.pending, href: here, count: loaderData.pending.length },
                { id: 'paid', label: copy.paid, href: paidTab, count: loaderData.paid.length },
              ]}
            />
            <p className="mt-2 text-right">
              <a className="link-action" href={tab === 'paid' ? paidTab : here}>
                <Icon name="refresh" size={18} />
                {copy.refresh}
              </a>
            </p>
            {loaderData.credits.length > 0 && <CreditList credits={loaderData.credits} />}
            {tab === 'paid' ? (
              <Paid instalments={loaderData.paid} returned={loaderData.returned} />
            ) : (
              <Pending
                pending={loaderData.pending}
                today={loaderData.today}
                selected={actionData?.selected ?? []}
              />
            )}
            <ScheduleLinks instalments={tab === 'paid' ? loaderData.paid : loaderData.pending} />
            <p className="mt-10 flex flex-wrap gap-x-6">
              <WhatsAppLink topic="financial">{copy.help}</WhatsAppLink>
              <WhatsAppLink topic="newPayment">{copy.newPayment}</WhatsAppLink>
            </p>
          </div>
        )}
      </div>
    </>
  )
}

function Pending({
  pending,
  today,
  selected,
}: {
  pending: readonly Instalment[]
  today: string
  selected: readonly string[]
}) {
  if (pending.length === 0) {
    return (
      <EmptyState title={copy.emptyPending.title} text={copy.emptyPending.text}>
        <LinkButton tone="quiet" href={paths.tracking()}>
          {copy.emptyPending.action}
        </LinkButton>
      </EmptyState>
    )
  }
  const underReviewed = pending.filter(({ underReview }) => underReview)
  const payable = pending.filter(({ underReview }) => !underReview)
  return (
    <>
      {underReviewed.length > 0 && <UnderReviewList instalments={underReviewed} />}
      {payable.length > 0 && <Payable instalments={payable} today={today} selected={selected} />}
    </>
  )
}

function Payable({
  instalments,
  today,
  selected,
}: {
  instalments: readonly Instalment[]
  today: string
  selected: readonly string[]
}) {
  const chosen = instalments.filter(({ id }) => selected.includes(id))
  return (
    <form method="post" action={here} data-selection>
      <fieldset>
        <legend className="sr-only">{copy.choose}</legend>
        <PendingList instalments={instalments} today={today} selected={selected} />
      </fieldset>
      <AmountReasons instalments={instalments} />
      {instalments.some(({ method }) => method === 'credit_card') && <p className="note mt-4">{copy.card}</p>}
      <div className="pay-bar">
        <p aria-live="polite">
          <span data-selection-count>{selectedCount(chosen.length)}</span>
          <b className="money money-large" data-selection-total>
            {formatBRL(sum(chosen.map(({ total }) => total)))}
          </b>
        </p>
        <Button name="intent" value="pay" busyLabel={copy.payBusy}>
          {payLabel(instalments)}
        </Button>
        <noscript>
          <Button name="intent" value="sum" tone="quiet" block>
            {copy.sum}
          </Button>
        </noscript>
      </div>
    </form>
  )
}

function payLabel(instalments: readonly Instalment[]): string {
  if (instalments.every(({ method }) => method === 'pix')) return copy.pay
  return instalments.every(({ method }) => method === 'credit_card') ? copy.payCard : copy.payEither
}

function Paid({
  instalments,
  returned,
}: {
  instalments: readonly Instalment[]
  returned: readonly ReturnedReceipt[]
}) {
  if (instalments.length > 0 || returned.length > 0) {
    return (
      <>
        {instalments.length > 0 && <PaidList instalments={instalments} />}
        {returned.length > 0 && <ReturnedReceipts receipts={returned} />}
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
