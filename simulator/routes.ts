import type { HttpRequest, HttpResponse } from './http.ts'
import { providerError } from './http.ts'

/** A method, a path pattern whose group becomes the handler's argument, and the handler. */
export type Route = readonly [
  method: string,
  path: RegExp,
  handler: (request: HttpRequest, param: string) => HttpResponse | Promise<HttpResponse>,
]

/**
 * Handles the request with the first matching route; responds with 405 if only the method differs; returns undefined without a
 * match.
 */
export function handleRoute(
  routes: readonly Route[],
  request: HttpRequest,
): HttpResponse | Promise<HttpResponse> | undefined {
  let pathMatches = false
  for (const [method, path, handler] of routes) {
    const match = path.exec(request.path)
    if (match === null) continue
    if (method === request.method) return handler(request, decode(match[1] ?? ''))
    pathMatches = true
  }
  return pathMatches ? providerError(405, []) : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
