import { createContext, data, redirect } from 'react-router'
import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import { appContext, formContext, toastsContext } from '../../context.ts'
import { paymentsCopy as copy } from '../../copy/payments.ts'
import { pageNumberOf } from '../../page-number.ts'
import { paths, searchOf } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { isFirstAsSigned, signedOfferOf } from '../../session/hiring-draft.server.ts'
import { answerUnchanged } from '../../session/unchanged.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { OrderThread } from '../../ui/hiring/order-thread.tsx'
import { Island } from '../../ui/island.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/payments.ts'
import { rememberCharge, signedOrderInCookie } from './charge-cookie.server.ts'
import { listInstalments } from './listed-instalments.server.ts'
import { firstRows, newestRows, nextPayment, orderPlans } from './payment-plan.ts'
import { PaymentsPage } from './payments-page.tsx'
import { ProposalBanner } from './proposal-banner.tsx'
import { refusalToast } from './refusals.ts'
import { readShownAmounts } from './shown-amounts.tsx'

const here = paths.payments()

/** Returned instalments and credits, of which the newest are shown. */
const maxReturned = 100

/** Whether the request is a form about rows of the list: then every row is shown, because any may be ticked. */
const isAboutRows = createContext(false)

export const handle = { footer: 'lean' }

export const middleware: Route.MiddlewareFunction[] = [answerUnchanged]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/**
 * Loads the signed-in user's instalments, of both tabs; of long lists the first rows, unless `?todas=1` or a form about rows
 * requires all; of many orders a page. A failed load is not shown as an empty list.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { payments, orders, receipts, contracting, config, clock, log } = context.get(appContext)
  try {
    const { id: userId } = viewer
    const documento = viewer.documento()
    const signedOrderId = await signedOrderInCookie(request, config.session)
    const search = searchOf('payments', request)
    const page = pageNumberOf(search.get('pagina'))
    const [
      { pending, paid, counts, orderPage },
      numbers,
      cancelled,
      allReturned,
      refunded,
      credits,
      returnedCredits,
      proposals,
    ] = await Promise.all([
      listInstalments({ payments }, { userId, documento, page, signedOrderId }),
      orders.numbersOf({ userId }),
      orders.cancelledOf({ userId }),
      receipts.returnedReceipts({ userId }),
      payments.refundedOf({ userId, limit: maxReturned }),
      payments.creditsOf({ userId }),
      payments.returnedCreditsOf({ userId, limit: maxReturned }),
      contracting.openRenegotiationsOf({ userId }),
    ])
    // Under one, a second payment of its charge may have paid what the bank had taken back.
    const wholly = allReturned.filter(({ chargeId }) => !paid.some((row) => isReceiptOf(row, chargeId)))
    // What was paid above a charge went back with the rest of it; every other credit is listed by itself.
    const creditRows = returnedCredits.filter(
      ({ reason, chargeId: of }) => reason !== 'excess' || !wholly.some(({ chargeId }) => chargeId === of),
    )
    const returned = wholly.map(({ returns, ...receipt }) => ({
      ...receipt,
      returns: returns.filter(({ creditId }) => !creditRows.some(({ id }) => id === creditId)),
    }))
    const isOfSigned = ({ orderId }: { orderId: string }) => orderId === signedOrderId
    // Ended by its first payment, or with the order.
    const isHiring = pending.some((row) => isFirstAsSigned(row, signedOrderId)) && !paid.some(isOfSigned)
    const order = isHiring ? await signedOfferOf(context, request) : undefined
    const plans = orderPlans({ pending, paid, numbers, cancelled })
    const today = todayInSaoPaulo(clock.now())
    const underReview = pending.filter((instalment) => instalment.underReview)
    const payable = pending.filter((instalment) => !instalment.underReview)
    const next = page === 1 ? nextPayment(payable, { today, signedOrderId }) : undefined
    const [first] = next?.instalments ?? []
    const postponable = first && (await payments.postponableOf({ userId, orderId: first.orderId }))
    const isWhole = context.get(isAboutRows) || search.has('todas')
    const { rows, later } = isWhole ? { rows: payable, later: [] } : firstRows(payable, today)
    return data({
      plans,
      order,
      returned,
      credits,
      today,
      next,
      later,
      // Those of a fully returned charge are in its receipt.
      refunded: refunded.filter(({ receiptId }) => !returned.some(({ chargeId }) => chargeId === receiptId)),
      returnedCredits: creditRows,
      pending: [...underReview, ...rows],
      paid: isWhole ? paid : newestRows(paid),
      proposals: proposals.map(({ id, until }) => ({ id, until })),
      counts,
      orderPage,
      listed: { pending: pending.length, paid: paid.length },
      keepsPayments: paid.some(
        ({ orderId, total, returned: back = 0 }) => back < total && !cancelled.has(orderId),
      ),
      hasReturns:
        returned.length + refunded.length + returnedCredits.length > 0 ||
        paid.some(({ returned: back }) => back),
      postponable: first && postponable?.has(first.id) ? [first.id] : [],
    })
  } catch (err) {
    log.error({ err }, 'payments: loading failed')
    return data({ failed: true as const }, { status: 503 })
  }
}

/** Whether a charge's receipt is that of an instalment whose money, or a part of it, is here. */
const isReceiptOf = ({ receiptId, returned = 0, total }: Instalment, chargeId: string) =>
  receiptId === chargeId && returned < total

/** Creates one charge for the ticked instalments and redirects to it; `sum` only shows their total, for pages without a script. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, request)
  const { payments, config } = context.get(appContext)
  const form = context.get(formContext)
  context.set(isAboutRows, true)
  const selected = form.getAll('paymentIds').map(String)
  if (form.get('intent') === 'sum') return data({ selected })
  const started = await payments.startCharge({
    viewer: { ...viewer, documento: viewer.documento() },
    instalmentIds: selected,
    shown: readShownAmounts(form),
  })
  if (started.ok) {
    const cookie = await rememberCharge(started.value.chargeId, config.session)
    return redirect(paths.payment(), { headers: { 'Set-Cookie': cookie } })
  }
  if (started.code === 'not_found') await recordMiss(context, 'instalment', selected)
  context.set(toastsContext, [refusalToast(started.code)])
  return data({ selected }, { status: statuses[started.code] ?? 400 })
}

const statuses: { readonly [code: string]: number } = { unavailable: 503, too_many: 429 }

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      {'order' in loaderData && loaderData.order && <OrderThread step="payment" order={loaderData.order} />}
      {'proposals' in loaderData && <ProposalBanner proposals={loaderData.proposals} />}
      <Island name="payments" page={PaymentsPage} data={loaderData} answer={actionData} />
    </>
  )
}
