/** The traits that src/web/routes.ts declares, by pathname or pattern, and the lists derived from them. */
import type { IsoDate } from '../../core/calendar.ts'
import routes from '../routes.ts'
import { createMatcher, patternOf } from './matcher.ts'
import type { RouteEntry, RouteTraits } from './traits.ts'

const table: readonly RouteEntry[] = routes

/** An unknown path matches the last one, `*`. */
const match = createMatcher(table)

const traitsByPattern = new Map(table.map(({ path, traits }) => [patternOf(path), traits]))

/**
 * The traits of the route that matches a path.
 *
 * @param pathname of a parsed URL, in which `..` is already resolved
 */
export function traitsAt(pathname: string): RouteTraits {
  const route = match(pathname)
  if (!route) throw new Error('src/web/routes.ts has no catch-all route')
  return route.traits
}

/**
 * What may be posted to a path, as its route declares; only an upload is read while it arrives.
 *
 * @param pathname of the URL that the request handler will see
 */
export function bodyLimit(pathname: string): { maxBytes: number; streamed: boolean } {
  const { body, maxBodyBytes } = traitsAt(pathname)
  return { maxBytes: maxBodyBytes, streamed: body === 'upload' }
}

/**
 * The traits of a matched route.
 *
 * @param pattern as loaders and middleware receive it, without a leading slash: 'consulta/:key'; '/' for the landing page
 */
export function traitsOf(pattern: string): RouteTraits {
  const traits = traitsByPattern.get(patternOf(pattern.replace(/^\//, '')))
  if (!traits) throw new Error(`src/web/routes.ts does not declare the route ${pattern}`)
  return traits
}

/** The pages that are made once, by path; `/*` is the one for unknown paths. */
const sharedPatterns = new Set(
  table.filter(({ traits }) => traits.madeFor === 'everybody').map(({ path }) => patternOf(path)),
)

/**
 * The path of the page that everybody gets who asks for this one and of whom nothing is known; undefined for a page that
 * is made for its visitor. All unknown paths have one page.
 *
 * @param path of a request, not yet parsed: `..` may be in it
 */
export function sharedPageAt(path: string): string | undefined {
  if (sharedPatterns.has(path)) return path
  const traits = traitsAt(new URL(`http://localhost${path}`).pathname)
  const isUnknown = traits === traitsByPattern.get(anyPath) || isOfTeam(traits)
  return isUnknown && sharedPatterns.has(anyPath) ? anyPath : undefined
}

const anyPath = '/*'

/** Whether a route exists for the team alone: to everybody else it is an unknown path. */
export function isOfTeam({ access }: RouteTraits): boolean {
  return access === 'team' || access === 'team-door'
}

/** A public page, and the date its content last changed. */
export interface PublicPage {
  path: string
  changed: IsoDate
}

/** The pages of the sitemap. */
export const publicPages: readonly PublicPage[] = table.flatMap(({ path, traits: { robots } }) =>
  typeof robots === 'object' ? [{ path: patternOf(path), changed: robots.listed }] : [],
)

/** The pages that only tell: they are the same for every guest, and nothing happens by opening them. */
export const contentPages: readonly string[] = table
  .filter(({ file, traits: { robots } }) => typeof robots === 'object' && file.startsWith('routes/content/'))
  .map(({ path }) => patternOf(path))

/**
 * The path prefixes disallowed in robots.txt. '/payment' covers '/payments' too, and '/consulta/' every look-up.
 */
export const closedPaths: readonly string[] = withoutCovered(
  table.filter(({ traits }) => traits.robots === 'closed').map(({ path }) => robotsPrefix(patternOf(path))),
)

/**
 * The pages that may require signing in, except those with parameters. The browser shows 'Verificando autenticação...'
 * while one of them is slow to respond (src/web/enhance/protected.ts).
 */
export const signInPages: readonly string[] = table
  .filter(({ file, traits }) => file.endsWith('.tsx') && ['signed-in', 'by-route'].includes(traits.access))
  .map(({ path }) => patternOf(path))
  .filter((pattern) => !pattern.includes(':'))

/** The first segment, with a trailing slash unless a route is exactly that segment. */
function robotsPrefix(pattern: string): string {
  const first = pattern.split('/').slice(0, 2).join('/')
  return first === pattern || table.some(({ path }) => patternOf(path) === first) ? first : `${first}/`
}

/** Drops every prefix that starts with another one. */
function withoutCovered(prefixes: readonly string[]): string[] {
  const others = (prefix: string) => prefixes.filter((other) => other !== prefix)
  return [...new Set(prefixes)].filter((prefix) => !others(prefix).some((other) => prefix.startsWith(other)))
}
