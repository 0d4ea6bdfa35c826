import { redirect } from 'react-router'
import { refuse } from '../../../core/outcome.ts'
import { appContext, type Context, viewerContext } from '../../context.ts'
import { paymentCopy as copy, paymentErrors as errors } from '../../copy/payments.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { chargeInCookie, rememberCharge } from './charge-cookie.server.ts'
import { refusalToast } from './refusals.ts'
import { readShownAmounts } from './shown-amounts.tsx'

const here = paths.payment()

/** Handles the forms of /payment: creates a charge, renews one that is over, or checks its status. */
export async function paymentAction({
  request,
  context,
  form,
}: {
  request: Request
  context: Context
  form: FormData
}) {
  switch (form.get('intent')) {
    case 'generate':
      return generate(request, context, form)
    case 'renew':
      return renew(request, context, textIn(form, 'chargeId'))
    default:
      return check(request, context, textIn(form, 'chargeId'))
  }
}

/**
 * Checks the charge of the session when a payer returns from the provider's card page, like 'Verificar Pagamento'. A payment
 * in the URL proves nothing: only a browser with the charge's cookie causes a query to the provider.
 *
 * @returns undefined for any other request
 */
export async function checkOnReturn(request: Request, context: Context): Promise<Response | undefined> {
  if (!/^\d+$/.test(new URL(request.url).searchParams.get('payment_id') ?? '')) return undefined
  const { payments, config } = context.get(appContext)
  const chargeId = await chargeInCookie(request, config.session)
  const userId = context.get(viewerContext)?.id
  const own = chargeId && (await payments.chargeView({ chargeId, userId }))
  return own ? check(request, context, own.id) : undefined
}

async function generate(request: Request, context: Context, form: FormData) {
  const viewer = await requireViewer(context, request)
  const payer = { ...viewer, documento: viewer.documento() }
  const { payments, config } = context.get(appContext)
  const instalmentIds = form.getAll('paymentIds').map(String)
  const started = await payments.startCharge({ viewer: payer, instalmentIds, shown: readShownAmounts(form) })
  if (started.ok) return redirectToCharge(started.value.chargeId, context)
  if (started.code === 'not_found') await recordMiss(context, 'instalment', instalmentIds)
  return redirectWithToast(cookiesFor(config.session), here, refusalToast(started.code))
}

async function renew(request: Request, context: Context, chargeId: string) {
  const viewer = await requireViewer(context, request)
  const { payments, config } = context.get(appContext)
  const known = await payments.chargeView({ chargeId, userId: viewer.id })
  if (!known) await recordMiss(context, 'charge', [chargeId])
  const payer = { ...viewer, documento: viewer.documento() }
  const renewed = known
    ? await payments.renewCharge({ chargeId: known.id, viewer: payer })
    : refuse('not_found')
  if (renewed.ok) return redirectToCharge(renewed.value.chargeId, context)
  const to = ['already_paid', 'amounts_changed'].includes(renewed.code) ? paths.payments() : here
  return redirectWithToast(cookiesFor(config.session), to, refusalToast(renewed.code))
}

/** Handles 'Verificar Pagamento': queries the provider and shows the result. */
async function check(request: Request, context: Context, postedChargeId: string) {
  const { payments, config, log } = context.get(appContext)
  const cookies = cookiesFor(config.session)
  const userId = context.get(viewerContext)?.id
  const inCookie = await chargeInCookie(request, config.session)
  const chargeId = postedChargeId || inCookie || ''
  const known = await payments.chargeView({ chargeId, userId })
  // The charge of a guest's look-up has no owner, and banks show its id to the payer: only the signed cookie gives access.
  const ownCharge = known?.purpose.kind === 'instalments' || chargeId === inCookie ? known : undefined
  if (!ownCharge) {
    // The session may have ended: sign in first, then return to the same charge.
    await requireViewer(context, request)
    await recordMiss(context, 'charge', [chargeId])
    return redirectWithToast(cookies, paths.payments(), { tone: 'destructive', ...errors.noId })
  }
  await payments.checkCharge({ chargeId }).catch((err) => log.warn({ err }, 'payment check failed'))
  const charge = await payments.chargeView({ chargeId, userId })
  if (charge?.phase === 'approved') return redirect(here, { headers: await cookieHeaders(chargeId, context) })
  if (charge?.phase === 'cancelled') {
    const { title, text } = copy.cancelled
    return redirectWithToast(cookies, here, { tone: 'destructive', title, text })
  }
  if (charge?.phase === 'amount_mismatch')
    return redirect(here, { headers: await cookieHeaders(chargeId, context) })
  return redirectWithToast(cookies, here, { tone: 'neutral', ...copy.notYet })
}

async function redirectToCharge(chargeId: string, context: Context) {
  return redirect(here, { headers: await cookieHeaders(chargeId, context) })
}

async function cookieHeaders(chargeId: string, context: Context): Promise<Record<string, string>> {
  return { 'Set-Cookie': await rememberCharge(chargeId, context.get(appContext).config.session) }
}
