import { appContext, requestContext } from '../../context.ts'
import { authToasts as notices, tooManyAttempts } from '../../copy/auth.ts'
import { paths, searchOf } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import type { Route } from './+types/confirm.ts'

/** The link of a confirmation e-mail. Opening it confirms the address, and is idempotent (docs/decisions/0004). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity, config, clock } = context.get(appContext)
  const token = searchOf('confirmEmail', request).get('token') ?? ''
  const { ip } = context.get(requestContext)
  const confirmed = await identity.confirmEmail({ token, ip })
  const go = (toast: Parameters<typeof redirectWithToast>[2]) =>
    redirectWithToast(cookiesFor(config.session), paths.auth(), toast)

  if (confirmed.ok) {
    return go({
      tone: 'success',
      ...(confirmed.value === 'confirmed' ? notices.confirmed : notices.alreadyConfirmed),
    })
  }
  if (confirmed.code === 'too_many_attempts') {
    return go({
      tone: 'destructive',
      title: notices.error,
      text: tooManyAttempts(confirmed.retryAt, clock.now()),
    })
  }
  return go({ tone: 'destructive', ...notices.confirmationLink })
}
