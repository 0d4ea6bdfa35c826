import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { catalogue } from '../modules/catalogue/public.ts'
import { isOfTeam } from '../modules/team/index.server.ts'
import type { Route } from './+types/root.ts'
import stylesheet from './app.css?url'
import favicon from './assets/favicon.svg?url'
import { appContext, requestContext, toastsContext, viewerContext } from './context.ts'
import { catalogueCopy } from './copy/desk-catalogue.ts'
import { notFoundCopy } from './copy/errors.ts'
import { shellCopy } from './copy/shell.ts'
import { contentPages, signInPages, traitsAt } from './routing/routing.ts'
import { clearCookie, cookiesFor } from './session/cookies.server.ts'
import { deskMiddleware } from './session/desk.server.ts'
import { resumeOf } from './session/hiring-draft.server.ts'
import { isPrefetch, readToasts } from './session/toasts.server.ts'
import { accountMark, viewerMiddleware } from './session/viewer.server.ts'
import { AccountContext } from './ui/account-field.tsx'
import { BareShell } from './ui/bare-shell.tsx'
import { CrashScreen } from './ui/crash-screen.tsx'
import { DeferredScript } from './ui/deferred-script.tsx'
import { Footer } from './ui/footer.tsx'
import { Header } from './ui/header.tsx'
import { ResumeStrip } from './ui/hiring/resume-strip.tsx'
import { InstallOffer } from './ui/install-offer.tsx'
import { NotFoundScreen } from './ui/not-found-screen.tsx'
import { SpeculationRules } from './ui/speculation-rules.tsx'
import { Toasts } from './ui/toasts.tsx'
import { CompanyContext } from './ui/use-company.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export const middleware: Route.MiddlewareFunction[] = [viewerMiddleware, deskMiddleware]

/** Loads the data of the frame around every page: the signed-in user, toasts, the company. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(appContext)
  const { id, scriptUrl } = context.get(requestContext)
  const cookies = cookiesFor(config.session)
  const waiting = isPrefetch(request) ? [] : await readToasts(request, cookies)
  const toasts = [...context.get(toastsContext), ...waiting]
  const viewer = context.get(viewerContext)
  const resume = await resumeOf(context, request)
  return data(
    {
      viewer: viewer && {
        email: viewer.email,
        isOfTeam: isOfTeam(viewer.role),
        account: accountMark(viewer),
      },
      toasts,
      resume,
      company: catalogue().company,
      publicUrl: config.publicUrl,
      preview: catalogue().isPreview === true,
      demo: config.demo,
      production: config.production,
      requestId: id,
      scriptUrl,
    },
    waiting.length > 0 ? { headers: { 'Set-Cookie': await clearCookie(cookies.toasts) } } : undefined,
  )
}

type RootData = ReturnType<typeof useRouteLoaderData<typeof loader>>

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const { pathname } = useLocation()
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        {root && <DeferredScript scriptUrl={root.scriptUrl} />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbf8f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1613" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        {/* The pages of a signed-in visitor contain a name. */}
        {root && !root.viewer && contentPages.includes(pathname) && <SpeculationRules />}
      </head>
      <body
        data-sign-in-pages={signInPages.join(' ')}
        data-keep-offline={root?.viewer && traitsAt(pathname).isKept ? '' : undefined}
      >
        <a className="skip" href="#conteudo">
          {shellCopy.skip}
        </a>
        <CompanyContext value={root?.company}>
          <AccountContext value={root?.viewer?.account}>
            <Shell root={root}>{children}</Shell>
          </AccountContext>
        </CompanyContext>
      </body>
    </html>
  )
}

/** The `handle` that a route exports for its frame. `secretLink`: its URL contains a secret and is sent to people. */
interface Handle {
  shell?: 'own'
  footer?: 'lean' | 'lean-with-order'
  secretLink?: true
}

/**
 * Header and footer around every page. A route with its own frame (the desk) opts out with `export const handle = { shell: 'own'
 * }`. Where a person reads a contract or pays, the footer is `{ footer: 'lean' }`; `'lean-with-order'` makes it lean only while
 * the loader's data has an `order`, that is, during a hiring.
 */
function Shell({ root, children }: { root: RootData; children: ReactNode }) {
  const { pathname } = useLocation()
  const matches = useMatches()
  const handles = matches.map(({ handle }) => handle as Handle | undefined)
  // An error is always shown in the site's frame, because its URL may match no page.
  const hasFailed = Boolean(useRouteError())
  const own = !hasFailed && handles.some((handle) => handle?.shell === 'own')
  const hasOrder = matches.some(({ loaderData }) =>
    Boolean((loaderData as { order?: unknown } | undefined)?.order),
  )
  const isLean = handles.some(
    (handle) => handle?.footer === 'lean' || (hasOrder && handle?.footer === 'lean-with-order'),
  )
  // The error screen if the root loader itself failed.
  if (!root) return <BareShell>{children}</BareShell>
  if (own) {
    return (
      <>
        <Toasts toasts={root.toasts} />
        {children}
      </>
    )
  }
  return (
    <>
      {root.preview && <aside className="demo-strip">{catalogueCopy.preview}</aside>}
      {root.demo && (
        <aside className="demo-strip" aria-label={shellCopy.demoLabel}>
          {shellCopy.demo}
        </aside>
      )}
      <Header path={pathname} viewer={root.viewer} />
      <Toasts toasts={root.toasts} />
      {root.resume && <ResumeStrip order={root.resume} />}
      <main id="conteudo" tabIndex={-1}>
        {children}
      </main>
      {root.viewer && <InstallOffer path={pathname} />}
      <Footer company={root.company} isLean={isLean} />
    </>
  )
}

export default function Root() {
  return <Outlet />
}

/** The error boundary of every route: an unknown page, or an internal error. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>('root')
  const { pathname } = useLocation()
  const isLink = useMatches().some(({ handle }) => (handle as Handle | undefined)?.secretLink)
  if (isRouteErrorResponse(error) && error.status === 404) {
    const email = traitsAt(pathname).access === 'signed-in' && root?.viewer?.email
    return (
      <NotFoundScreen lead={isLink ? notFoundCopy.link : email ? notFoundCopy.ofAccount(email) : undefined} />
    )
  }
  const message = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? error.message
      : String(error)
  return (
    <CrashScreen requestId={root?.requestId} message={root?.production === false ? message : undefined} />
  )
}
