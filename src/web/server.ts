/**
 * The entry of the server bundle. It owns everything that must share module identity with the routes
 * (context keys above all), and hands out one function from Request to Response.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { App } from '../composition.ts'
import { appContext, requestContext } from './context.ts'
import { traitsAt } from './routing/routing.ts'
import { contentSecurityPolicy, pdfSecurityPolicy, securityHeaders } from './security/headers.server.ts'
import { refuseUnreadable } from './security/readable.server.ts'
import { refuseCrossSite } from './security/same-origin.server.ts'

export interface Client {
  /** Address of the peer, already resolved through trusted proxies. */
  address: string
  /** The request's name in logs; absent, it gets one here. */
  requestId?: string
}

/**
 * How many bytes a request's body may have, as its route declares.
 *
 * @param pathname of the URL that the request handler will see
 */
export function maxBodyBytes(pathname: string): number {
  return traitsAt(pathname).maxBodyBytes
}

/** Builds the web's request handler over a composed application. */
export function createWebHandler(app: App, mode: string = 'production') {
  const handle = createRequestHandler(build as unknown as ServerBuild, mode)

  return async function handleWebRequest(request: Request, client: Client): Promise<Response> {
    const id = client.requestId ?? randomUUID()
    const nonce = randomBytes(16).toString('base64')
    const refusal = isRead(request) ? undefined : await refuse(request)
    const response = refusal ?? (await answer(request, client, { id, nonce }))
    for (const [name, value] of Object.entries(securityHeaders)) {
      // A page may ask for more discretion than the rest.
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

/** Reading changes nothing and carries nothing: its route need not be looked up, which costs a fifth of a millisecond. */
function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
