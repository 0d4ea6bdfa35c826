import {
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router'
import { afterAll, beforeAll, vi } from 'vitest'
import { type App, compose } from '../../src/composition.ts'
import { parseConfig } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLog, type Log } from '../../src/platform/telemetry/log.ts'
import type { Metrics } from '../../src/platform/telemetry/metrics.ts'
import { releasePages } from '../../src/web/copy/pages.ts'
import { createMailRenderer } from '../../src/web/mail/mail-renderer.tsx'
import routes from '../../src/web/routes.ts'
import { testDatabase } from './database.ts'
import { openAsProduct } from './open-as-product.ts'

/** Route modules by path. `root` and the page for unknown paths are always included. */
export type Pages = Record<string, () => Promise<object>>

const pages = vi.hoisted(() => ({ build: {} as Record<string, unknown> }))
// The bundler generates this module, the list of routes. Here it contains the routes of the test.
vi.mock('virtual:react-router/server-build', () => pages.build)
// Imported in this file, because the mock counts for the test file that loads this one first, and others find it loaded.
const server = import('../../src/web/server.ts')

/** Every route that src/web/routes.ts declares, so that a new one is included automatically. */
export const allPages: Pages = Object.fromEntries(
  routes
    .filter(({ path }) => path !== '*')
    .map(({ path, file }) => [
      `/${path ?? ''}`,
      () => import(/* @vite-ignore */ new URL(`../../src/web/${file}`, import.meta.url).pathname),
    ]),
)

export interface Web {
  app: App
  database: Database
  /** Returns a browser without scripts, with its own cookie jar and IP address. */
  browser(address?: string): Browser
  /** The request handler itself, for a server in front of it. */
  handle(request: Request, client: { address: string }): Promise<Response>
  /** Advances the clock. */
  pass(minutes: number): void
  /** Returns the links of the newest message to an address. */
  linksTo(email: string): Promise<string[]>
}

export const publicUrl = 'http://localhost:3000'

/** Composes the application behind its real request handler, with some pages. `variables` extend its environment. */
export function webWith(
  asked: Pages,
  variables: () => Promise<Record<string, string>> = async () => ({}),
  telemetry: { log?: Log; metrics?: Metrics } = {},
): Web {
  let time = Date.parse('2026-03-02T12:00:00Z')
  let handle: (request: Request, client: { address: string }) => Promise<Response>
  let close = async () => {}
  let browsers = 0
  const web = {} as Web

  beforeAll(async () => {
    const config = parseConfig(
      { LOG_LEVEL: 'silent', PUBLIC_URL: publicUrl, ...(await variables()) },
      () => ({
        session: 's'.repeat(64),
        encryption: 'ab'.repeat(32),
      }),
    )
    const opened = await testDatabase()
    web.database = openAsProduct({ url: opened.url, max: 4 })
    const clock = { now: () => new Date(time) }
    const { log = createLog({ level: 'silent' }), metrics } = telemetry
    const passwordCost = { n: 2 ** 10, r: 8, p: 1 }
    web.app = await compose({
      config,
      database: web.database,
      clock,
      log,
      createMailRenderer,
      releasePages,
      passwordCost,
      ...(metrics && { metrics }),
    })
    handle = await handlerOf(web.app, asked)
    close = async () => {
      await web.app.stopJobs()
      await web.database.$client.end()
      await opened.close()
    }
  })
  afterAll(() => close())

  return Object.assign(web, {
    handle: (request: Request, client: { address: string }) => handle(request, client),
    browser: (address = `198.51.100.${++browsers}`) => new Browser((request) => handle(request, { address })),
    pass(minutes: number) {
      time += minutes * 60_000
    },
    async linksTo(email: string) {
      await runResets(web)
      const sent = await web.app.notifications.recent({ limit: 50 })
      return sent.find(({ to }) => to === email)?.links ?? []
    },
  })
}

/** Returns the request handler of a composed application, with some pages. */
export async function handlerOf(app: App, asked: Pages) {
  Object.assign(pages.build, await serverBuild(asked))
  const { createWebHandler } = await server
  return createWebHandler(app)
}

/** Runs the job that sends the e-mail for a forgotten password, because no worker runs here. */
async function runResets({ app, database }: Web): Promise<void> {
  const { rows } = await database.$client.query<{ data: { userId: string } }>(
    "delete from pgboss.job where name = 'identity.reset' returning data",
  )
  for (const { data } of rows) await app.identity.jobs['identity.reset'].run(data)
}

