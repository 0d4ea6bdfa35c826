import { data } from 'react-router'
import { appContext, type Context, formContext, requestContext, viewerContext } from '../../context.ts'
import { authFieldErrors, authToasts, tooManyAttempts } from '../../copy/auth.ts'
import { confirmToasts, confirmCopy as copy } from '../../copy/confirmation.ts'
import { confirmSchema } from '../../forms/auth.ts'
import { parseForm } from '../../forms/form.server.ts'
import { paths, searchOf } from '../../paths.ts'
import { clearCookie, cookiesFor, readCookie } from '../../session/cookies.server.ts'
import { choicePage, draftOfferOf, openOfferOf } from '../../session/hiring-draft.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { afterSignIn } from '../../session/viewer.server.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/confirm.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { AuthFrame } from './frame.tsx'
import {
  failedForm,
  invalidFields,
  passwordMessages,
  rateLimited,
  respondUnlessOverloaded,
  retryAfterHeaders,
} from './responses.server.ts'

export const handle = { footer: 'lean-with-order' }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: copy.title, description: copy.description, path: paths.auth() })

/**
 * Handles the link of a confirmation e-mail. Opening it changes nothing, because scanners and previews open it too
 * (docs/decisions/0027).
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity, config, clock } = context.get(appContext)
  const asked = await identity.readConfirmation(await requestOf(request, context))
  if (!asked.ok) {
    const text = tooManyAttempts(asked.retryAt, clock.now())
    return toSignIn(context, { tone: 'destructive', title: authToasts.error, text })
  }
  const shown = asked.value
  if (!('email' in shown)) return refused(context, shown.step)
  const viewer = context.get(viewerContext)
  const signedIn = viewer?.email ?? ''
  const headers = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'same-origin' }
  const { step, email } = shown
  const order = await orderOf(context, request, shown.hiringDraftId)
  return data({ step, email, order, signedIn, demo: config.demo }, { headers })
}

/** Returns the offer being hired in this browser, otherwise that of the link's sign-up: service and plan, no personal data. */
async function orderOf(context: Context, request: Request, draftId: string | undefined) {
  return (await openOfferOf(context, request)) ?? (draftId ? draftOfferOf(context, draftId) : undefined)
}

const intent = 'confirm'

export async function action({ request, context }: Route.ActionArgs) {
  const form = context.get(formContext)
  return respondUnlessOverloaded(context, { intent, form }, () => confirm({ request, context, form }))
}

async function confirm({ request, context, form }: { request: Request; context: Context; form: FormData }) {
  const { identity, config, clock } = context.get(appContext)
  const parsed = parseForm(confirmSchema, form)
  if (!parsed.ok) return invalidFields(intent, parsed)

  const { userAgent } = context.get(requestContext)
  const asked = await requestOf(request, context)
  const confirmed = await identity.confirmEmail({
    ...asked,
    password: parsed.value.senha,
    headers: request.headers,
    userAgent,
  })
  if (confirmed.ok) {
    const cookies = cookiesFor(config.session)
    const { userId, setCookie, deviceCookie, hiring } = confirmed.value
    const draftIds = hiring?.isTheirs ? [hiring.draftId] : []
    const next = await afterSignIn(context, request, { userId, draftIds })
    // With a password other than that of the sign-up, only the choice is kept: its data may be another person's.
    const choice = hiring && !hiring.isTheirs ? await choicePage(context, hiring.draftId) : undefined
    return redirectWithToast(
      cookies,
      next.to === paths.home() && choice ? choice : next.to,
      [{ tone: 'success', ...confirmToasts.confirmed }, ...next.toasts],
      [setCookie, deviceCookie, await clearCookie(cookies.signUp), ...next.setCookies],
    )
  }
  const answer = { intent, form, title: confirmToasts.failed }
  switch (confirmed.code) {
    case 'too_many_attempts':
      return rateLimited(context, { ...answer, retryAt: confirmed.retryAt, now: clock.now() })
    case 'link_invalid':
    case 'already_confirmed':
      return refused(context, confirmed.code)
    case 'other_account':
      return data({ intent, errors: {}, values: {} }, { status: 409 })
    case 'password_needed':
      return data({ intent, errors: { senha: authFieldErrors.password8 }, values: {} }, { status: 400 })
    default: {
      const text = passwordMessages[confirmed.code]
      return failedForm(context, { ...answer, text, errors: { senha: text } })
    }
  }
}

/** With `no-referrer` browsers send the form without its origin, so it would be refused as another site's request. */
export const headers: Route.HeadersFunction = (args) => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
  ...retryAfterHeaders(args),
})

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { step, email, order, signedIn, demo } = loaderData
  const subtitle = {
    press_button: copy.button.lead(email),
    set_password: copy.password.lead(email),
    other_account: copy.other.lead(signedIn, email),
  }[step]
  return (
    <AuthFrame title={copy.title} subtitle={subtitle} demo={demo} order={order}>
      <ConfirmForm step={step} failure={actionData} />
    </AuthFrame>
  )
}

async function requestOf(request: Request, context: Context) {
  const { config } = context.get(appContext)
  const own = await readCookie(request, cookiesFor(config.session).signUp)
  return {
    token: searchOf('confirmEmail', request).get('token') ?? '',
    browserToken: own.state === 'read' ? own.value : undefined,
    viewerEmail: context.get(viewerContext)?.email,
    ip: context.get(requestContext).ip,
  }
}

function refused(context: Context, code: 'link_invalid' | 'already_confirmed') {
  return code === 'already_confirmed'
    ? toSignIn(context, { tone: 'success', ...authToasts.alreadyConfirmed })
    : toSignIn(context, { tone: 'destructive', ...authToasts.confirmationLink })
}

function toSignIn(context: Context, toast: Parameters<typeof redirectWithToast>[2]) {
  return redirectWithToast(cookiesFor(context.get(appContext).config.session), paths.auth(), toast)
}
