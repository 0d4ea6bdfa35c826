/** Traits that src/web/routes.ts declares, by pathname or pattern, and the lists derived from them. */
import type { IsoDate } from '../../core/calendar.ts'
import routes from '../routes.ts'
import { createMatcher, patternOf } from './matcher.ts'
import type { RouteEntry, RouteTraits } from './traits.ts'

const table: readonly RouteEntry[] = routes

/** An unknown path matches the last route, `*`. */
const match = createMatcher(table)

const traitsByPattern = new Map(table.map(({ path, traits }) => [patternOf(path), traits]))

/**
 * Returns the traits of the route that matches a path.
 *
 * @param pathname of a parsed URL, in which `..` is already resolved
 */
export function traitsAt(pathname: string): RouteTraits {
  const route = match(pathname)
  if (!route) throw new Error('src/web/routes.ts has no catch-all route')
  return route.traits
}

/** Returns the pattern of the route that matches a path: '/consulta/:key'. There are as many as routes, whatever visitors ask for. */
export function patternAt(pathname: string): string {
  return patternOf(match(pathname)?.path)
}

/**
 * Returns the body limits of a path, as its route declares them; only an upload is read as a stream.
 *
 * @param pathname of the URL that the request handler will receive
 */
export function bodyLimit(pathname: string): { maxBytes: number; streamed: boolean; heldBytes?: number } {
  const { body, maxBodyBytes, maxFileBytes } = traitsAt(pathname)
  return {
    maxBytes: maxBodyBytes,
    streamed: body === 'upload',
    ...(maxFileBytes && { heldBytes: maxFileBytes }),
  }
}

/**
 * Returns the traits of a matched route.
 *
 * @param pattern as loaders and middleware receive it, without a leading slash: 'consulta/:key'; '/' for the landing page
 */
export function traitsOf(pattern: string): RouteTraits {
  const traits = traitsByPattern.get(patternOf(pattern.replace(/^\//, '')))
  if (!traits) throw new Error(`src/web/routes.ts does not declare the route ${pattern}`)
  return traits
}

/** Pages that are rendered once, by path; `/*` is the one for unknown paths. */
const sharedPatterns = new Set(
  table.filter(({ traits }) => traits.madeFor === 'everybody').map(({ path }) => patternOf(path)),
)

/**
 * Returns the path of the shared page that an anonymous visitor gets for this path; undefined for a page that is rendered per
 * visitor. All unknown paths share one page, also the paths of the team and of invitations: whether this visitor may see them is
 * decided elsewhere (desk/hidden.server.ts).
 *
 * @param path of a request, not yet parsed: may contain `..`
 */
export function sharedPageAt(path: string): string | undefined {
  if (sharedPatterns.has(path)) return path
  const traits = traitsAt(new URL(`http://localhost${path}`).pathname)
  const isUnknown =
    traits === traitsByPattern.get(unknownPage) || isOfTeam(traits) || traits.access === 'invited'
  return isUnknown && sharedPatterns.has(unknownPage) ? unknownPage : undefined
}

/** Path of the shared page for unknown paths, which is the pattern of their route. */
export const unknownPage = '/*'

/** Checks whether a route exists only for the team: for everybody else it is an unknown path. */
export function isOfTeam({ access }: RouteTraits): boolean {
  return access === 'team' || access === 'team-door'
}

/** A public page, and the date its content last changed. */
export interface PublicPage {
  path: string
  changed: IsoDate
}

/** Pages of the sitemap. */
export const publicPages: readonly PublicPage[] = table.flatMap(({ path, traits: { robots } }) =>
  typeof robots === 'object' ? [{ path: patternOf(path), changed: robots.listed }] : [],
)

/** Pages with content only: they are the same for every guest, and opening them has no effect. */
export const contentPages: readonly string[] = table
  .filter(({ file, traits: { robots } }) => typeof robots === 'object' && file.startsWith('routes/content/'))
  .map(({ path }) => patternOf(path))

/** Path prefixes disallowed in robots.txt. '/payment' covers '/payments' too, and '/consulta/' every look-up. */
export const closedPaths: readonly string[] = withoutCovered(
  table.filter(({ traits }) => traits.robots === 'closed').map(({ path }) => robotsPrefix(patternOf(path))),
)

/**
 * Pages that may require signing in, except those with parameters. The browser shows 'Verificando autenticação...' while one of
 * them is slow to respond (src/web/enhance/protected.ts).
 */
export const signInPages: readonly string[] = table
  .filter(({ file, traits }) => file.endsWith('.tsx') && ['signed-in', 'by-route'].includes(traits.access))
  .map(({ path }) => patternOf(path))
  .filter((pattern) => !pattern.includes(':'))

/** Returns the first segment, with a trailing slash unless a route is exactly that segment. */
function robotsPrefix(pattern: string): string {
  const first = pattern.split('/').slice(0, 2).join('/')
  return first === pattern || table.some(({ path }) => patternOf(path) === first) ? first : `${first}/`
}

/** Removes every prefix that starts with another one. */
function withoutCovered(prefixes: readonly string[]): string[] {
  const others = (prefix: string) => prefixes.filter((other) => other !== prefix)
  return [...new Set(prefixes)].filter((prefix) => !others(prefix).some((other) => prefix.startsWith(other)))
}
