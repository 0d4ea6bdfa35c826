import { matchRoutes, type RouteObject } from 'react-router'

interface Place {
  /** Without a leading slash: 'consulta/:key'; `*` matches paths that no other route matches. */
  path?: string | undefined
  index?: boolean | undefined
}

/**
 * Finds the route of a pathname as React Router does, so that case, encoding and a trailing slash are treated the same.
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
  return (pathname) =>
    // A static path always ranks first, so it requires no ranking.
    byPattern.get(pathname) ?? (matchRoutes(matchable, pathname)?.at(-1)?.route.handle as Route | undefined)
}

/** Converts 'consulta/:key' to '/consulta/:key'; the landing page's is '/'. */
export function patternOf(path: string | undefined): string {
  return `/${path ?? ''}`
}
