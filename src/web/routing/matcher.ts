import { matchRoutes, type RouteObject } from 'react-router'

interface Place {
  /** Without a leading slash: 'consulta/:key'; `*` matches paths that no other route matches. */
  path?: string | undefined
  index?: boolean | undefined
}

/**
 * Finds the route of a pathname as React Router does, so that case, encoding and a trailing slash are treated the same. React Router
 * ranks all routes for each look-up, which takes half a millisecond for ours: it gets only those whose first two segments fit the path.
 *
 * @param routes siblings, none nested in another
 * @returns for a pathname of a parsed URL, in which `..` is already resolved
 */
export function createMatcher<Route extends Place>(
  routes: readonly Route[],
): (pathname: string) => Route | undefined {
  const byPattern = new Map(routes.map((route) => [patternOf(route.path), route]))
  const matchable = routes.map((route) => ({
    ...(route.index ? { index: true } : { path: route.path }),
    handle: route,
  })) as RouteObject[]
  const patterns = matchable.map((route) => ({ route, segments: segmentsOf(patternOf(route.path)) }))
  const known = [0, 1].map((at) => new Set(['', ...patterns.map(({ segments }) => segments[at] ?? '')]))
  const lists = new Map<string, RouteObject[]>()
  /** Returns the routes that fit the first two segments, in the order of the table, which decides between routes of the same rank. */
  const candidatesFor = (asked: readonly string[]) => {
    const [first = '', second = ''] = asked.map((segment, at) => (known[at]?.has(segment) ? segment : '*'))
    const key = `${first}/${second}`
    const found =
      lists.get(key) ??
      patterns
        .filter(
          ({ segments: [one = '', two = ''] }) => one === '*' || (fits(one, first) && fits(two, second)),
        )
        .map(({ route }) => route)
    lists.set(key, found)
    return found
  }
  return (pathname) => {
    // A static path always ranks first, so it requires no ranking.
    const exact = byPattern.get(pathname)
    if (exact) return exact
    return matchRoutes(candidatesFor(segmentsOf(pathname)), pathname)?.at(-1)?.route.handle as
      | Route
      | undefined
  }
}

const fits = (segment: string, asked: string) => /^[:*]/.test(segment) || segment === asked

/** Returns the first two segments of a path, as routes are compared with them: decoded, in lower case, and empty if there is none. */
function segmentsOf(path: string): [first: string, second: string] {
  const [, first = '', second = ''] = path.split('/', 3)
  return [decoded(first), decoded(second)]
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return segment
  }
}

/** Converts 'consulta/:key' to '/consulta/:key'; the landing page's is '/'. */
export function patternOf(path: string | undefined): string {
  return `/${path ?? ''}`
}
