import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'
import { createMatcher } from './matcher.ts'

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>

/**
 * Returns a separate request handler for each route, of a build that contains only that route. React Router matches each request
 * against all routes three times, and to render one it creates objects of all of them: a seventh of the cost of a page.
 *
 * @returns the handler for a pathname, created at its first use
 * @throws Error for a build with nested routes, or without a route for unknown paths
 */
export function createRouteHandlers(build: ServerBuild, mode: string): (pathname: string) => RequestHandler {
  const routes = Object.values(build.routes).filter(isPage)
  const match = createMatcher(routes)
  const handlers = new Map<BuiltRoute, RequestHandler>()
  return (pathname) => {
    const route = match(pathname)
    if (!route) throw new Error('the build has no catch-all route')
    const handler = handlers.get(route) ?? createRequestHandler(withRoute(build, route), mode)
    handlers.set(route, handler)
    return handler
  }
}

/** Checks whether a route is a page: every route except the root frame. */
function isPage(route: BuiltRoute | undefined): route is BuiltRoute {
  if (route?.parentId === undefined) return false
  if (route.parentId !== frame) throw new Error(`${route.id} is within another route`)
  return true
}

const frame = 'root'

function withRoute(build: ServerBuild, { id }: BuiltRoute): ServerBuild {
  return {
    ...build,
    routes: only(build.routes, id),
    assets: { ...build.assets, routes: only(build.assets.routes, id) },
  }
}

/** Returns a list of routes that contains only one of them and the root frame. */
function only<Value>(routes: Record<string, Value>, id: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(routes).filter(([key]) => key === frame || key === id))
}