function firstDifference(before: string, after: string): string {
  const at = [...before].findIndex((_, index) => before[index] !== after[index])
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return `«${around(before)}» became «${around(after)}»`
}

/**
 * Browser without scripts: keeps cookies, posts forms, sends Origin. It requests every page that has a version again as a check:
 * a page reported as unchanged must be identical, byte by byte.
 */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #send: (request: Request) => Promise<Response>
  readonly #seen = new Map<string, { etag: string; html: string }>()

  constructor(send: (request: Request) => Promise<Response>) {
    this.#send = send
  }

  async get(path: string, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    const ask = (headers: Headers) => {
      for (const [name, value] of Object.entries(more)) headers.set(name, value)
      return new Request(new URL(path, publicUrl), { headers })
    }
    const seen = this.#seen.get(path)
    const again = this.#headers()
    if (seen) again.set('if-none-match', seen.etag)
    const isUnchanged = seen && (await this.#send(ask(again))).status === 304
    const response = await this.#ask(ask(this.#headers()))
    const etag = response.headers.get('etag')
    const html = etag || isUnchanged ? await response.clone().text() : ''
    if (isUnchanged && html !== seen.html) {
      throw new Error(`${path} changed, and kept its version: ${firstDifference(seen.html, html)}`)
    }
    if (etag) this.#seen.set(path, { etag, html })
    else this.#seen.delete(path)
    return response
  }

  post(
    path: string,
    fields: Record<string, string> | [name: string, value: string][] | FormData,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const headers = this.#headers()
    headers.set('origin', publicUrl)
    for (const [name, value] of Object.entries(more)) headers.set(name, value)
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    return this.#ask(new Request(new URL(path, publicUrl), { method: 'POST', headers, body }))
  }

  /** Sends a POST without browser headers, such as a provider's notice. */
  machine(path: string, headers: Record<string, string>, body = '{}'): Promise<Response> {
    return this.#ask(new Request(new URL(path, publicUrl), { method: 'POST', headers, body }))
  }

  /** Follows redirects; returns the final path and HTML. */
  async follow(answer: Response): Promise<{ path: string; html: string }> {
    const path = answer.headers.get('location') ?? ''
    const next = await this.get(path)
    return next.headers.has('location') ? this.follow(next) : { path, html: await next.text() }
  }

  #headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return new Headers(cookie ? { cookie } : {})
  }

  async #ask(request: Request): Promise<Response> {
    const response = await this.#send(request)
    for (const header of response.headers.getSetCookie()) {
      const [name = '', value = ''] = header.split(';')[0]?.split(/=(.*)/s) ?? []
      if (/max-age=0/i.test(header)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}

/** Returns a route module as the bundler transforms it: its components receive the loader's data as props. */
async function pageOf(load: Pages[string]): Promise<object> {
  const module = (await load()) as {
    default?: Parameters<typeof withComponentProps>[0]
    ErrorBoundary?: Parameters<typeof withErrorBoundaryProps>[0]
  }
  return {
    ...module,
    // The bundler provides the stylesheets.
    links: undefined,
    ...(module.default && { default: withComponentProps(module.default) }),
    ...(module.ErrorBoundary && { ErrorBoundary: withErrorBoundaryProps(module.ErrorBoundary) }),
  }
}

async function serverBuild(asked: Pages) {
  const paths: Pages = { ...asked, '*': () => import('../../src/web/routes/not-found.tsx') }
  const routes: Record<string, object> = {
    root: { id: 'root', path: '', module: await pageOf(() => import('../../src/web/root.tsx')) },
  }
  for (const [path, load] of Object.entries(paths)) {
    const place = path === '/' ? { index: true } : { path: path.replace(/^\//, '') }
    routes[path] = { id: path, parentId: 'root', ...place, module: await pageOf(load) }
  }
  const known = Object.keys(routes).map((id) => [id, { id, module: '', imports: [], css: [] }])
  return {
    entry: { module: await import('../../src/web/entry.server.tsx') },
    routes,
    assets: {
      entry: { module: '/assets/entry.js', imports: [] },
      routes: Object.fromEntries(known),
      url: '/assets/manifest.js',
      version: 'test',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    basename: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    // The request handler reads it in development.
    unstable_getCriticalCss: undefined,
    allowedActionOrigins: undefined,
    routeDiscovery: { mode: 'initial' },
  }
}
