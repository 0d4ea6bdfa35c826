import { matchRoutes, type RouteObject } from 'react-router'

interface Place {
  /** Without a leading slash: 'consulta/:key'; `*` matches what no other does. */
  path?: string | undefined
  index?: boolean | undefined
}

/**
 * Finds the route of a pathname as React Router does, so that case, encoding and a trailing slash count the same.
 *
 * @param routes beside each other, none within another
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
    // A static path always ranks first, so it needs no ranking.
    byPattern.get(pathname) ?? (matchRoutes(matchable, pathname)?.at(-1)?.route.handle as Route | undefined)
}

/** 'consulta/:key' → '/consulta/:key'; the landing page's is '/'. */
export function patternOf(path: string | undefined): string {
  return `/${path ?? ''}`
}
