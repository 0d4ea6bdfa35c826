import { data } from 'react-router'
import { appContext, formContext } from '../../context.ts'
import { deskCopy } from '../../copy/desk.ts'
import { invitationCopy as copy } from '../../copy/desk-team.ts'
import { deskHandle, deskLinks, deskMeta } from '../../desk/desk.tsx'
import { Door } from '../../desk/door.tsx'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { privatePageHeaders } from '../../security/private-page.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { Button } from '../../ui/button.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { passwordMessages } from '../auth/responses.server.ts'
import type { Route } from './+types/invitation.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads an invitation to the team, by the secret in its link; a 404 if it is unknown, used or expired. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const invitation = await context.get(appContext).team.invitationOf({ token: params.token })
  if (!invitation) throw data(null, { status: 404 })
  const { name, email, role } = invitation
  return data({ name, email, role }, { headers: privatePageHeaders })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ params, context }: Route.ActionArgs) {
  const { team, config } = context.get(appContext)
  const password = textIn(context.get(formContext), 'senha')
  const accepted = await team.acceptInvitation({ token: params.token, password })
  if (!accepted.ok) {
    if (accepted.code === 'not_found') throw data(null, { status: 404 })
    return data({ refused: accepted.code }, { status: 422 })
  }
  const toast = { tone: 'success', ...copy.accepted } as const
  const cookies = cookiesFor(config.session)
  // Signing in leads to the desk, whose address a new member does not know.
  return redirectWithToast(cookies, paths.auth(), toast, [await cookies.returnTo.serialize(paths.desk())])
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, role } = loaderData
  return (
    <Door title={copy.title}>
      <p>
        {name}, {copy.lead(deskCopy.roles[role]).toLowerCase()}
      </p>
      <p className="desk-hint">
        {copy.email}: {email}
      </p>
      <form method="post" className="form">
        {/* A password manager ignores a field of type hidden. */}
        <input name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <NewPasswordField
          label={copy.password}
          name="senha"
          required
          error={actionData ? passwordMessages[actionData.refused] : undefined}
        />
        <p className="desk-hint">{copy.passwordHint}</p>
        <Button block>{copy.go}</Button>
      </form>
    </Door>
  )
}
