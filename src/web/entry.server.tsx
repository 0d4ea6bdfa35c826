import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { unreadBodyOf } from '../core/unread-body.ts'
import { appContext, failureContext, requestContext } from './context.ts'
import { jsonResponse, replyOf, wantsPageJson } from './hydration/reply.server.ts'
import { patternAt } from './routing/routing.ts'

/**
 * Renders the whole page before sending the first byte, so that the status always matches the content. A page waits only for its
 * loaders; rendering it as one text costs two thirds of what React's stream of small pieces costs.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Promise<Response> {
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  const reply = wantsPageJson(request) ? replyOf(entry) : undefined
  if (reply) return jsonResponse(reply, status, headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const page = renderToString(<ServerRouter context={entry} url={request.url} />)
  // React writes the doctype only into a stream; without it browsers use quirks mode.
  return new Response(`<!DOCTYPE html>${page}`, { status, headers })
}

/**
 * Logs unexpected errors of loaders and actions, with the pattern of the route: a path may be the secret that opens its page. An unknown
 * page (404) or method (405) is not logged. A body that is not whole is no failure of ours; one beyond its limit, without a length that would
 * have been refused before, is a security event, as a form's is.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  const failure = context.get(failureContext)
  failure.seen = true
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const { isOutage, unreadableFileOf, log, security } = context.get(appContext)
  const { id, ip } = context.get(requestContext)
  const route = patternAt(new URL(request.url).pathname)
  const unread = unreadBodyOf(error)
  if (unread !== undefined) {
    if (unread === 'too_large') security.record('form-refused', { ip, requestId: id, about: route })
    return
  }
  const unreadable = unreadableFileOf(error)
  if (unreadable) failure.unreadable = unreadable
  else if (isOutage(error)) failure.isOutage = true
  log.error({ err: error, requestId: id, route }, 'request failed')
}
