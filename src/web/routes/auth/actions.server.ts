import { isOverloaded } from '../../../core/bounded-queue.ts'
import type { OpenHiring } from '../../../modules/contracting/index.server.ts'
import { appContext, type Context, originOf, viewerContext } from '../../context.ts'
import { authToasts } from '../../copy/auth.ts'
import {
  changePasswordSchema,
  hiringSignUpSchema,
  recoverySchema,
  resetSchema,
  signInSchema,
  signUpSchema,
} from '../../forms/auth.ts'
import { parseForm } from '../../forms/form.server.ts'
import { paths } from '../../paths.ts'
import { clearCookie, cookiesFor } from '../../session/cookies.server.ts'
import { openHiringOf } from '../../session/hiring-draft.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { afterSignIn, requireViewer } from '../../session/viewer.server.ts'
import { recoveryToken } from './recovery.server.ts'
import {
  type AuthIntent,
  failedForm,
  invalidFields,
  passwordMessages,
  rateLimited,
} from './responses.server.ts'
import { signUpResponse } from './sign-up-response.server.ts'

interface Posted {
  request: Request
  context: Context
  form: FormData
}

/** Actions of the forms of /auth. */
export const authActions = {
  'sign-in': signIn,
  'sign-up': signUp,
  'hiring-sign-up': signUpWhenHiring,
  'reset-request': requestReset,
  recovery: recover,
  'change-password': changePassword,
} satisfies Record<AuthIntent, (posted: Posted) => Promise<unknown>>

async function signIn({ request, context, form }: Posted) {
  const intent = 'sign-in'
  const { identity, config, clock } = context.get(appContext)
  const parsed = parseForm(signInSchema, form)
  if (!parsed.ok) return invalidFields(intent, parsed)

  const signedIn = await identity.signIn({
    ...parsed.value,
    ...originOf(context),
    headers: request.headers,
  })
  if (!signedIn.ok) {
    const answer = { intent, form, title: authToasts.signInFailed }
    if (signedIn.code === 'too_many_attempts') {
      return rateLimited(context, { ...answer, retryAt: signedIn.retryAt, now: clock.now() })
    }
    const text =
      signedIn.code === 'email_unconfirmed' ? authToasts.emailUnconfirmed : authToasts.invalidCredentials
    return failedForm(context, { ...answer, text })
  }
  const { userId, setCookie, deviceCookie } = signedIn.value
  const { to, setCookies, toasts } = await afterSignIn(context, request, { userId })
  return redirectWithToast(
    cookiesFor(config.session),
    to,
    [{ tone: 'success', ...authToasts.signedIn }, ...toasts],
    [setCookie, deviceCookie, ...setCookies],
  )
}

async function signUp(posted: Posted) {
  const parsed = parseForm(signUpSchema, posted.form)
  return parsed.ok ? createAccount('sign-up', parsed.value, posted) : invalidFields('sign-up', parsed)
}

/** Signs up with the short form of a hiring: the dialog has collected the other fields, and the password is typed once. */
async function signUpWhenHiring(posted: Posted) {
  const parsed = parseForm(hiringSignUpSchema, posted.form)
  return parsed.ok
    ? createAccount('hiring-sign-up', parsed.value, posted)
    : invalidFields('hiring-sign-up', parsed)
}

async function createAccount(
  intent: 'sign-up' | 'hiring-sign-up',
  { email, password }: { email: string; password: string },
  { request, context, form }: Posted,
) {
  const { identity } = context.get(appContext)
  const hiring = await openHiringOf(context, request)
  const created = await identity.signUp({
    email,
    password,
    ...(hiring && signedUpWith(hiring)),
    ...originOf(context),
  })
  return signUpResponse(context, { intent, form, passwordField: 'password', created })
}

/** Returns the data for the account that the hiring's dialog has collected already. */
function signedUpWith({ draft: { id, party } }: OpenHiring) {
  const { name: nome, cpf: documento, phone: telefone } = party
  return { hiringDraftId: id, profile: { nome, documento, telefone, tipoConta: 'pessoal' } as const }
}

