import type { ChargeView, CurrentPayment, Instalment } from '../../../modules/payments/public.ts'
import { payerLinkCopy } from '../../copy/arrangements.ts'
import {
  paymentCopy as copy,
  paymentErrors as errors,
  instalmentLabel,
  paymentsCopy,
} from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { ClosedCharge } from '../../ui/pix/closed-charge.tsx'
import { HowToPay } from '../../ui/pix/how-to-pay.tsx'
import { TrustStrip } from '../../ui/pix/trust-strip.tsx'
import { useLiveCharge } from '../../ui/pix/use-live-charge.ts'
import { WaitingCharge } from '../../ui/pix/waiting-charge.tsx'
import { useCompany } from '../../ui/use-company.ts'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/payment.ts'
import { CoveredInstalments, UnchargedInstalment } from './charge-panel.tsx'

const here = paths.payment()
const urls = {
  events: paths.paymentEvents(),
  situation: paths.paymentSituation(),
  approved: paths.paymentSuccess(),
}

/** The page /payment: the amount to be paid, its code while it is pending, and the outcome. */
export function PaymentPage({ data: loaderData }: { data: Route.ComponentProps['loaderData'] }) {
  const company = useCompany()
  const charge = loaderData.kind === 'charge' ? loaderData.charge : undefined
  const live = useLiveCharge(charge, urls)
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
  const uncharged = loaderData.kind === 'instalment' ? loaderData : undefined
  const secondsLeft = 'secondsLeft' in loaderData ? loaderData.secondsLeft : undefined
  const method = loaderData.kind === 'charge' ? loaderData.charge.method : loaderData.instalment.method
  const isPayable = !charge || isOpenPhase(charge)
  const nothingToPay = charge && nothingToPayOf(charge)
  const only = onlyInstalmentOf(loaderData)
  return (
    <div className="wrap payment">
      <p className="eyebrow">{nameOf(loaderData)}</p>
      <h1 className="sr-only">{copy.title}</h1>
      <div className="split mt-2">
        <section>
          {uncharged && <UnchargedInstalment {...uncharged} />}
          {charge &&
            (isPayable ? (
              <WaitingCharge key={charge.id} {...{ charge, secondsLeft, nightLimit, live }} action={here} />
            ) : (
              <ClosedCharge
                charge={charge}
                action={here}
                nothingToPay={nothingToPay}
                back={{ href: paths.payments(), label: copy.back }}
              />
            ))}
        </section>
        <aside className="split-aside">
          {isPayable && <TrustStrip receiver={company} method={method} provider={provider} withKey />}
          {charge?.phase !== 'amount_mismatch' && !nothingToPay && (
            <HowToPay card={method === 'credit_card'} />
          )}
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

/** Returns the instalment being paid, if there is exactly one: a third party may pay it. */
function onlyInstalmentOf(current: CurrentPayment): Instalment | undefined {
  if (current.kind === 'instalment') return current.instalment
  const [first, ...others] = current.kind === 'charge' ? current.charge.instalments : []
  return others.length === 0 ? first : undefined
}

function isOpenPhase({ phase }: ChargeView): boolean {
  return phase === 'waiting' || phase === 'review'
}

/** Returns what to say of an expired or cancelled charge instead of offering a new code, if its instalments cannot be paid now. */
function nothingToPayOf({ phase, instalments }: ChargeView) {
  if (phase !== 'expired' && phase !== 'cancelled') return undefined
  if (instalments.some(({ underReview }) => underReview)) return paymentsCopy.underReview
  if (instalments.every(({ status }) => status === 'pending')) return undefined
  return instalments.every(({ status }) => status === 'paid') ? copy.paidOtherwise : copy.outdated
}

/** Returns the name of the payment: 'Limpeza de Nome, entrada'; '2 parcelas de 2 pedidos'. */
function nameOf(current: CurrentPayment): string {
  if (current.kind === 'instalment') {
    return `${current.instalment.serviceTitle}, ${instalmentLabel(current.instalment).toLowerCase()}`
  }
  if (current.kind !== 'charge') return copy.title
  const { instalments, description } = current.charge
  const [first] = instalments
  if (!first) return description
  const orders = new Set(instalments.map(({ orderId }) => orderId)).size
  if (orders > 1) return copy.ofOrders(instalments.length, orders)
  if (instalments.length > 1) return `${first.serviceTitle}, ${instalments.length} parcelas`
  return `${first.serviceTitle}, ${instalmentLabel(first).toLowerCase()}`
}
