import { data, redirect } from 'react-router'
import { appContext, formContext, requestContext, viewerContext } from '../../context.ts'
import { checkEmailToasts, checkEmailCopy as copy } from '../../copy/confirmation.ts'
import { resetSchema } from '../../forms/auth.ts'
import { parseForm } from '../../forms/form.server.ts'
import { paths } from '../../paths.ts'
import { clearCookie, cookiesFor, readCookie } from '../../session/cookies.server.ts'
import { openOfferOf } from '../../session/hiring-draft.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { meantAddress, webmailOf } from '../../webmail.ts'
import type { Route } from './+types/check-email.ts'
import { AuthFrame } from './frame.tsx'
import { failedForm, invalidFields, rateLimited, retryAfterHeaders } from './responses.server.ts'

export const handle = { footer: 'lean-with-order' }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: copy.title, description: copy.description, path: paths.checkEmail() })

/** Loads the page that follows a sign-up. The address is the one typed in this browser, whether it has an account or not. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config, identity } = context.get(appContext)
  const cookies = cookiesFor(config.session)
  const signUp = await readCookie(request, cookies.signUp)
  const email =
    signUp.state === 'read' ? await identity.waitingEmail({ browserToken: signUp.value }) : undefined
  const order = await openOfferOf(context, request)
  if (email === undefined) {
    // Confirmed in another tab of this browser: the hiring continues here too.
    return redirect(order && context.get(viewerContext) ? paths.contract() : paths.auth())
  }
  const headers = { 'Cache-Control': 'private, no-store' }
  const mailbox = { webmail: webmailOf(email), meant: meantAddress(email) }
  return data({ email, order, ...mailbox, demo: config.demo }, { headers })
}

/** Handles two forms: with `email` it corrects the address, without it sends the e-mail again. */
export async function action({ request, context }: Route.ActionArgs) {
  const { config, identity, clock } = context.get(appContext)
  const cookies = cookiesFor(config.session)
  const { ip } = context.get(requestContext)
  const form = context.get(formContext)
  const cookie = await readCookie(request, cookies.signUp)
  const browserToken = cookie.state === 'read' ? cookie.value : ''
  const corrects = form.has('email')
  const intent = corrects ? 'correct-email' : 'resend'
  const parsed = parseForm(resetSchema, form)
  if (corrects && !parsed.ok) return invalidFields(intent, parsed)

  const sent = parsed.ok
    ? await identity.correctEmail({ browserToken, email: parsed.value.email, ip })
    : await identity.resendConfirmation({ browserToken, ip })
  if (sent.ok) {
    const setCookies = sent.value ? [cookies.signUp.serialize(sent.value.browserToken)] : []
    const toast = sent.value ? checkEmailToasts.corrected : checkEmailToasts.resent
    return redirectWithToast(cookies, paths.checkEmail(), { tone: 'success', ...toast }, setCookies)
  }
  switch (sent.code) {
    case 'too_many_attempts': {
      const { retryAt } = sent
      return rateLimited(context, { intent, form, title: checkEmailToasts.failed, retryAt, now: clock.now() })
    }
    case 'email_invalid':
      return failedForm(context, { intent, form, title: checkEmailToasts.failed, text: '' })
    case 'nothing_waits':
      return redirect(paths.auth(), { headers: { 'Set-Cookie': await clearCookie(cookies.signUp) } })
  }
}

export const headers: Route.HeadersFunction = (args) => ({
  'Cache-Control': 'private, no-store',
  ...retryAfterHeaders(args),
})

export default function CheckEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, order, webmail, meant, demo } = loaderData
  return (
    <AuthFrame title={copy.title} subtitle={copy.lead(email)} demo={demo} order={order}>
      <section className={order ? 'grid gap-6' : 'card grid gap-6'}>
        {meant && (
          <form className="grid gap-3" method="post" action={paths.checkEmail()}>
            <Callout tone="now" title={copy.meant}>
              {copy.meantHint(meant)}
            </Callout>
            <Button name="email" value={meant} block busyLabel={copy.correctBusy}>
              {copy.correctTo}
            </Button>
          </form>
        )}
        {webmail && (
          <LinkButton href={webmail.href} block newTab>
            {copy.open(webmail.name)}
          </LinkButton>
        )}
        {order && <p>{copy.draftKept}</p>}
        <Checklist items={copy.steps} />
        <form className="grid gap-3" method="post" action={paths.checkEmail()}>
          <p className="note">
            <b>{copy.missing}</b> {copy.missingHint}
          </p>
          <Button block tone="quiet" busyLabel={copy.resendBusy}>
            {copy.resend}
          </Button>
        </form>
        <details className="disclosure" open={actionData?.intent === 'correct-email'}>
          <summary>{copy.wrong}</summary>
          <form className="form mt-4" method="post" action={paths.checkEmail()} noValidate>
            <EmailField
              label={copy.email}
              defaultValue={actionData?.values.email}
              error={actionData?.errors.email}
            />
            <Button block tone="quiet" busyLabel={copy.correctBusy}>
              {copy.correct}
            </Button>
          </form>
        </details>
        <p className="note">
          {copy.confirmed} <a href={paths.auth()}>{copy.enter}</a>
        </p>
      </section>
    </AuthFrame>
  )
}
