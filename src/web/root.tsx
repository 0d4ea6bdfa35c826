import type { ReactNode } from 'react'
import { data, Links, Meta, Outlet, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root.ts'
import stylesheet from './app.css?url'
import { appContext, requestContext, viewerContext } from './context.ts'
import { cookiesFor, forget } from './session/cookies.server.ts'
import { readToasts } from './session/toasts.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    context.set(viewerContext, await context.get(appContext).identity.viewerOf(request.headers))
    return next()
  },
]

/** What every page shows around its own content: who is signed in, notices, the company. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(appContext)
  const { nonce, scriptUrl } = context.get(requestContext)
  const cookies = cookiesFor(config.session)
  const toasts = await readToasts(request, cookies)
  const viewer = context.get(viewerContext)
  return data(
    {
      viewer: viewer && { email: viewer.email },
      toasts,
      company: config.company,
      publicUrl: config.publicUrl,
      demo: config.demo,
      nonce,
      scriptUrl,
    },
    toasts.length > 0 ? { headers: { 'Set-Cookie': await forget(cookies.toasts) } } : undefined,
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {root && <script type="module" src={root.scriptUrl} nonce={root.nonce} />}
      </head>
      <body>{children}</body>
    </html>
  )
}

export default function Root() {
  return (
    <main id="conteudo">
      <Outlet />
    </main>
  )
}
