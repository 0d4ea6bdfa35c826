import { data, type RouterContextProvider, redirect } from 'react-router'
import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import {
  type ChargeMethod,
  type ChargeView,
  type CurrentPayment,
  type Instalment,
  type NightLimitReminder,
  nightLimitReminder,
} from '../../../modules/payments/public.ts'
import { appContext, formContext, viewerContext } from '../../context.ts'
import { payerLinkCopy } from '../../copy/arrangements.ts'
import { paymentCopy as copy, paymentErrors as errors, instalmentLabel } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { signedOfferOf } from '../../session/hiring-draft.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { OrderThread } from '../../ui/hiring/order-thread.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ClosedCharge } from '../../ui/pix/closed-charge.tsx'
import { HowToPay } from '../../ui/pix/how-to-pay.tsx'
import { liveCharge } from '../../ui/pix/live-charge.ts'
import { TrustStrip } from '../../ui/pix/trust-strip.tsx'
import { WaitingCharge } from '../../ui/pix/waiting-charge.tsx'
import { useCompany } from '../../ui/use-company.ts'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/payment.ts'
import { paymentAction } from './actions.server.ts'
import { chargeInCookie, rememberCharge, signedOrderInCookie } from './charge-cookie.server.ts'
import { CoveredInstalments, UnchargedInstalment } from './charge-panel.tsx'

const here = paths.payment()
const success = paths.paymentSuccess()
const live = { events: paths.paymentEvents(), situation: paths.paymentSituation(), approved: success }
type Context = Readonly<RouterContextProvider>

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/**
 * The charge in the cookie, else the next instalment to pay, first of the order just signed. A guest sees the charge of
 * their own look-up by its signed cookie; everything else requires signing in.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
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
        documento: viewer?.documento,
      }))
  } catch (err) {
    log.error({ err }, 'payment: loading failed')
    return data({ kind: 'failed' as const }, { status: 503 })
  }
  const now = clock.now()
  const { paymentProvider } = config
  const order = await signedOfferOf(context, request)
  if (current.kind === 'none') return data(current)
  if (current.kind === 'instalment') {
    const nightLimit = nightLimitOf(current.instalment.method, current.instalment.total, now)
    return data({ ...current, order, today: todayInSaoPaulo(now), provider: paymentProvider, nightLimit })
  }
  const { charge } = current
  // The provider's card page returns to /payment: redirect once to the look-up's own page.
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
  const remaining = charge.expiresAt && (charge.expiresAt.getTime() - now.getTime()) / 1000
  // The event stream reads the charge from the cookie, and this one may have been found without it.
  const cookie = charge.id === chargeId ? undefined : await rememberCharge(charge.id, config.session)
  return data(
    {
      ...current,
      order,
      secondsLeft: remaining && Math.max(0, Math.floor(remaining)),
      provider: charge.provider,
      nightLimit: nightLimitOf(charge.method, charge.amount, now),
    },
    cookie ? { headers: { 'Set-Cookie': cookie } } : undefined,
  )
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
      <CurrentPaymentOf loaderData={loaderData} />
    </>
  )
}

function CurrentPaymentOf({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const company = useCompany()
  if (loaderData.kind === 'failed') {
    return <FailedState title={errors.load} retryHref={here} />
  }
  if (loaderData.kind === 'none') {
    return (
      <div className="wrap">
        <h1 className="sr-only">{copy.title}</h1>
        <EmptyState title={copy.none.title} text={copy.none.text}>
          <LinkButton href={paths.payments()}>{copy.none.action}</LinkButton>
        </EmptyState>
      </div>
    )
  }
  const { provider, nightLimit } = loaderData
  const charge = loaderData.kind === 'charge' ? loaderData.charge : undefined
  const uncharged = loaderData.kind === 'instalment' ? loaderData : undefined
  const secondsLeft = 'secondsLeft' in loaderData ? loaderData.secondsLeft : undefined
  const method = loaderData.kind === 'charge' ? loaderData.charge.method : loaderData.instalment.method
  const isPayable = !charge || isOpenPhase(charge)
  const only = onlyInstalmentOf(loaderData)
  return (
    <div className="wrap payment" {...(charge && liveCharge(charge.phase, live))}>
      <p className="eyebrow">{nameOf(loaderData)}</p>
      <h1 className="sr-only">{copy.title}</h1>
      <div className="split mt-2">
        <section>
          {uncharged && <UnchargedInstalment {...uncharged} />}
          {charge &&
            (isPayable ? (
              <WaitingCharge {...{ charge, secondsLeft, nightLimit }} action={here} />
            ) : (
              <ClosedCharge
                charge={charge}
                action={here}
                back={{ href: paths.payments(), label: copy.back }}
              />
            ))}
        </section>
        <aside className="split-aside">
          {isPayable && <TrustStrip receiver={company} method={method} provider={provider} withKey />}
          {charge?.phase !== 'amount_mismatch' && <HowToPay card={method === 'credit_card'} />}
          {charge && <CoveredInstalments instalments={charge.instalments} />}
          <p>
            {isPayable && method === 'pix' && only && (
              <a className="link-action" href={paths.payerLink(only.id)}>
                {payerLinkCopy.link}
              </a>
            )}
            <WhatsAppLink topic="paymentHelp">{copy.help}</WhatsAppLink>
          </p>
        </aside>
      </div>
    </div>
  )
}

/** The instalment that is paid, if it is one: somebody else may pay it. */
function onlyInstalmentOf(current: CurrentPayment): Instalment | undefined {
  if (current.kind === 'instalment') return current.instalment
  const [first, ...others] = current.kind === 'charge' ? current.charge.instalments : []
  return others.length === 0 ? first : undefined
}

function isOpenPhase({ phase }: ChargeView): boolean {
  return phase === 'waiting' || phase === 'review'
}

/** What is being paid: 'Limpeza de Nome, entrada'. */
function nameOf(current: CurrentPayment): string {
  if (current.kind === 'instalment') {
    return `${current.instalment.serviceTitle}, ${instalmentLabel(current.instalment).toLowerCase()}`
  }
  if (current.kind !== 'charge') return copy.title
  const { instalments, description } = current.charge
  const [first] = instalments
  if (!first) return description
  if (instalments.length > 1) return `${first.serviceTitle}, ${instalments.length} parcelas`
  return `${first.serviceTitle}, ${instalmentLabel(first).toLowerCase()}`
}