async function requestReset({ context, form }: Posted) {
  const intent = 'reset-request'
  const { identity, config, clock } = context.get(appContext)
  const parsed = parseForm(resetSchema, form)
  if (!parsed.ok) return invalidFields(intent, parsed)

  const requested = await identity.requestPasswordReset({ ...parsed.value, ...originOf(context) })
  if (!requested.ok) {
    const { retryAt } = requested
    return rateLimited(context, { intent, form, title: authToasts.resetFailed, retryAt, now: clock.now() })
  }
  const here = paths.auth({ aba: 'esqueci-senha', enviado: '1' })
  return redirectWithToast(cookiesFor(config.session), here, { tone: 'success', ...authToasts.resetSent })
}

async function recover({ request, context, form }: Posted) {
  const intent = 'recovery'
  const { identity, config, clock, log } = context.get(appContext)
  const parsed = parseForm(recoverySchema, form)
  if (!parsed.ok) return invalidFields(intent, parsed)

  const cookie = cookiesFor(config.session).recovery
  const token = (await recoveryToken(request, cookie)) ?? ''
  const { newPassword } = parsed.value
  const saved = await identity
    .resetPassword({ token, newPassword, ...originOf(context), headers: request.headers })
    .catch((err) => {
      if (isOverloaded(err)) throw err
      log.error({ err }, 'auth: setting a password by recovery link failed')
      return undefined
    })
  if (!saved)
    return failedForm(context, { intent, form, title: authToasts.error, text: authToasts.recoveryBroken })
  if (saved.ok) {
    const { setCookie, deviceCookie } = saved.value
    const setCookies = setCookie && deviceCookie ? [setCookie, deviceCookie] : []
    return redirectWithToast(
      cookiesFor(config.session),
      paths.home(),
      { tone: 'success', ...(setCookie ? authToasts.recovered : authToasts.recoveredOther) },
      [...setCookies, await clearCookie(cookie)],
    )
  }
  if (saved.code === 'too_many_attempts') {
    const { retryAt } = saved
    return rateLimited(context, { intent, form, title: authToasts.recoveryFailed, retryAt, now: clock.now() })
  }
  if (saved.code !== 'link_invalid') {
    return failedForm(context, {
      intent,
      form,
      title: authToasts.recoveryFailed,
      text: passwordMessages[saved.code],
      errors: { newPassword: passwordMessages[saved.code] },
    })
  }
  return redirectInvalidRecoveryLink(context)
}

/** Handles a used, expired or unknown link: redirects to the form that requests another one. */
export async function redirectInvalidRecoveryLink(context: Context): Promise<Response> {
  const { config } = context.get(appContext)
  const isSignedIn = context.get(viewerContext) !== null
  const text = isSignedIn ? authToasts.recoveryLinkSignedIn : authToasts.recoveryLink
  return redirectWithToast(
    cookiesFor(config.session),
    paths.requestPasswordReset(),
    { tone: 'destructive', title: authToasts.recoveryFailed, text },
    [await clearCookie(cookiesFor(config.session).recovery)],
  )
}

async function changePassword({ request, context, form }: Posted) {
  const intent = 'change-password'
  const { identity, config, clock, log } = context.get(appContext)
  await requireViewer(context, request)
  const parsed = parseForm(changePasswordSchema, form)
  if (!parsed.ok) return invalidFields(intent, parsed)

  const { currentPassword, newPassword } = parsed.value
  const changed = await identity
    .changePassword({ ...originOf(context), headers: request.headers, currentPassword, newPassword })
    .catch((err) => {
      if (isOverloaded(err)) throw err
      log.error({ err }, 'auth: changing the password failed')
      return { ok: false as const, code: 'failed' as const }
    })
  const here = paths.auth({ aba: 'trocar-senha' })
  if (changed.ok) {
    return redirectWithToast(cookiesFor(config.session), here, { tone: 'success', ...authToasts.changed }, [
      changed.value.setCookie,
      changed.value.deviceCookie,
    ])
  }
  switch (changed.code) {
    case 'too_many_attempts': {
      const { retryAt } = changed
      return rateLimited(context, { intent, form, title: authToasts.changeFailed, retryAt, now: clock.now() })
    }
    case 'wrong_current_password':
      return failedForm(context, {
        intent,
        form,
        title: authToasts.error,
        text: authToasts.wrongCurrentPassword,
      })
    case 'failed':
    case 'signed_out':
      return failedForm(context, { intent, form, title: authToasts.error, text: authToasts.changeFailed })
    default:
      return failedForm(context, {
        intent,
        form,
        title: authToasts.changeFailed,
        text: passwordMessages[changed.code],
        errors: { newPassword: passwordMessages[changed.code] },
      })
  }
}
