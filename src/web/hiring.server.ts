import { data, redirect } from 'react-router'
import { readWholeNumber } from '../core/whole-number.ts'
import { findPlan, type ServiceId, serviceOf } from '../modules/catalogue/public.ts'
import type { PlanSelection } from '../modules/contracting/index.server.ts'
import { appContext, type Context, formContext, requestContext, viewerContext } from './context.ts'
import { hiringToasts } from './copy/hiring.ts'
import { parseForm, refuseForm } from './forms/form.server.ts'
import { hiringSchema } from './forms/hiring.ts'
import { textIn } from './forms/text-in.ts'
import { paths } from './paths.ts'
import { type CookieReading, clearCookie, cookiesFor, readCookie } from './session/cookies.server.ts'
import { openHiringOf, signInWhenHiring } from './session/hiring-draft.server.ts'
import { redirectWithToast, type Toast } from './session/toasts.server.ts'
import { optsOutOfTracking } from './visits.server.ts'

interface RouteArguments {
  request: Request
  context: Context
}

/**
 * Runs the action of every service page. The POST contains `plan`, and from the dialog also `name`, `cpf` and `phone`.
 *
 * Without a plan: redirects to the plans with a toast. With only a plan: redirects to the page with its dialog open
 * (`?plano=…#contratar`). With the data: stores a draft, and its id in a signed cookie; guests sign in before they continue.
 *
 * @param choiceTerm the page's term for its choices: 'method' (forma de pagamento) or 'plan'
 * @param opening the toast shown with the dialog, instead of the one about the choice
 */
export async function hire({
  request,
  context,
  serviceId,
  choiceTerm = 'method',
  opening,
}: RouteArguments & { serviceId: ServiceId; choiceTerm?: 'method' | 'plan'; opening?: { title: string } }) {
  const cookies = cookiesFor(context.get(appContext).config.session)
  const form = context.get(formContext)
  const plan = findPlan(serviceOf(serviceId), textIn(form, 'plan'))

  if (!plan) {
    const toast = choiceTerm === 'plan' ? hiringToasts.noPlan : hiringToasts.noMethod
    return redirectWithToast(cookies, pageOf(request, null), { tone: 'destructive', ...toast })
  }
  if (!['name', 'cpf', 'phone'].some((field) => form.has(field))) {
    const toast = opening ?? (choiceTerm === 'plan' ? hiringToasts.chosenPlan : hiringToasts.chosenMethod)
    return redirectWithToast(cookies, pageOf(request, plan.id), { tone: 'neutral', ...toast })
  }
  const chosen = { serviceId, planId: plan.id, variant: plan.variant }
  const shownTotal = shownTotalIn(form, plan.id)
  return continueToContract({ request, context, form, chosen, shownTotal })
}

/**
 * Stores a draft of the choice and the submitted party, and redirects to /contract, or a guest to /auth. With invalid data, shows
 * the form again with messages beside the fields.
 *
 * @param onUnavailable returns the response when the choice is no longer available
 */
export async function continueToContract({
  request,
  context,
  form,
  chosen,
  shownTotal,
  onUnavailable,
}: RouteArguments & {
  form: FormData
  chosen: PlanSelection
  /** In centavos. */
  shownTotal?: number | undefined
  onUnavailable?: () => Promise<Response>
}) {
  const { config, contracting, numbers, log } = context.get(appContext)
  const viewer = context.get(viewerContext)
  const cookies = cookiesFor(config.session)
  const parsed = parseForm(hiringSchema, form)
  if (!parsed.ok) return data({ errors: parsed.errors, values: parsed.values }, { status: 422 })

  const draftCookie = await readCookie(request, cookies.draft)
  try {
    const started = await contracting.startHiring({
      ...chosen,
      ...parsed.value,
      shownTotal,
      viewer,
      ip: context.get(requestContext).ip,
      draftId: draftCookie.state === 'read' ? draftCookie.value : undefined,
    })
    if (!started.ok && started.code === 'unknown_plan' && onUnavailable) return onUnavailable()
    if (!started.ok && started.code === 'too_many') {
      const { errors, values } = refuseForm(form, {
        form: `${hiringToasts.tooMany.title}. ${hiringToasts.tooMany.text}`,
      })
      return data({ errors, values }, { status: 429 })
    }
    if (!started.ok) throw new Error(started.code)
    if (!optsOutOfTracking(Object.fromEntries(request.headers))) numbers.countVisit('plan')
    const setCookies = [await cookies.draft.serialize(started.value.draftId)]
    if (viewer)
      return redirectWithToast(
        cookies,
        paths.contract(),
        { tone: 'success', ...hiringToasts.valid },
        setCookies,
      )
    const toast: Toast = { tone: 'neutral', ...hiringToasts.signInNeeded }
    // After signing in, the contract page comes next, even if another page required signing in earlier.
    const next = await cookies.returnTo.serialize(paths.contract())
    return redirectWithToast(cookies, signInWhenHiring(context, request), toast, [...setCookies, next])
  } catch (err) {
    log.error({ err }, 'hiring: storing the draft failed')
    const { errors, values } = refuseForm(form, {
      form: `${hiringToasts.failed.title}. ${hiringToasts.failed.text}`,
    })
    return data({ errors, values }, { status: 503 })
  }
}

/** Returns the total price of a plan that the page showed; undefined for a page rendered before pages contained it. */
function shownTotalIn(form: FormData, planId: string): number | undefined {
  const totals = textIn(form, 'totals').split(' ')
  const own = totals.map((text) => text.split(':')).find(([id]) => id === planId)?.[1]
  return own === undefined ? undefined : readWholeNumber(own)
}

/** Returns the order whose contract the signed-in user signed last in this browser. */
export async function signedOrderOf({
  request,
  context,
}: RouteArguments): Promise<{ orderId: string; payments: number } | undefined> {
  const { config, contracting } = context.get(appContext)
  const viewer = context.get(viewerContext)
  const orderCookie = await readCookie(request, cookiesFor(config.session).order)
  if (!viewer || orderCookie.state !== 'read') return undefined
  return contracting.copyOf({ orderId: orderCookie.value, userId: viewer.id })
}

/** Returns the draft to sign: that of this browser's cookie, otherwise the one that the account chose on another device. */
export async function draftToSign({ request, context }: RouteArguments): Promise<CookieReading> {
  const { config } = context.get(appContext)
  const reading = await readCookie(request, cookiesFor(config.session).draft)
  if (reading.state !== 'absent') return reading
  const hiring = await openHiringOf(context, request)
  return hiring ? { state: 'read', value: hiring.draft.id } : reading
}

/** Redirects back to the contract page without the cookie of a deleted draft, if the account has another draft waiting. */
export async function dropStaleDraft({ request, context }: RouteArguments): Promise<Response | undefined> {
  if (!(await openHiringOf(context, request))) return undefined
  const { draft } = cookiesFor(context.get(appContext).config.session)
  return redirect(paths.contract(), { headers: { 'Set-Cookie': await clearCookie(draft) } })
}

/** Returns the URL of the submitting page: at its plans, or with the dialog of a plan open. */
function pageOf(request: Request, planId: string | null): string {
  const { pathname, searchParams } = new URL(request.url)
  if (planId) searchParams.set('plano', planId)
  else searchParams.delete('plano')
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  return `${pathname}${query}#${planId ? 'contratar' : 'planos'}`
}
