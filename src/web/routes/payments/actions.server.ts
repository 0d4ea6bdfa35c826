import { type RouterContextProvider, redirect } from 'react-router'
import { refuse } from '../../../core/outcome.ts'
import { appContext, viewerContext } from '../../context.ts'
import { paymentCopy as copy, paymentErrors as errors } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { chargeInSession, rememberCharge } from './charge-cookie.server.ts'
import { refusalToast } from './refusals.ts'
import { readShown } from './shown.tsx'

const here = paths.payment()
type Context = Readonly<RouterContextProvider>

/** What /payment can be asked: a code, a new one for one that is over, or how the payment stands. */
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
      return renew(request, context, String(form.get('chargeId') ?? ''))
    default:
      return check(request, context, String(form.get('chargeId') ?? ''))
  }
}

async function generate(request: Request, context: Context, form: FormData) {
  const viewer = await requireViewer(context, request)
  const { payments, config } = context.get(appContext)
  const instalmentIds = form.getAll('paymentIds').map(String)
  const started = await payments.startCharge({ viewer, instalmentIds, shown: readShown(form) })
  if (started.ok) return toCharge(started.value.chargeId, context)
  return redirectWithToast(cookiesFor(config.session), here, refusalToast(started.code))
}

async function renew(request: Request, context: Context, chargeId: string) {
  const viewer = await requireViewer(context, request)
  const { payments, config } = context.get(appContext)
  const known = await payments.chargeView({ chargeId, userId: viewer.id })
  const renewed = known ? await payments.renewCharge({ chargeId: known.id, viewer }) : refuse('not_found')
  if (renewed.ok) return toCharge(renewed.value.chargeId, context)
  const to = ['already_paid', 'amounts_changed'].includes(renewed.code) ? paths.payments() : here
  return redirectWithToast(cookiesFor(config.session), to, refusalToast(renewed.code))
}

/** 'Verificar Pagamento': asks the provider, then shows what it said. */
async function check(request: Request, context: Context, given: string) {
  const { payments, config, log } = context.get(appContext)
  const cookies = cookiesFor(config.session)
  const userId = context.get(viewerContext)?.id
  const chargeId = given || (await chargeInSession(request, config.session)) || ''
  const owned = await payments.chargeView({ chargeId, userId })
  if (!owned) {
    // A session that ended meanwhile is begun again first, and comes back to the same Pix.
    await requireViewer(context, request)
    return redirectWithToast(cookies, paths.payments(), { tone: 'destructive', ...errors.noId })
  }
  await payments.checkCharge({ chargeId }).catch((err) => log.warn({ err }, 'payment check failed'))
  const charge = await payments.chargeView({ chargeId, userId })
  if (charge?.phase === 'approved') return redirect(here, { headers: await remember(chargeId, context) })
  if (charge?.phase === 'cancelled') {
    const { title, text } = copy.cancelled
    return redirectWithToast(cookies, here, { tone: 'destructive', title, text })
  }
  if (charge?.phase === 'amount_mismatch')
    return redirect(here, { headers: await remember(chargeId, context) })
  return redirectWithToast(cookies, here, { tone: 'neutral', ...copy.notYet })
}

async function toCharge(chargeId: string, context: Context) {
  return redirect(here, { headers: await remember(chargeId, context) })
}

async function remember(chargeId: string, context: Context): Promise<Record<string, string>> {
  return { 'Set-Cookie': await rememberCharge(chargeId, context.get(appContext).config.session) }
}
