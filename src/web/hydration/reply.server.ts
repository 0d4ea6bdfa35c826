import type { EntryContext } from 'react-router'
import { encodeView, type PageReply, pageJson } from './page-view.ts'

/** Checks whether React requests a page that it runs, instead of the page's HTML. */
export function wantsPageJson(request: Request): boolean {
  return request.headers.get('Accept') === pageJson
}

/** Returns a rendered page as JSON; undefined for an error page. */
export function replyOf({ staticHandlerContext }: EntryContext): PageReply | undefined {
  const { matches, errors, loaderData, actionData } = staticHandlerContext
  const id = matches.at(-1)?.route.id ?? ''
  if (errors) return undefined
  return { data: loaderData[id], answer: actionData?.[id], toasts: loaderData.root?.toasts ?? [] }
}

/** Returns a response with the same status and cookies, and the reply as its body. */
export function jsonResponse(reply: PageReply, status: number, headers: Headers): Response {
  headers.set('Content-Type', pageJson)
  headers.append('Vary', 'Accept')
  return new Response(encodeView(reply), { status, headers })
}

/**
 * Converts a redirect to JSON: `fetch` follows redirects without reporting the target, which React needs to load another page
 * itself.
 */
export function redirectAsJson(response: Response): Response {
  const to = response.headers.get('Location')
  if (!to || response.status < 300 || response.status >= 400) return response
  const headers = new Headers(response.headers)
  headers.delete('Location')
  return jsonResponse({ redirect: to }, 200, headers)
}
