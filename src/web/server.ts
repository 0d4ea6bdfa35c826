/**
 * The entry of the server bundle. It contains everything that must share module identity with the routes (above all the
 * context keys) and exports one function from Request to Response.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { App } from '../composition.ts'
import { appContext, requestContext } from './context.ts'
import { traitsAt } from './routing/routing.ts'
import { contentSecurityPolicy, pdfSecurityPolicy, securityHeaders } from './security/headers.server.ts'
import { refuseCrossSite } from './security/same-origin.server.ts'
import { refuseUnreadable } from './security/unreadable.server.ts'

export interface Client {
  /** IP address of the client, resolved through trusted proxies. */
  address: string
  /** The request's id in logs; generated here when absent. */
  requestId?: string
}

/**
 * The maximum size of a request's body in bytes, as its route declares.
 *
 * @param pathname of the URL that the request handler will see
 */
export function maxBodyBytes(pathname: string): number {
  return traitsAt(pathname).maxBodyBytes
}

/** Creates the request handler of a composed application. */
export function createWebHandler(app: App, mode: string = 'production') {
  const handle = createRequestHandler(build as unknown as ServerBuild, mode)

  return async function handleWebRequest(request: Request, client: Client): Promise<Response> {
    const id = client.requestId ?? randomUUID()
    const nonce = randomBytes(16).toString('base64')
    const refusal = isRead(request) ? undefined : await refuse(request)
    const response = refusal ?? (await answer(request, client, { id, nonce }))
    for (const [name, value] of Object.entries(securityHeaders)) {
      // A page may set a stricter policy.
      if (name !== 'Referrer-Policy' || !response.headers.has(name)) response.headers.set(name, value)
    }
    if (response.headers.get('Content-Type') === 'application/pdf') {
      response.headers.set('Content-Security-Policy', pdfSecurityPolicy)
    } else {
      response.headers.set('Content-Security-Policy', contentSecurityPolicy(nonce))
    }
    response.headers.set('X-Request-Id', id)
    return response
  }

  async function refuse(request: Request): Promise<Response | undefined> {
    const traits = traitsAt(new URL(request.url).pathname)
    return refuseCrossSite(request, traits, app.config.publicUrl) ?? refuseUnreadable(request, traits)
  }

  function answer(request: Request, client: Client, { id, nonce }: { id: string; nonce: string }) {
    const context = new RouterContextProvider()
    context.set(appContext, app)
    context.set(requestContext, {
      id,
      nonce,
      ip: client.address,
      userAgent: request.headers.get('user-agent')?.slice(0, 400) ?? '',
      scriptUrl: build.assets.entry.module,
    })
    return handle(request, context)
  }
}

/** Safe methods need no checks; skipping the route look-up saves a fifth of a millisecond. */
function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
