import { data, redirect } from 'react-router'
import { appContext, formContext, originOf, sessionIdContext, viewerContext } from '../../context.ts'
import { doorCopy as copy } from '../../copy/desk-team.ts'
import { deskHandle, deskLinks, deskMeta } from '../../desk/desk.tsx'
import { Door } from '../../desk/door.tsx'
import { textIn } from '../../forms/text-in.ts'
import { paths, searchOf } from '../../paths.ts'
import { ownPath } from '../../session/viewer.server.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { QrCode } from '../../ui/pix/qr-code.tsx'
import type { Route } from './+types/enter.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads the page on which a team member enters the second factor, or sets one up; a member who has entered it is redirected. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { team } = context.get(appContext)
  const { viewer, sessionId } = signedInMember(context)
  const member = await team.readMember({ headers: request.headers, viewer, sessionId })
  if (member?.isFresh) throw redirect(returnTo(request))
  const step = await team.secondFactorStep({ userId: viewer.id, email: viewer.email, sessionId })
  return { ...step, again: member !== undefined }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { team } = context.get(appContext)
  const { viewer, sessionId } = signedInMember(context)
  const code = textIn(context.get(formContext), 'codigo').slice(0, 40)
  const member = await team.readMember({ headers: request.headers, viewer, sessionId })
  if (member) {
    const confirmed = await team.confirmAgain({
      userId: viewer.id,
      deskSessionId: member.deskSessionId,
      code,
    })
    if (!confirmed.ok) return data({ refused: confirmed.code }, { status: 422 })
    return redirect(returnTo(request), { headers: { 'Set-Cookie': confirmed.value.setCookie } })
  }
  const entered = await team.enterDesk({ userId: viewer.id, sessionId, code, ...originOf(context) })
  if (!entered.ok) return data({ refused: entered.code }, { status: 422 })
  const { setCookie, recoveryCodes } = entered.value
  const headers = { 'Set-Cookie': setCookie }
  if (recoveryCodes.length === 0) return redirect(returnTo(request), { headers })
  return data({ recoveryCodes }, { headers })
}

/** Returns the signed-in member: only a member of the team reaches this route (desk/hidden.server.ts). */
function signedInMember(context: Route.LoaderArgs['context']) {
  const viewer = context.get(viewerContext)
  const sessionId = context.get(sessionIdContext)
  if (!viewer || !sessionId) throw data(null, { status: 404 })
  return { viewer, sessionId }
}

/** Returns the page of the desk that the visitor came from, else its home. */
function returnTo(request: Request): string {
  const desk = paths.desk()
  const to = ownPath(searchOf('deskEnter', request).get('voltar') ?? '')
  return to && [`${desk}/`, `${desk}?`].some((start) => to.startsWith(start)) ? to : desk
}

export default function Enter({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData && 'recoveryCodes' in actionData) return <RecoveryCodes codes={actionData.recoveryCodes} />
  const refused = actionData && 'refused' in actionData ? copy.refusals[actionData.refused] : undefined
  const isSetUp = loaderData.step === 'set-up'
  return (
    <Door title={isSetUp ? copy.setUpTitle : copy.title}>
      <p>{isSetUp ? copy.setUpLead : loaderData.again ? copy.leadAgain : copy.lead}</p>
      {loaderData.step === 'set-up' && <SetUp {...loaderData} />}
      <form method="post" className="form">
        <Field
          label={copy.code}
          name="codigo"
          hint={isSetUp ? undefined : copy.codeHint}
          error={refused}
          inputMode={isSetUp ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          required
          autoFocus
        />
        <Button type="submit" block>
          {isSetUp ? copy.setUpGo : copy.go}
        </Button>
      </form>
    </Door>
  )
}

function SetUp({ secret, uri }: { secret: string; uri: string }) {
  return (
    <>
      <ol className="desk-door-steps">
        {copy.setUpSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <QrCode text={uri} label={copy.qr} />
      <p className="desk-hint">
        {copy.secret}: <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Door title={copy.recoveryTitle}>
      <p>{copy.recoveryLead}</p>
      <ul className="desk-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <a className="btn btn-primary btn-block" href={paths.desk()}>
        {copy.recoveryGo}
      </a>
    </Door>
  )
}
