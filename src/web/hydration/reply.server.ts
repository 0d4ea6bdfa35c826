import type { EntryContext } from 'react-router'
import { encodeView, type PageReply, pageJson } from './page-view.ts'

/** Whether React asks for a page that it runs, instead of its HTML. */
export function wantsPageJson(request: Request): boolean {
  return request.headers.get('Accept') === pageJson
}

/** A rendered page as JSON; undefined for an error page. */
export function replyOf({ staticHandlerContext }: EntryContext): PageReply | undefined {
  const { matches, errors, loaderData, actionData } = staticHandlerContext
  const id = matches.at(-1)?.route.id ?? ''
  if (errors) return undefined
  return { data: loaderData[id], answer: actionData?.[id], toasts: loaderData.root?.toasts ?? [] }
}

/** A response of the same status and cookies, with the reply in it. */
export function jsonResponse(reply: PageReply, status: number, headers: Headers): Response {
  headers.set('Content-Type', pageJson)
  headers.append('Vary', 'Accept')
  return new Response(encodeView(reply), { status, headers })
}

/** `fetch` follows redirects without reporting the target; React needs it to load another page itself. */
export function redirectAsJson(response: Response): Response {
  const to = response.headers.get('Location')
  if (!to || response.status < 300 || response.status >= 400) return response
  const headers = new Headers(response.headers)
  headers.delete('Location')
  return jsonResponse({ redirect: to }, 200, headers)
}
