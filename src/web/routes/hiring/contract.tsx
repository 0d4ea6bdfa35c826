import { data, redirect } from 'react-router'
import { catalogue, findService } from '../../../modules/catalogue/public.ts'
import type { AcceptanceRefusal, OpenDraft } from '../../../modules/contracting/index.server.ts'
import { offerInShort, summarizePayments } from '../../../modules/contracting/public.ts'
import { appContext, formContext, requestContext } from '../../context.ts'
import { contractCopy as copy } from '../../copy/contract.ts'
import { draftToSign, dropStaleDraft, signedOrderOf } from '../../hiring.server.ts'
import { paths, searchOf } from '../../paths.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast, type Toast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { OrderThread } from '../../ui/hiring/order-thread.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/contract.ts'
import { AcceptForm } from './accept-form.tsx'
import { chooseDueDay } from './choose-due-day.server.ts'
import { ContractText } from './contract-text.tsx'
import { DueDayForm } from './due-day-form.tsx'
import { type ContractEssentials, Essentials } from './essentials.tsx'

const here = paths.contract()

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { ...copy.meta, path: here })

/** Loads the contract of the draft in the cookie, or the draft's problem. Redirects to the payment once it is accepted. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { contracting, orders } = context.get(appContext)
  const draftCookie = await draftToSign({ request, context })
  if (draftCookie.state === 'absent') {
    const signed = await signedOrderOf({ request, context })
    if (signed) throw redirect(paymentPage(signed.payments))
    return data({ state: 'missing' as const })
  }
  if (draftCookie.state === 'unreadable') return data({ state: 'corrupted' as const })

  const reading = await contracting.readDraft({ draftId: draftCookie.value, viewer })
  if (reading.state === 'unreadable') return data({ state: 'corrupted' as const })
  if (reading.state === 'not_found') {
    const elsewhere = await dropStaleDraft({ request, context })
    if (elsewhere) throw elsewhere
    return data({ state: 'missing' as const })
  }
  if (reading.state === 'accepted') {
    const copied = await contracting.copyOf({ orderId: reading.orderId, userId: viewer.id })
    throw redirect(paymentPage(copied?.payments ?? 1))
  }
  if (reading.state !== 'open') return data({ state: reading.state })
  const rendered = contracting.renderContract({ draft: reading.draft })
  if (!rendered.ok) return data({ state: rendered.code, plans: plansPageOf(reading.draft) })
  const { contract, offer, sha256 } = rendered.value
  const { serviceTitle, promise, total, cashPrice, cadence, rate } = offer
  const { name, cpf } = reading.draft.party
  const { legalName, cnpj } = catalogue().company
  const essentials: ContractEssentials = {
    offer: { serviceTitle, promise, total, cashPrice, cadence, rate },
    payments: summarizePayments(offer.payments, contract.date),
    withdrawalUntil: contract.withdrawalUntil,
    customer: { name, cpf },
    company: { legalName, cnpj },
  }
  const { serviceId, custom } = reading.draft
  // The team knows the orders of a customer who gets a custom offer.
  const alreadyOpen = custom ? undefined : await orders.openOrderOfService({ userId: viewer.id, serviceId })
  const search = searchOf('contract', request)
  return data({
    state: 'open' as const,
    contract,
    recorded: contracting.recordedClauses(contract),
    sha256,
    order: offerInShort(offer, contract.date),
    essentials,
    back: planPageOf(reading.draft),
    shownTotal: reading.draft.shownTotal,
    alreadyOpen,
    due: {
      cadence: offer.cadence,
      choices: contracting.dueDayChoicesOf({ draft: reading.draft }),
      chosen: offer.dueDay,
    },
    untickedTerms: search.has('termos'),
    isWhole: search.has('inteiro'),
  })
}

/** Accepts the contract. A refusal redirects back here with a toast; nothing is lost. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, request)
  const { config, contracting, log } = context.get(appContext)
  const { ip, userAgent } = context.get(requestContext)
  const cookies = cookiesFor(config.session)
  const draftCookie = await draftToSign({ request, context })
  if (draftCookie.state !== 'read') return redirect(here)

  const form = context.get(formContext)
  if (form.get('intent') === 'due-day') {
    return chooseDueDay(context, { draftId: draftCookie.value, viewer })
  }
  const shown = form.get('sha256')
  const accepted = await contracting
    .acceptContract({
      draftId: draftCookie.value,
      viewer,
      ticked: form.has('aceito') ? [copy.accept] : [],
      evidence: { ip, userAgent },
      shownSha256: typeof shown === 'string' ? shown : '',
    })
    .catch((err: unknown) => {
      log.error({ err }, 'hiring: accepting the contract failed')
      return { ok: false as const, code: 'acceptance_failed' as const }
    })
  if (accepted.ok) {
    const to = paymentPage(accepted.value.payments)
    const { orderId } = accepted.value
    return redirectWithToast(cookies, to, { tone: 'success', ...copy.accepted }, [
      await clearCookie(cookies.draft),
      // Without this, /payment would show the charge of another purchase first.
      await clearCookie(cookies.charge),
      await cookies.order.serialize(orderId),
    ])
  }
  const { to, toast } = afterRefusal(accepted.code)
  return toast ? redirectWithToast(cookies, to, { tone: 'destructive', ...toast }) : redirect(to)
}

/** Returns the page where the plan was chosen. */
function planPageOf({ serviceId, custom }: OpenDraft): string {
  if (custom) return paths.customOffer(custom.id)
  const service = findService(serviceId)
  return service ? paths.service(service.id) : paths.services()
}

