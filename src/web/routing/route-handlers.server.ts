import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'
import { createMatcher } from './matcher.ts'

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>

/**
 * For each request React Router matches against all routes three times, and to render one it makes objects of all of them: a seventh
 * of what a page costs. So each route gets a request handler of its own, of a build that has it alone.
 *
 * @returns the handler for a pathname, made when it is first asked for
 * @throws Error for a build with nested routes, or without one for unknown paths
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

/** Every route but the frame around all. */
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

/** A list of routes without all but one and the frame around it. */
function only<Value>(routes: Record<string, Value>, id: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(routes).filter(([key]) => key === frame || key === id))
}
