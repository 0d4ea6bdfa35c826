import { data, type RouterContextProvider } from 'react-router'
import { findPlan, type ServiceId, serviceOf } from '../modules/catalogue/public.ts'
import type { PlanSelection } from '../modules/contracting/index.server.ts'
import { appContext, viewerContext } from './context.ts'
import { hiringNotices as say } from './copy/hiring.ts'
import { parseForm, refuseForm } from './forms/form.server.ts'
import { hiringSchema } from './forms/hiring.ts'
import { paths } from './paths.ts'
import { cookiesFor, readCookie } from './session/cookies.server.ts'
import { redirectWithToast, type Toast } from './session/toasts.server.ts'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

/**
 * What every service page's action does. The POST carries `plan`, and from the dialog `name`, `cpf` and `phone`.
 *
 * No plan: a notice, back on the plans. A plan alone: the page again with its dialog (`?plano=…#contratar`). With the
 * data: a draft on the server and its id in a signed cookie; for who is not signed in the draft waits.
 *
 * @param says what the page calls its choices: 'method' (forma de pagamento) or 'plan'
 * @param opening the notice that comes with the dialog, in place of the one about the choice
 */
export async function hire({
  request,
  context,
  serviceId,
  says = 'method',
  opening,
}: Asked & { serviceId: ServiceId; says?: 'method' | 'plan'; opening?: { title: string } }) {
  const cookies = cookiesFor(context.get(appContext).config.session)
  const form = await request.formData()
  const plan = findPlan(serviceOf(serviceId), String(form.get('plan') ?? ''))

  if (!plan) {
    const notice = says === 'plan' ? say.noPlan : say.noMethod
    return redirectWithToast(cookies, pageOf(request, null), { tone: 'destructive', ...notice })
  }
  if (!['name', 'cpf', 'phone'].some((field) => form.has(field))) {
    const notice = opening ?? (says === 'plan' ? say.chosenPlan : say.chosenMethod)
    return redirectWithToast(cookies, pageOf(request, plan.id), { tone: 'neutral', ...notice })
  }
  const chosen = { serviceId, planId: plan.id, variant: plan.variant }
  return toContract({ request, context, form, chosen })
}

/**
 * Keeps a draft of what was chosen for the party that was posted, then /contract, or /auth for who is not signed in.
 * Wrong data come back with messages beside the fields.
 *
 * @param unsold the answer when what was chosen is not to be had
 */
export async function toContract({
  request,
  context,
  form,
  chosen,
  unsold,
}: Asked & { form: FormData; chosen: PlanSelection; unsold?: () => Response }) {
  const { config, contracting, log } = context.get(appContext)
  const viewer = context.get(viewerContext)
  const cookies = cookiesFor(config.session)
  const parsed = parseForm(hiringSchema, form)
  if (!parsed.ok) return data({ errors: parsed.errors, values: parsed.values }, { status: 422 })

  const carried = await readCookie(request, cookies.draft)
  try {
    const started = await contracting.startHiring({
      ...chosen,
      ...parsed.value,
      viewer,
      draftId: carried.state === 'read' ? carried.value : undefined,
    })
    if (!started.ok && started.code === 'unknown_plan' && unsold) return unsold()
    if (!started.ok) throw new Error(started.code)
    const keep = [await cookies.draft.serialize(started.value.draftId)]
    if (viewer) return redirectWithToast(cookies, paths.contract(), { tone: 'success', ...say.valid }, keep)
    const notice: Toast = { tone: 'destructive', ...say.signInNeeded }
    // The contract comes next, not the page that asked for a sign-in before.
    const next = await cookies.returnTo.serialize(paths.contract())
    return redirectWithToast(cookies, paths.auth(), notice, [...keep, next])
  } catch (err) {
    log.error({ err }, 'hiring: the draft could not be kept')
    const { errors, values } = refuseForm(form, { form: `${say.failed.title}. ${say.failed.text}` })
    return data({ errors, values }, { status: 503 })
  }
}

/** The order whose contract was signed in this browser by who is signed in now: what /payment pays first. */
export async function orderInSession({
  request,
  context,
}: Asked): Promise<{ orderId: string; payments: number } | undefined> {
  const { config, contracting } = context.get(appContext)
  const viewer = context.get(viewerContext)
  const carried = await readCookie(request, cookiesFor(config.session).order)
  if (!viewer || carried.state !== 'read') return undefined
  return contracting.copyOf({ orderId: carried.value, userId: viewer.id })
}

/** The page that was posted from: at its plans, or with the dialog of a plan open. */
function pageOf(request: Request, planId: string | null): string {
  const { pathname, searchParams } = new URL(request.url)
  if (planId) searchParams.set('plano', planId)
  else searchParams.delete('plano')
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  return `${pathname}${query}#${planId ? 'contratar' : 'planos'}`
}
