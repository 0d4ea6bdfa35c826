import type { App } from '../../../composition.ts'
import { appContext, type Context } from '../../context.ts'
import { authFieldErrors, authToasts } from '../../copy/auth.ts'
import { paths } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { failedForm, passwordMessages, rateLimited } from './responses.server.ts'

/**
 * Responds to a sign-up from /auth or /create-account: redirects to the page that waits for the confirmation, or returns the form
 * with the reason.
 */
export function signUpResponse(
  context: Context,
  {
    intent,
    form,
    passwordField,
    created,
  }: {
    intent: string
    form: FormData
    passwordField: 'password' | 'senha'
    created: Awaited<ReturnType<App['identity']['signUp']>>
  },
) {
  const { config, clock } = context.get(appContext)
  if (created.ok) {
    const cookies = cookiesFor(config.session)
    const toast = { tone: 'success', ...authToasts.signedUp } as const
    const setCookies = [cookies.signUp.serialize(created.value.browserToken)]
    return redirectWithToast(cookies, paths.checkEmail(), toast, setCookies)
  }
  const title = authToasts.signUpFailed
  if (created.code === 'too_many_attempts') {
    return rateLimited(context, { intent, form, title, retryAt: created.retryAt, now: clock.now() })
  }
  const text = signUpMessages[created.code]
  const errors = created.code in passwordMessages ? { [passwordField]: text } : {}
  return failedForm(context, { intent, form, title, text, errors })
}

/** Messages for a sign-up that passes the form's schema but that the module refuses. */
const signUpMessages = {
  email_invalid: authFieldErrors.email,
  documento_invalid: authFieldErrors.documento,
  ...passwordMessages,
} as const
