import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { appContext, outageContext, requestContext } from './context.ts'
import { jsonResponse, replyOf, wantsPageJson } from './hydration/reply.server.ts'

/** Renders the whole page before sending the first byte, so that the status always matches the content. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
): Promise<Response> {
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  const reply = wantsPageJson(request) ? replyOf(entry) : undefined
  if (reply) return Promise.resolve(jsonResponse(reply, status, headers))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} />, {
      onAllReady() {
        pipe(collectChunks((body) => resolve(new Response(body, { status, headers }))))
      },
      onShellError: reject,
      onError: reject,
    })
  })
}

/** Collects the finished page into one chunk, which is much cheaper than passing on many small ones. */
function collectChunks(done: (body: Uint8Array<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk)
      next()
    },
    final(next) {
      done(Buffer.concat(chunks))
      next()
    },
  })
}

/** Logs unexpected errors of loaders and actions. An unknown page (404) or method (405) is not one. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  if (context.get(appContext).isOutage(error)) context.get(outageContext).seen = true
  const { id } = context.get(requestContext)
  context
    .get(appContext)
    .log.error({ err: error, requestId: id, path: new URL(request.url).pathname }, 'request failed')
}
