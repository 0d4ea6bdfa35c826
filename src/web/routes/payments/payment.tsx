import { data, redirect } from 'react-router'
import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { secondsUntil } from '../../../core/durations.ts'
import type { Centavos } from '../../../core/money.ts'
import {
  type ChargeMethod,
  type CurrentPayment,
  type NightLimitReminder,
  nightLimitReminder,
} from '../../../modules/payments/public.ts'
import { appContext, type Context, formContext, viewerContext } from '../../context.ts'
import { paymentCopy as copy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { isFirstAsSigned, signedOfferOf } from '../../session/hiring-draft.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { OrderThread } from '../../ui/hiring/order-thread.tsx'
import { Island } from '../../ui/island.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/payment.ts'
import { checkOnReturn, paymentAction } from './actions.server.ts'
import { chargeInCookie, rememberCharge, signedOrderInCookie } from './charge-cookie.server.ts'
import { PaymentPage } from './payment-page.tsx'

const here = paths.payment()
const success = paths.paymentSuccess()

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/**
 * Loads the charge in the cookie, otherwise the next instalment to pay, first of the newly signed order. A guest sees the charge
 * of their own look-up by its signed cookie; everything else requires signing in.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const checked = await checkOnReturn(request, context)
  if (checked) return checked
  const { payments, consultations, config, clock, log } = context.get(appContext)
  const chargeId = await chargeInCookie(request, config.session)
  const orderId = await signedOrderInCookie(request, config.session)
  const guest = context.get(viewerContext) ? undefined : await guestCharge(context, chargeId)
  const viewer = guest ? undefined : await requireViewer(context, request)
  let current: CurrentPayment
  try {
    current =
      guest ??
      (await payments.currentPayment({
        chargeId,
        orderId,
        userId: viewer?.id ?? '',
        documento: viewer?.documento(),
      }))
  } catch (err) {
    log.error({ err }, 'payment: loading failed')
    return data({ kind: 'failed' as const }, { status: 503 })
  }
  const now = clock.now()
  const { paymentProvider } = config
  const order = isFor(current, orderId) ? await signedOfferOf(context, request) : undefined
  if (current.kind === 'none') return data(current)
  if (current.kind === 'instalment') {
    const nightLimit = nightLimitOf(current.instalment.method, current.instalment.total, now)
    return data({ ...current, order, today: todayInSaoPaulo(now), provider: paymentProvider, nightLimit })
  }
  const { charge } = current
  // The provider's card page returns to /payment, so redirect once to the look-up's own page.
  if (charge.purpose.kind === 'consultation') {
    const key = consultations.keyOf({ consultationId: charge.purpose.id })
    const clearedCookie = await clearCookie(cookiesFor(config.session).charge)
    return redirect(paths.lookup(key), { headers: { 'Set-Cookie': clearedCookie } })
  }
  if (charge.phase === 'approved') {
    return redirectWithToast(cookiesFor(config.session), success, {
      tone: 'success',
      title: copy.approved.title,
    })
  }
  // The event stream reads the charge from the cookie, and this charge may have been found without the cookie.
  const cookie = charge.id === chargeId ? undefined : await rememberCharge(charge.id, config.session)
  return data(
    {
      ...current,
      order,
      secondsLeft: charge.expiresAt && secondsUntil(charge.expiresAt, now),
      provider: charge.provider,
      nightLimit: nightLimitOf(charge.method, charge.amount, now),
    },
    cookie ? { headers: { 'Set-Cookie': cookie } } : undefined,
  )
}

/** Whether a payment is, also among others, for an order. */
function isFor(current: CurrentPayment, orderId: string | undefined): boolean {
  if (current.kind === 'none') return false
  const instalments = current.kind === 'charge' ? current.charge.instalments : [current.instalment]
  return instalments.some((instalment) => isFirstAsSigned(instalment, orderId))
}

function nightLimitOf(method: ChargeMethod, amount: Centavos, now: Date): NightLimitReminder | undefined {
  return method === 'pix' ? nightLimitReminder({ amount, now }) : undefined
}

async function guestCharge(
  context: Context,
  chargeId: string | undefined,
): Promise<CurrentPayment | undefined> {
  if (!chargeId) return undefined
  const { payments } = context.get(appContext)
  const charge = await payments.chargeView({ chargeId, userId: undefined })
  return charge && { kind: 'charge', charge }
}

export async function action({ request, context }: Route.ActionArgs) {
  return paymentAction({ request, context, form: context.get(formContext) })
}

export default function Payment({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {'order' in loaderData && loaderData.order && <OrderThread step="payment" order={loaderData.order} />}
      <Island name="payment" page={PaymentPage} data={loaderData} />
    </>
  )
}
