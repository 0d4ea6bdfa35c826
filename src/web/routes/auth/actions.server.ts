import type { RouterContextProvider } from 'react-router'
import { appContext, requestContext } from '../../context.ts'
import { authFieldErrors, authToasts as say } from '../../copy/auth.ts'
import {
  changePasswordSchema,
  recoverySchema,
  resetSchema,
  signInSchema,
  signUpSchema,
} from '../../forms/auth.ts'
import { parseForm } from '../../forms/form.server.ts'
import { paths } from '../../paths.ts'
import { cookiesFor, forget } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { afterSignIn, requireViewer } from '../../session/viewer.server.ts'
import { type AuthIntent, fieldsRefused, passwordMessages, paused, refused } from './answers.server.ts'
import { recoveryCookie, recoveryToken } from './recovery.server.ts'

interface Posted {
  request: Request
  context: Readonly<RouterContextProvider>
  form: FormData
}

/** One function a form of /auth. */
export const authActions = {
  'sign-in': signIn,
  'sign-up': signUp,
  'reset-request': requestReset,
  recovery: recover,
  'change-password': changePassword,
} satisfies Record<AuthIntent, (posted: Posted) => Promise<unknown>>

async function signIn({ request, context, form }: Posted) {
  const intent = 'sign-in'
  const { identity, config, clock } = context.get(appContext)
  const parsed = parseForm(signInSchema, form)
  if (!parsed.ok) return fieldsRefused(intent, parsed)

  const entered = await identity.signIn({ ...parsed.value, ...origin(context) })
  if (!entered.ok) {
    const answer = { intent, form, title: say.signInFailed }
    if (entered.code === 'too_many_attempts') {
      return paused(context, { ...answer, retryAt: entered.retryAt, now: clock.now() })
    }
    const text = entered.code === 'email_unconfirmed' ? say.emailUnconfirmed : say.invalidCredentials
    return refused(context, { ...answer, text })
  }
  const { to, setCookies } = await afterSignIn(context, request)
  return redirectWithToast(cookiesFor(config.session), to, { tone: 'success', ...say.signedIn }, [
    entered.value.setCookie,
    ...setCookies,
  ])
}

async function signUp({ context, form }: Posted) {
  const intent = 'sign-up'
  const { identity, config, clock } = context.get(appContext)
  const parsed = parseForm(signUpSchema, form)
  if (!parsed.ok) return fieldsRefused(intent, parsed)

  const { email, password } = parsed.value
  const made = await identity.signUp({ email, password, ...origin(context) })
  if (made.ok) {
    return redirectWithToast(cookiesFor(config.session), paths.auth(), { tone: 'success', ...say.signedUp })
  }
  if (made.code === 'too_many_attempts') {
    const { retryAt } = made
    return paused(context, { intent, form, title: say.signUpFailed, retryAt, now: clock.now() })
  }
  return refused(context, { intent, form, title: say.signUpFailed, text: signUpMessages[made.code] })
}

async function requestReset({ context, form }: Posted) {
  const intent = 'reset-request'
  const { identity, config, clock } = context.get(appContext)
  const parsed = parseForm(resetSchema, form)
  if (!parsed.ok) return fieldsRefused(intent, parsed)

  const asked = await identity.requestPasswordReset({ ...parsed.value, ...origin(context) })
  if (!asked.ok) {
    const { retryAt } = asked
    return paused(context, { intent, form, title: say.resetFailed, retryAt, now: clock.now() })
  }
  return redirectWithToast(cookiesFor(config.session), paths.requestPasswordReset(), {
    tone: 'success',
    ...say.resetSent,
  })
}

async function recover({ request, context, form }: Posted) {
  const intent = 'recovery'
  const { identity, config, clock, log } = context.get(appContext)
  const parsed = parseForm(recoverySchema, form)
  if (!parsed.ok) return fieldsRefused(intent, parsed)

  const cookie = recoveryCookie(config)
  const token = (await recoveryToken(request, cookie)) ?? ''
  const { newPassword } = parsed.value
  const saved = await identity.resetPassword({ token, newPassword, ...origin(context) }).catch((err) => {
    log.error({ err }, 'a password was not set by its link')
    return undefined
  })
  if (!saved) return refused(context, { intent, form, title: say.error, text: say.recoveryBroken })
  if (saved.ok) {
    return redirectWithToast(
      cookiesFor(config.session),
      paths.home(),
      { tone: 'success', ...say.recovered },
      [saved.value.setCookie, await forget(cookie)],
    )
  }
  if (saved.code === 'too_many_attempts') {
    const { retryAt } = saved
    return paused(context, { intent, form, title: say.recoveryFailed, retryAt, now: clock.now() })
  }
  if (saved.code !== 'link_invalid') {
    return refused(context, { intent, form, title: say.recoveryFailed, text: passwordMessages[saved.code] })
  }
  return recoveryLinkIsDead(context)
}

/** The link was used, is too old, or never was: on to asking for another. */
export async function recoveryLinkIsDead(context: Readonly<RouterContextProvider>): Promise<Response> {
  const { config } = context.get(appContext)
  return redirectWithToast(
    cookiesFor(config.session),
    paths.requestPasswordReset(),
    { tone: 'destructive', title: say.recoveryFailed, text: say.recoveryLink },
    [await forget(recoveryCookie(config))],
  )
}

async function changePassword({ request, context, form }: Posted) {
  const intent = 'change-password'
  const { identity, config, clock, log } = context.get(appContext)
  await requireViewer(context, request)
  const parsed = parseForm(changePasswordSchema, form)
  if (!parsed.ok) return fieldsRefused(intent, parsed)

  const { currentPassword, newPassword } = parsed.value
  const changed = await identity
    .changePassword({ headers: request.headers, currentPassword, newPassword })
    .catch((err) => {
      log.error({ err }, 'a password was not changed')
      return { ok: false as const, code: 'failed' as const }
    })
  const here = paths.auth({ aba: 'trocar-senha' })
  if (changed.ok) {
    return redirectWithToast(cookiesFor(config.session), here, { tone: 'success', ...say.changed })
  }
  switch (changed.code) {
    case 'too_many_attempts': {
      const { retryAt } = changed
      return paused(context, { intent, form, title: say.changeFailed, retryAt, now: clock.now() })
    }
    case 'wrong_current_password':
      return refused(context, { intent, form, title: say.error, text: say.wrongCurrentPassword })
    case 'failed':
    case 'signed_out':
      return refused(context, { intent, form, title: say.error, text: say.changeFailed })
    default:
      return refused(context, { intent, form, title: say.changeFailed, text: passwordMessages[changed.code] })
  }
}

/** Said of a sign-up that passed the form but not the module. */
export const signUpMessages = {
  email_invalid: authFieldErrors.email,
  documento_invalid: authFieldErrors.documento,
  ...passwordMessages,
} as const

function origin(context: Readonly<RouterContextProvider>) {
  const { ip, userAgent } = context.get(requestContext)
  return { ip, userAgent }
}
