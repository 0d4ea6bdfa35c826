/**
 * Entry point of the server bundle. It contains everything that must share module identity with the routes (above all the context
 * keys) and exports one function from Request to Response.
 */
import { randomUUID } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import type { App } from '../composition.ts'
import { securityHeaders } from '../core/security-headers.ts'
import { readCatalogueFrom } from '../modules/catalogue/public.ts'
import {
  appContext,
  type Failure,
  failureContext,
  formContext,
  renderContext,
  requestContext,
} from './context.ts'
import { hideRoutes } from './desk/hidden.server.ts'
import { accountHeader } from './enhance/copies.ts'
import { failureResponse } from './failure.server.ts'
import { redirectAsJson, wantsPageJson } from './hydration/reply.server.ts'
import { outagePage, unreadableFilePage } from './outage.server.tsx'
import { redirectOfHiddenPage } from './routing/hidden-pages.ts'
import { createRouteHandlers } from './routing/route-handlers.server.ts'
import { isOfTeam, patternAt, sharedPageAt, traitsAt } from './routing/routing.ts'
import { contentSecurityPolicy, fileSecurityPolicy, pdfSecurityPolicy } from './security/headers.server.ts'
import { hasSafeMethod } from './security/safe-method.ts'
import { refuseCrossSite } from './security/same-origin.server.ts'
import { type Posted, readPosted } from './security/unreadable.server.ts'
import { cookiesFor } from './session/cookies.server.ts'
import { upgradeCookies } from './session/old-cookies.server.ts'
import { inlineScript } from './ui/deferred-script.tsx'
import { speculationRules } from './ui/speculation-rules.tsx'

export { releasePages } from './copy/pages.ts'
export { createBodyLimit, createSharedPathOf } from './desk/hidden.server.ts'
export { createMailRenderer } from './mail/mail-renderer.tsx'
export { patternAt } from './routing/routing.ts'
export { visitStepsOf } from './visits.server.ts'

export interface Client {
  /** IP address of the client, resolved through trusted proxies. */
  address: string
  /** The request's id in logs; generated here if absent. */
  requestId?: string
}

