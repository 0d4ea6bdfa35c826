/** What src/web/routes.ts declares, by address or pattern, and the lists that derive from it. */
import { matchRoutes, type RouteObject } from 'react-router'
import type { IsoDate } from '../../core/calendar.ts'
import routes from '../routes.ts'
import type { RouteEntry, RouteTraits } from './traits.ts'

const table: readonly RouteEntry[] = routes

/** The same routes as React Router matches them; a path no route has is the last one's, `*`. */
const matchable = table.map(({ path, index, traits }) => ({
  ...(index ? { index } : { path }),
  handle: traits,
})) as RouteObject[]

const traitsByPattern = new Map(table.map(({ path, traits }) => [patternOf(path), traits]))

/**
 * What the route is that answers a path, found by React Router's own matching: case, encoding and a slash at the end
 * count as they do when the request is routed.
 *
 * @param pathname of a parsed URL, in which `..` is already resolved
 */
export function traitsAt(pathname: string): RouteTraits {
  // A path without parameters is found without ranking every route: it ranks first wherever it fits.
  const exact = traitsByPattern.get(pathname)
  if (exact) return exact
  const traits = matchRoutes(matchable, pathname)?.at(-1)?.route.handle as RouteTraits | undefined
  if (!traits) throw new Error('src/web/routes.ts has no route for every path')
  return traits
}

/**
 * What a matched route is.
 *
 * @param pattern as loaders and middleware receive it, which has no slash at its start: 'consulta/:key', '/' for the
 *   landing page
 */
export function traitsOf(pattern: string): RouteTraits {
  const traits = traitsByPattern.get(patternOf(pattern.replace(/^\//, '')))
  if (!traits) throw new Error(`src/web/routes.ts does not declare the route ${pattern}`)
  return traits
}

/** A page for everybody, and the day its content last changed. */
export interface PublicPage {
  path: string
  changed: IsoDate
}

/** What search engines may list: the sitemap. */
export const publicPages: readonly PublicPage[] = table.flatMap(({ path, traits: { robots } }) =>
  typeof robots === 'object' ? [{ path: patternOf(path), changed: robots.listed }] : [],
)

/**
 * What robots keep out of: everything that begins so. '/payment' stands for '/payments' too, and '/consulta/' for every
 * look-up's address.
 */
export const closedPaths: readonly string[] = shortest(
  table.filter(({ traits }) => traits.robots === 'closed').map(({ path }) => robotsPrefix(patternOf(path))),
)

/**
 * The pages that a person may have to sign in for, without those that name something in their address. The browser
 * says that it is checking while one of them is slow to answer (src/web/enhance/protected.ts).
 */
export const signInPages: readonly string[] = table
  .filter(({ file, traits }) => file.endsWith('.tsx') && ['signed-in', 'by-route'].includes(traits.access))
  .map(({ path }) => patternOf(path))
  .filter((pattern) => !pattern.includes(':'))

function patternOf(path: string | undefined): string {
  return `/${path ?? ''}`
}

/** The first segment, with its slash where no route is that segment alone. */
function robotsPrefix(pattern: string): string {
  const first = pattern.split('/').slice(0, 2).join('/')
  return first === pattern || table.some(({ path }) => patternOf(path) === first) ? first : `${first}/`
}

/** Without those that begin with another. */
function shortest(prefixes: readonly string[]): string[] {
  const others = (prefix: string) => prefixes.filter((other) => other !== prefix)
  return [...new Set(prefixes)].filter((prefix) => !others(prefix).some((other) => prefix.startsWith(other)))
}
