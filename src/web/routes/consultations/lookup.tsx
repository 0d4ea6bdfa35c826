import { data } from 'react-router'
import { secondsUntil } from '../../../core/durations.ts'
import type { PaymentMethod } from '../../../core/payment-terms.ts'
import type { ConsultationRefusal } from '../../../modules/consultations/index.server.ts'
import type { ConsultationView } from '../../../modules/consultations/public.ts'
import { appContext, type Context, formContext } from '../../context.ts'
import { consultToasts, lookupCopy as copy } from '../../copy/consultations.ts'
import { resultCopy } from '../../copy/lookup-result.ts'
import { paymentCopy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { privatePageHeaders } from '../../security/private-page.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast, type Toast } from '../../session/toasts.server.ts'
import { Island } from '../../ui/island.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { shownCharge } from '../../ui/pix/shown-charge.ts'
import { rememberCharge } from '../payments/charge-cookie.server.ts'
import type { Route } from './+types/lookup.ts'
import { type LookupWithCharge, lookupByKey } from './by-key.server.ts'
import { LookupPage } from './lookup-page.tsx'
import type { ShownLookup } from './lookup-progress.tsx'

/** State of the page. */
export type Stage =
  | 'paying'
  | 'settling'
  | 'running'
  | 'late'
  | 'refunding'
  | 'delivered'
  | 'cancelled'
  | 'reversed'

export const handle = { secretLink: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.consultation.title ?? 'Consulta',
    description: copy.description,
    // Never the key: it is a secret.
    path: paths.lookup(''),
  })

/** Loads the private page of a look-up, found by its signed key; a 404 for any other key. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { clock, links, consultations, payments } = context.get(appContext)
  const found = await lookupByKey(context, params.key)
  if (!found) throw data(null, { status: 404 })
  const now = clock.now()
  const expiresAt = found.charge?.expiresAt
  const secondsLeft = expiresAt && secondsUntil(expiresAt, now)
  const { view, charge } = found
  const link =
    view.status === 'delivered'
      ? await consultations.currentResultLink({ consultationId: view.id })
      : undefined
  const { title, price, promise } = view.sold
  return data(
    {
      key: params.key,
      view: shownView(view),
      charge: charge && shownCharge(charge),
      consultation: { title, price, promise: promise.text },
      stage: stageOf(found, now),
      secondsLeft,
      address: links.lookup(params.key),
      link,
      credits: await payments.creditsOfLookup({ consultationId: view.id }),
      returns: charge ? ((await payments.returnsOf({ chargeIds: [charge.id] })).get(charge.id) ?? []) : [],
    },
    { headers: privatePageHeaders },
  )
}

/** Omits the owner of the look-up: the loader's data reaches everybody who has the link. */
function shownView(view: ConsultationView): ShownLookup {
  const { cpf, createdAt, paidAt, promisedAt, deliveredAt } = view
  return { cpf, createdAt, paidAt, promisedAt, deliveredAt }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

function stageOf({ view, charge }: LookupWithCharge, now: Date): Stage {
  // One that was never paid in full can be paid again.
  if (charge?.phase === 'reversed' && view.status !== 'delivered' && view.paidAt) return 'reversed'
  switch (view.status) {
    case 'awaiting_payment':
      return charge?.phase === 'approved' ? 'settling' : 'paying'
    case 'paid':
      if (view.refunding) return 'refunding'
      return view.promisedAt && view.promisedAt < now ? 'late' : 'running'
    case 'delivered':
    case 'cancelled':
      return view.status
    default:
      return view.status satisfies never
  }
}

/**
 * Handles 'Verificar Pagamento', a new code, the other payment method, and another link to the result. Always redirects to this
 * page.
 */
export async function action({ params, context }: Route.ActionArgs) {
  const found = await lookupByKey(context, params.key)
  if (!found) throw data(null, { status: 404 })
  const intent = context.get(formContext).get('intent')
  switch (intent) {
    case 'result-link':
      return requestLink(found, params.key, context)
    case 'renew':
      return payAgain(found, found.charge?.method ?? 'pix', params.key, context)
    case 'pix':
    case 'credit_card':
      return payAgain(found, intent, params.key, context)
    default:
      return redirectBack(params.key, context, await check(found, context))
  }
}

/** Requests another link to the result, sent to the contact of the look-up request. */
async function requestLink({ view }: LookupWithCharge, key: string, context: Context) {
  const { consultations } = context.get(appContext)
  const asked = await consultations.requestResultLink({ consultationId: view.id })
  if (asked.ok) return redirectBack(key, context, { tone: 'success', ...resultCopy.sent })
  return redirectBack(key, context, { tone: 'destructive', ...resultCopy.refused })
}

async function check({ view, charge }: LookupWithCharge, context: Context): Promise<Toast | undefined> {
  const { payments, log } = context.get(appContext)
  if (!charge) return undefined
  await payments
    .checkCharge({ chargeId: charge.id })
    .catch((err) => log.warn({ err }, 'payment check failed'))
  const now = await payments.chargeView({ chargeId: charge.id, userId: view.userId })
  if (now?.phase === 'approved') return { tone: 'success', title: paymentCopy.approved.title }
  if (now?.phase === 'cancelled') {
    const { title, text } = paymentCopy.cancelled
    return { tone: 'destructive', title, text }
  }
  return { tone: 'neutral', ...paymentCopy.notYet }
}

async function payAgain({ view }: LookupWithCharge, method: PaymentMethod, key: string, context: Context) {
  const { consultations, config } = context.get(appContext)
  const charged = await consultations.payAgain({ consultationId: view.id, method })
  if (charged.ok) {
    const toast = method === 'pix' ? consultToasts.pix : consultToasts.card
    const cookie = await rememberCharge(charged.value.chargeId, config.session)
    return redirectBack(key, context, { tone: 'neutral', ...toast }, [cookie])
  }
  // Paid meanwhile: the page shows that.
  if (charged.code === 'not_found') return redirectBack(key, context)
  return redirectBack(key, context, {
    tone: 'destructive',
    title: view.kind === 'cpf' ? consultToasts.failedCpf : consultToasts.failed,
    text: refusalText(charged.code),
  })
}

function refusalText(code: ConsultationRefusal): string {
  if (code === 'too_many') return consultToasts.tooMany
  return code === 'invalid_payer' ? consultToasts.askAgain : consultToasts.again
}

function redirectBack(key: string, context: Context, toast?: Toast, cookies: string[] = []) {
  const jar = cookiesFor(context.get(appContext).config.session)
  return redirectWithToast(jar, paths.lookup(key), toast ?? [], cookies)
}

export default function Lookup({ loaderData }: Route.ComponentProps) {
  return <Island name="lookup" page={LookupPage} data={loaderData} />
}
