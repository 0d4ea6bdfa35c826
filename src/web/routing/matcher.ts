import { matchRoutes, type RouteObject } from 'react-router'

interface Place {
  /** Without a leading slash: 'consulta/:key'; `*` matches paths that no other route matches. */
  path?: string | undefined
  index?: boolean | undefined
}

/**
 * Finds the route of a pathname as React Router does, so that case, encoding and a trailing slash are treated the same. React Router
 * ranks all routes for each look-up, which takes half a millisecond for ours: it gets only those that begin like the path.
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
  // In the order of the table, which decides between routes of the same rank.
  const candidatesFor = (first: string) =>
    matchable.filter(({ path = '' }) => /^[:*]/.test(path) || firstPart(patternOf(path)) === first)
  const firsts = new Set(routes.map(({ path }) => firstPart(patternOf(path))))
  const byFirst = new Map([...firsts].map((first) => [first, candidatesFor(first)]))
  const others = candidatesFor('*')
  return (pathname) => {
    // A static path always ranks first, so it requires no ranking.
    const exact = byPattern.get(pathname)
    if (exact) return exact
    return matchRoutes(byFirst.get(firstPart(pathname)) ?? others, pathname)?.at(-1)?.route.handle as
      | Route
      | undefined
  }
}

/** Returns the first segment of a path, as routes are compared with it: decoded, in lower case. */
function firstPart(path: string): string {
  const [, first = ''] = path.split('/', 2)
  try {
    return decodeURIComponent(first).toLowerCase()
  } catch {
    return first
  }
}

/** Converts 'consulta/:key' to '/consulta/:key'; the landing page's is '/'. */
export function patternOf(path: string | undefined): string {
  return `/${path ?? ''}`
}
