import { readFileSync } from 'node:fs'
import type { MiddlewareFunction } from 'react-router'
import type { App } from '../../composition.ts'
import { todayInSaoPaulo } from '../../core/calendar.ts'
import { isUnchanged } from '../../core/etag.ts'
import { appContext, type Context, viewerContext } from '../context.ts'
import { cookiesFor } from './cookies.server.ts'
import { fingerprint } from './fingerprint.server.ts'

/**
 * Responds 304 if the customer already has the current page; only the session and one version are read for that
 * (docs/decisions/0036). For routes that show only the account's own data, as of today.
 */
export const answerUnchanged: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { config, versionOf } = context.get(appContext)
  const viewer = context.get(viewerContext)
  // A toast must be shown once, on any page.
  const hasToast = request.headers.get('cookie')?.includes(cookiesFor(config.session).toasts.name)
  if (request.method !== 'GET' || !viewer || hasToast) return next()

  // Read before the page's data: a change in between is detected at the next request.
  const tag = tagOf(context, request, await versionOf({ userId: viewer.id }))
  if (isUnchanged(request.headers.get('if-none-match'), tag)) {
    return new Response(null, { status: 304, headers: { ETag: tag } })
  }
  const response = await next()
  if (response.status === 200) response.headers.set('ETag', tag)
  return response
}

/**
 * Returns a weak tag, because the bytes depend on the encoding. It covers everything that the page depends on: the request, the
 * customer's rows, the day, the shop's texts, the configuration and the build.
 */
function tagOf(context: Context, request: Request, version: string): string {
  const app = context.get(appContext)
  const { pathname, search } = new URL(request.url)
  const { headers } = request
  const parts = [
    pathname + search,
    headers.get('accept'),
    headers.get('cookie'),
    version,
    todayInSaoPaulo(app.clock.now()),
    app.catalogue.current().version,
    siteOf(app),
  ]
  return `W/"${fingerprint(JSON.stringify(parts))}"`
}

const sites = new WeakMap<App['config'], string>()

/**
 * Returns a digest of the configuration that pages show, and of the code that renders them: this file is in the bundle with all
 * of that code.
 */
function siteOf({ config }: App): string {
  const known = sites.get(config)
  if (known) return known
  const { company, publicUrl, demo, production, paymentTerms } = config
  const build = readFileSync(new URL(import.meta.url))
  const site = fingerprint(
    JSON.stringify([company, publicUrl, demo, production, paymentTerms, fingerprint(build)]),
  )
  sites.set(config, site)
  return site
}