/** Creates the request handler of a composed application. */
export function createWebHandler(app: App, mode: string = 'production') {
  const handlerAt = createRouteHandlers(build as unknown as ServerBuild, mode)
  const cookies = cookiesFor(app.config.session)
  const inline = [inlineScript(build.assets.entry.module), speculationRules]
  const pagePolicy = contentSecurityPolicy(inline, { frames: app.config.demo })
  // The desk shows pages of the shop, rendered from a draft, in a frame.
  const deskPolicy = contentSecurityPolicy(inline, { frames: true })

  readCatalogueFrom(app.catalogue.current)

  /** Handles a request with a single catalogue, even if a version is published meanwhile. */
  return (received: Request, client: Client): Promise<Response> =>
    app.catalogue.holding(() => handleWebRequest(received, client))

  async function handleWebRequest(received: Request, client: Client): Promise<Response> {
    const id = client.requestId ?? randomUUID()
    const { request: upgraded, applyTo } = upgradeCookies(received, cookies)
    const request = await hideRoutes(upgraded, app).catch((error: unknown) => {
      // The team membership cannot be queried: the desk's own screens will detect the same outage.
      if (app.isOutage(error)) return upgraded
      throw error
    })
    // Skipping the route look-up saves a fifth of a millisecond.
    const posted = hasSafeMethod(request) ? nothing : await read(request, client, id)
    const answered = posted.ok ? await answerOrOutage(request, posted.form, client, id) : posted.refusal
    const response = wantsPageJson(request) ? redirectAsJson(answered) : answered
    if (posted.ok) applyTo(response)
    if (response.status === 429)
      app.security.record('visitor-slowed', { ip: client.address, requestId: id, about: routeOf(request) })
    withholdFromSharedCaches(response)
    for (const [name, value] of Object.entries(securityHeaders)) {
      // A page may set a stricter policy, and a viewed e-mail a different one.
      if (!ownHeaders.has(name) || !response.headers.has(name)) response.headers.set(name, value)
    }
    if (!response.headers.has('Content-Security-Policy'))
      response.headers.set('Content-Security-Policy', policyFor(request, response))
    response.headers.set('X-Request-Id', id)
    return response
  }

  function policyFor(request: Request, response: Response): string {
    const contentType = response.headers.get('Content-Type') ?? ''
    if (contentType === 'application/pdf') return pdfSecurityPolicy
    if (contentType.startsWith('image/')) return fileSecurityPolicy
    return isOfTeam(traitsAt(new URL(request.url).pathname)) ? deskPolicy : pagePolicy
  }

  async function read(request: Request, client: Client, id: string): Promise<Posted> {
    const traits = traitsAt(new URL(request.url).pathname)
    const facts = { ip: client.address, requestId: id }
    const refusal = refuseCrossSite(request, traits, app.config.publicUrl)
    if (refusal) {
      app.security.record('cross-site-refused', facts)
      return { ok: false, refusal }
    }
    const posted = await readPosted(request, traits)
    // A body that stopped with its connection is nobody's attempt.
    if (!posted.ok && !request.signal.aborted)
      app.security.record('form-refused', { ...facts, about: routeOf(request) })
    return posted
  }

  /**
   * Handles an outage of the database: a page that is the same for everybody is served without cookies; every other page is one
   * plain sentence, as is a stored file that cannot be read.
   */
  async function answerOrOutage(request: Request, form: FormData | undefined, client: Client, id: string) {
    const failure: Failure = { seen: false, isOutage: false }
    const response = await answer(request, form, client, id, failure)
    if (failure.unreadable && response.status >= 500) {
      const isReported = failure.unreadable.isMissing && (await report(failure.unreadable.file))
      return unreadableFilePage(request, { isReported })
    }
    if (!failure.isOutage || response.status < 500) {
      return failure.seen ? failureResponse(response, request, id) : response
    }
    const { pathname } = new URL(request.url)
    const shared = hasSafeMethod(request) && !wantsPageJson(request) ? sharedPageAt(pathname) : undefined
    if (shared === undefined || request.headers.get('cookie') === null) return outagePage(request)
    const forEverybody = new Request(new URL(shared, app.config.publicUrl))
    return answerOrOutage(forEverybody, undefined, client, id)
  }

  /** @returns whether the team knows that the file is missing */
  async function report(file: string): Promise<boolean> {
    try {
      return await app.operations.reportMissingFile({ file })
    } catch (err) {
      app.log.error({ err, file }, 'could not report a missing file')
      return false
    }
  }

  async function answer(
    request: Request,
    form: FormData | undefined,
    client: Client,
    id: string,
    failure: Failure,
  ) {
    const { pathname } = new URL(request.url)
    const redirect = redirectOfHiddenPage(pathname)
    if (redirect) return new Response(null, { status: 302, headers: { Location: redirect } })
    const context = new RouterContextProvider()
    context.set(appContext, app)
    context.set(failureContext, failure)
    if (form) context.set(formContext, form)
    context.set(renderContext, (path) =>
      handleWebRequest(new Request(new URL(path, app.config.publicUrl)), { ...client, requestId: id }),
    )
    context.set(requestContext, {
      id,
      ip: client.address,
      userAgent: request.headers.get('user-agent')?.slice(0, 400) ?? '',
      scriptUrl: build.assets.entry.module,
    })
    return handlerAt(pathname)(request, context)
  }
}

/**
 * Makes a response private that has a cookie or names an account. Any page may renew a session, also one that is public for an hour: a
 * cache in front of the shop would hand the session to the next requester. Of a response that says nothing, such as a 404, caches keep
 * what they like (RFC 9111, 4.2.2): it says that it is not kept.
 */
function withholdFromSharedCaches({ headers }: Response): void {
  const isOfOne = headers.has('Set-Cookie') || headers.has(accountHeader)
  if (isOfOne && /\bpublic\b/i.test(headers.get('Cache-Control') ?? ''))
    headers.set('Cache-Control', 'private, no-store')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}

/** Returns the pattern of a request's route: its path may be a secret. */
function routeOf(request: Request): string {
  return patternAt(new URL(request.url).pathname)
}

/** Headers that a route may set itself. */
const ownHeaders = new Set(['Referrer-Policy', 'X-Frame-Options'])

const nothing: Posted = { ok: true, form: undefined }