/** Returns the page with the plans that are sold now; undefined when the service is not sold at all. */
function plansPageOf({ serviceId, variant }: OpenDraft): string | undefined {
  const service = findService(serviceId)
  if (!service || service.hidden) return undefined
  return paths.service(service.id, variant === 'pj' ? { tipo: 'pj' } : {}, 'planos')
}

/** Returns the next page after acceptance: the list of instalments, or the single payment (spec section 4). */
function paymentPage(payments: number): string {
  return payments > 1 ? paths.payments() : paths.payment()
}

function afterRefusal(code: AcceptanceRefusal): { to: string; toast?: Omit<Toast, 'tone'> } {
  switch (code) {
    case 'not_ticked':
      return { to: paths.contract({ termos: '1' }, 'aceitar'), toast: copy.notTicked }
    case 'incomplete':
      return { to: here, toast: copy.incomplete }
    case 'changed':
      return { to: here, toast: copy.changed }
    case 'not_found':
    case 'not_sold':
    case 'offer_expired':
    case 'offer_withdrawn':
      return { to: here }
    case 'order_failed':
    case 'steps_failed':
    case 'instalments_failed':
    case 'payment_failed':
    case 'acceptance_failed':
      return { to: here, toast: { title: copy.failed, text: copy.inner[code] } }
  }
}

export default function ContractPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.state !== 'open') {
    const { title, text } = copy[loaderData.state]
    const plans = loaderData.state === 'not_sold' ? loaderData.plans : undefined
    return (
      <PageHeader eyebrow={copy.eyebrow} title={title} lead={text}>
        <LinkButton href={plans ?? paths.services()}>{plans ? copy.toPlans : copy.toServices}</LinkButton>
      </PageHeader>
    )
  }
  const { contract, recorded, sha256, order, essentials, back, shownTotal, alreadyOpen } = loaderData
  const { due, untickedTerms, isWhole } = loaderData
  return (
    <>
      <OrderThread step="contract" order={order} />
      <PageHeader title={contract.title} lead={copy.lead(contract.dateText)} />
      <div className="wrap split pb-16">
        <div className="max-w-read">
          {alreadyOpen && (
            <div className="mb-6">
              <Callout tone="now">
                {copy.alreadyOpen.before(essentials.offer.serviceTitle)}{' '}
                <a href={paths.trackOrder(alreadyOpen)}>
                  {copy.alreadyOpen.order} <OrderNumber number={alreadyOpen} />
                </a>
                {copy.alreadyOpen.after}
              </Callout>
            </div>
          )}
          {shownTotal !== null && shownTotal !== essentials.offer.total && (
            <div className="mb-6">
              <Callout tone="now" title={copy.newPrice.title}>
                {copy.newPrice.text(shownTotal, essentials.offer.total)}
              </Callout>
            </div>
          )}
          <Essentials {...essentials} />
          <DueDayForm {...due} />
          <ContractText contract={contract} recorded={recorded} open={isWhole} />
        </div>
        <div className="split-aside">
          <AcceptForm
            sha256={sha256}
            back={back}
            payments={essentials.payments}
            error={untickedTerms ? copy.notTicked.title : undefined}
          />
        </div>
      </div>
    </>
  )
}
