import { appContext, requestContext } from '../../context.ts'
import { authToasts as say, tooManyAttempts } from '../../copy/auth.ts'
import { paths, searchOf } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import type { Route } from './+types/confirm.ts'

/** The link of a confirmation message. Opening it is enough; opening it again does no harm (docs/decisions/0004). */
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
      ...(confirmed.value === 'confirmed' ? say.confirmed : say.alreadyConfirmed),
    })
  }
  if (confirmed.code === 'too_many_attempts') {
    return go({
      tone: 'destructive',
      title: say.error,
      text: tooManyAttempts(confirmed.retryAt, clock.now()),
    })
  }
  return go({ tone: 'destructive', ...say.confirmationLink })
}
