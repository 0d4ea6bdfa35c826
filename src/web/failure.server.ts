import { crashCopy as copy } from './copy/errors.ts'

/**
 * Completes the response to a request that failed. React Router answers in English where the route is not a page, and names no allowed
 * method when a route lacks the one requested.
 *
 * @param id of the request, by which its log lines are found
 */
export function failureResponse(response: Response, { method }: Request, id: string): Response {
  const { status, headers } = response
  if (status === 405) headers.set('Allow', method === 'POST' ? 'GET, HEAD' : 'GET, HEAD, POST')
  if (headers.get('Content-Type')?.startsWith('text/html')) return response
  const text = status === 405 ? 'Use GET.' : `${copy.title}. ${copy.lead} ${copy.requestId}: ${id}`
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  return new Response(text, { status, headers })
}
