import { type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import type { Viewer } from '../../modules/identity/public.ts'
import { appContext, viewerContext } from '../context.ts'
import { paths } from '../paths.ts'
import { traitsOf } from '../routing/routing.ts'
import { cookiesFor, forget, readCookie } from './cookies.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Reads once per request who is signed in, sends anybody else to sign in where the route declares it, renews the
 * session's cookie, and keeps a person's pages out of caches.
 */
export const viewerMiddleware: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  const { identity } = context.get(appContext)
  const { viewer, setCookie } = await identity.readSession({ headers: request.headers })
  context.set(viewerContext, viewer)
  const open = viewer || traitsOf(pattern).access !== 'signed-in'
  const response = open ? await next() : await toSignIn(context, request)
  const already = response.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${identity.sessionCookieName}=`))
  if (setCookie && !already) response.headers.append('Set-Cookie', setCookie)
  // Not even this browser keeps what a person saw: after signing out 'Voltar' shows nothing of it.
  const deliberate = /max-age|no-store/.test(response.headers.get('Cache-Control') ?? '')
  if ((viewer || already) && !deliberate) response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/**
 * Who is signed in; anybody else is sent to /auth and comes back here after signing in (specification, section 2).
 *
 * @throws a redirect
 */
export async function requireViewer(context: Context, request: Request): Promise<Viewer> {
  const viewer = context.get(viewerContext)
  if (viewer) return viewer
  throw await toSignIn(context, request)
}

async function toSignIn(context: Context, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { returnTo } = cookiesFor(context.get(appContext).config.session)
  // What was posted is lost, so a form's page is where to come back to.
  const origin = request.method === 'GET' ? pathname + search : pathname
  return redirect(paths.auth(), { headers: { 'Set-Cookie': await returnTo.serialize(origin) } })
}

/**
 * Where a person goes after signing in: the protected page they were going to, else the contract of a hiring draft
 * that waits, else the landing page.
 *
 * @returns the path, and the `Set-Cookie`s that forget what was waiting
 */
export async function afterSignIn(
  context: Context,
  request: Request,
): Promise<{ to: string; setCookies: string[] }> {
  const { config } = context.get(appContext)
  const { returnTo, draft } = cookiesFor(config.session)
  const origin = await readCookie(request, returnTo)
  if (origin.state === 'read' && isOwnPath(origin.value)) {
    return { to: origin.value, setCookies: [await forget(returnTo)] }
  }
  const hiring = await readCookie(request, draft)
  return { to: hiring.state === 'read' ? paths.contract() : paths.home(), setCookies: [] }
}

/** A path of this site; not '//elsewhere' nor '/\elsewhere'. */
export function isOwnPath(path: string): boolean {
  const home = 'https://home.invalid'
  return path.startsWith('/') && URL.canParse(path, home) && new URL(path, home).origin === home
}
