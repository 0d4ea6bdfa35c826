import { data, redirect } from 'react-router'
import { appContext, formContext, viewerContext } from '../../context.ts'
import { authCopy } from '../../copy/auth.ts'
import { paths, searchOf } from '../../paths.ts'
import { cookiesFor, readCookie } from '../../session/cookies.server.ts'
import { openOfferOf } from '../../session/hiring-draft.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { cx } from '../../ui/cx.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { Tabs } from '../../ui/tabs.tsx'
import type { Route } from './+types/auth.ts'
import { authActions, redirectInvalidRecoveryLink } from './actions.server.ts'
import { AuthFrame } from './frame.tsx'
import { HiringAuth, hiringTitle } from './hiring-auth.tsx'
import { ChangePasswordForm, type RecoveredAccount, RecoveryForm } from './password-forms.tsx'
import { hideToken, recoveryToken } from './recovery.server.ts'
import { respondUnlessOverloaded, retryAfterHeaders } from './responses.server.ts'
import { ResetRequestForm, SignInForm, SignUpForm } from './sign-forms.tsx'
import { hrefOf, type Tab, tabOf, tabs } from './tabs.ts'

export const handle = { footer: 'lean-with-order' }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.order && !loaderData.recovering ? hiringTitle(loaderData.tab) : authCopy.title,
    description: authCopy.description,
    path: paths.auth(),
  })

/**
 * Selects the form by the URL, so that every tab works without a script. Signed-in users are redirected to '/' (specification,
 * section 2), except when they change their password or set one by a recovery link.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config, identity } = context.get(appContext)
  const search = searchOf('auth', request)
  const cookie = cookiesFor(config.session).recovery
  const sent = search.get('recuperar')
  if (sent !== null) return hideToken(sent, cookie)

  const viewer = context.get(viewerContext)
  const tab = tabOf(request)
  let recovering: RecoveredAccount | undefined
  if (search.has('recuperacao')) {
    const token = await recoveryToken(request, cookie)
    const recovery = token === undefined ? undefined : await identity.readRecovery({ token })
    if (!recovery) return redirectInvalidRecoveryLink(context)
    const other = viewer && viewer.id !== recovery.userId ? viewer.email : undefined
    recovering = { email: recovery.maskedEmail, other }
  } else if (tab === 'trocar-senha') {
    await requireViewer(context, request)
  } else if (viewer) {
    return redirect(paths.home())
  }
  const order = viewer ? undefined : await openOfferOf(context, request)
  return {
    tab,
    recovering,
    signedIn: viewer !== null,
    demo: config.demo,
    order,
    resetSent: search.has('enviado'),
    email: await waitingEmail(context, request),
  }
}

/** Returns the address that was typed in this browser to sign up, so that it need not be typed again to sign in. */
async function waitingEmail(
  context: Route.LoaderArgs['context'],
  request: Request,
): Promise<string | undefined> {
  const { config, identity } = context.get(appContext)
  const signUp = await readCookie(request, cookiesFor(config.session).signUp)
  return signUp.state === 'read' ? identity.waitingEmail({ browserToken: signUp.value }) : undefined
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = context.get(formContext)
  const intent = String(form.get('intent') ?? intentOf(form))
  if (!Object.hasOwn(authActions, intent)) return data(null, { status: 400 })
  const answer = authActions[intent as keyof typeof authActions]
  return respondUnlessOverloaded(context, { intent, form }, () => answer({ request, context, form }))
}

/** Detects the form by its fields, for a request without `intent`. */
function intentOf(form: FormData): keyof typeof authActions {
  if (form.has('newPassword')) return form.has('currentPassword') ? 'change-password' : 'recovery'
  if (form.has('confirmPassword')) return 'sign-up'
  return form.has('password') ? 'sign-in' : 'reset-request'
}

/** A recovery link opens this page: the policy hides its URL from other sites. */
export const headers: Route.HeadersFunction = (args) => ({
  ...retryAfterHeaders(args),
  'Referrer-Policy': 'same-origin',
})

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { recovering, signedIn, demo, order, email, resetSent } = loaderData
  // A refused form is shown on its own tab, even if it was posted to the URL of another tab.
  const tab = tabOfIntent[actionData?.intent ?? ''] ?? loaderData.tab
  const failure = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  if (order && !recovering && tab !== 'trocar-senha') {
    return (
      <HiringAuth tab={tab} order={order} failure={failure} email={email} resetSent={resetSent} demo={demo} />
    )
  }
  return (
    <AuthFrame title={authCopy.title} subtitle={authCopy.subtitle} demo={demo}>
      {recovering && <RecoveryForm account={recovering} failure={failure('recovery')} />}
      {!(recovering && signedIn) && (
        <section className="card grid gap-6">
          <div className={cx(evenTabs, !signedIn && 'sm:[&_.tabs]:auto-cols-auto')}>
            <Tabs
              label={authCopy.tabsLabel}
              current={tab}
              items={tabs
                .filter((id) => id !== 'trocar-senha' || signedIn)
                .map((id) => ({ id, label: authCopy.tabs[id], href: hrefOf(id) }))}
            />
          </div>
          <CurrentForm tab={tab} failure={failure} email={email} resetSent={resetSent} />
        </section>
      )}
    </AuthFrame>
  )
}

const tabOfIntent: { readonly [intent: string]: Tab } = {
  'sign-in': 'entrar',
  'sign-up': 'criar-conta',
  'hiring-sign-up': 'criar-conta',
  'reset-request': 'esqueci-senha',
  'change-password': 'trocar-senha',
}

/** Three columns, four when signed in (specification, section 2), all visible at 360 px: long labels wrap. */
const evenTabs =
  '-mx-2 sm:mx-0 [&_.tabs]:grid [&_.tabs]:auto-cols-fr [&_.tabs]:grid-flow-col ' +
  '[&_.tab]:justify-center [&_.tab]:px-0.5 [&_.tab]:text-center [&_.tab]:text-note [&_.tab]:leading-tight ' +
  '[&_.tab]:whitespace-normal'

function CurrentForm({
  tab,
  failure,
  email,
  resetSent,
}: {
  tab: Tab
  failure: (intent: string) => Route.ComponentProps['actionData']
  email: string | undefined
  resetSent: boolean
}) {
  switch (tab) {
    case 'entrar':
      return <SignInForm failure={failure('sign-in')} email={email} />
    case 'criar-conta':
      return <SignUpForm failure={failure('sign-up')} />
    case 'esqueci-senha':
      return <ResetRequestForm failure={failure('reset-request')} sent={resetSent} />
    case 'trocar-senha':
      return <ChangePasswordForm failure={failure('change-password')} />
  }
}
