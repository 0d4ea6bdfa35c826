import { type MiddlewareFunction, redirect } from 'react-router'
import type { Viewer } from '../../modules/identity/public.ts'
import { appContext, type Context, formContext, sessionIdContext, viewerContext } from '../context.ts'
import { authToasts } from '../copy/auth.ts'
import { accountHeader, keepHeader } from '../enhance/copies.ts'
import { paths } from '../paths.ts'
import { traitsAt, traitsOf } from '../routing/routing.ts'
import type { RouteTraits } from '../routing/traits.ts'
import { clearCookie, cookiesFor, readCookie } from './cookies.server.ts'
import { fingerprint } from './fingerprint.server.ts'
import { claimHiring, draftIdIn, signInWhenHiring } from './hiring-draft.server.ts'
import { redirectWithToast, type Toast } from './toasts.server.ts'

/**
 * Reads the signed-in user once per request, redirects guests to /auth if the route requires signing in, refuses the form of a
 * page that was made for another account, renews the session cookie, and keeps personal pages out of caches.
 */
export const viewerMiddleware: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  const { identity } = context.get(appContext)
  const { viewer, sessionId, setCookie } = await identity.readSession({ headers: request.headers })
  context.set(viewerContext, viewer)
  context.set(sessionIdContext, sessionId)
  const { access, body } = traitsOf(pattern)
  const respond = () => {
    if (!viewer) return access === 'signed-in' ? toSignIn(context, request) : next()
    const mark = request.method === 'POST' && markIn(context, request, body)
    return mark && mark !== accountMark(viewer) ? refuseOtherAccount(context, viewer) : next()
  }
  const response = await respond()
  const setsSession = response.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${identity.sessionCookieName}=`))
  if (setCookie && !setsSession) response.headers.append('Set-Cookie', setCookie)
  // `no-store` also disables this browser's cache: after signing out, the back button shows no personal data.
  const hasCachePolicy = /max-age|no-store/.test(response.headers.get('Cache-Control') ?? '')
  // In a browser with a hiring in progress, pages are filled in with the typed data: name, CPF and telephone.
  const isPersonal = viewer || setsSession || (await draftIdIn(context, request)) !== undefined
  if (isPersonal && !hasCachePolicy) response.headers.set('Cache-Control', 'private, no-store')
  // Read by the service worker, which stores pages of one account at a time.
  if (viewer) {
    response.headers.set(accountHeader, fingerprint(`kept pages of ${viewer.id}`))
    if (traitsAt(new URL(request.url).pathname).isKept) response.headers.set(keepHeader, 'day')
  }
  return response
}

/** Returns what the forms of an account's pages name the account by (ui/account-field.tsx). */
export function accountMark({ id }: Pick<Viewer, 'id'>): string {
  return fingerprint(`forms of ${id}`)
}

/** Returns the account that a posted form was opened for. An upload, which the route reads, has it in its URL. */
function markIn(context: Context, request: Request, body: RouteTraits['body']) {
  return body === 'form'
    ? context.get(formContext).get('conta')
    : new URL(request.url).searchParams.get('conta')
}

/** Leads to the landing page: the page of the form would still show what was typed for the other account. */
function refuseOtherAccount(context: Context, { email }: Viewer): Promise<Response> {
  const { title, text } = authToasts.otherAccount(email)
  const cookies = cookiesFor(context.get(appContext).config.session)
  return redirectWithToast(cookies, paths.home(), { tone: 'destructive', title, text })
}

/**
 * Returns the signed-in user. Redirects guests to /auth, and back here after signing in (specification, section 2).
 *
 * @throws a redirect
 */
export async function requireViewer(context: Context, request: Request): Promise<Viewer> {
  const viewer = context.get(viewerContext)
  if (viewer) return viewer
  throw await toSignIn(context, request)
}

/**
 * Maximum length of a path to return to. A stranger's link may name a longer one, which would fill the cookies of its visitor: proxies
 * refuse requests with more than 8 KB of them.
 */
const maxReturnPath = 1_000

const sessionEnded: Toast = { tone: 'neutral', ...authToasts.sessionEnded }

async function toSignIn(context: Context, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { returnTo, toasts } = cookiesFor(context.get(appContext).config.session)
  // The body of a POST is lost, so the user returns to the page of its form; the search selects the tab.
  const origin = [pathname + search, pathname].find((path) => path.length <= maxReturnPath) ?? paths.home()
  const isHiring = pathname === paths.contract() && (await draftIdIn(context, request)) !== undefined
  const headers = new Headers({ 'Set-Cookie': await returnTo.serialize(origin) })
  if (request.method !== 'GET') headers.append('Set-Cookie', await toasts.serialize([sessionEnded]))
  return redirect(isHiring ? signInWhenHiring(context, request) : paths.auth(), { headers })
}

/**
 * Returns the destination after signing in: the requested protected page, otherwise the contract of a hiring that waits on this
 * or another device, otherwise the landing page.
 *
 * @param userId the user who signed in
 * @param draftIds hirings of the same person in other browsers
 * @returns the path, the `Set-Cookie` headers (of the claimed hiring, and to clear the used cookie), and further toasts
 */
export async function afterSignIn(
  context: Context,
  request: Request,
  { userId, draftIds }: { userId: string; draftIds?: readonly string[] },
): Promise<{ to: string; setCookies: string[]; toasts: Toast[] }> {
  const { config } = context.get(appContext)
  const { returnTo } = cookiesFor(config.session)
  const { hiring, setCookies, toasts } = await claimHiring(context, request, {
    userId,
    ...(draftIds && { draftIds }),
  })
  const origin = await readCookie(request, returnTo)
  const asked = origin.state === 'read' ? ownPath(origin.value) : undefined
  if (asked !== undefined) {
    return { to: asked, setCookies: [...setCookies, await clearCookie(returnTo)], toasts }
  }
  return { to: hiring ? paths.contract() : paths.home(), setCookies, toasts }
}

/**
 * Returns a path of this site as a `Location` may have it: parsed, with `..` resolved and everything encoded that a header cannot hold.
 * Undefined for other sites, '//elsewhere', '/\elsewhere' and '/.//elsewhere' included (open redirects).
 */
export function ownPath(text: string): string | undefined {
  const url = text.startsWith('/') ? URL.parse(text, home) : null
  if (url?.origin !== home) return undefined
  const path = url.pathname + url.search + url.hash
  // '/.//elsewhere' is a path of ours that begins like another host.
  return URL.parse(path, home)?.href === url.href ? path : undefined
}

const home = 'https://home.invalid'
