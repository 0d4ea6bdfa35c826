// Databases: one. What everybody gets: public pages over HTTP, which the server renders once.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { type HttpServer, startHttpServer } from '../../../src/platform/http/server.ts'
import { createMetrics } from '../../../src/platform/telemetry/metrics.ts'
import { createSharedPathOf } from '../../../src/web/desk/hidden.server.ts'
import routes from '../../../src/web/routes.ts'
import { patternAt } from '../../../src/web/routing/routing.ts'
import { sharedPathOf } from '../../../src/web/routing/shared-path.server.ts'
import { cookiesFor } from '../../../src/web/session/cookies.server.ts'
import { allPages, webWith } from '../../support/web.ts'

const web = webWith(allPages)
const [demo] = DEMO_ACCOUNTS
const sharedPaths = routes
  .filter(({ traits }) => traits.madeFor === 'everybody')
  .map(({ path }) => `/${path ?? ''}`)
let server: HttpServer
let day = '2026-03-02'
let rendered: string[] = []

beforeAll(async () => {
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    staticFiles: () => false,
    handler: (request, client) => {
      rendered.push(new URL(request.url).pathname)
      return web.handle(request, client)
    },
    sharedPages: { pathOf: createSharedPathOf(web.app), edition: () => day },
    patternAt,
    bodyLimit: () => ({ maxBytes: 10_000, streamed: false }),
    ready: async () => true,
    metrics: createMetrics(),
    metricsToken: undefined,
    // As behind a proxy, connections stay open: a stalled machine must not use one that is being closed.
    trustedProxies: 1,
    publicUrl: web.app.config.publicUrl,
    log: web.app.log,
  })
})
afterAll(() => server.close({ drainDelayMs: 0, timeoutMs: 100 }))

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  rendered = []
  return fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, redirect: 'manual' })
}
const cookieOf = ({ cookies }: { cookies: ReadonlyMap<string, string> }) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

test('every shared page is the same for everybody, at any hour, and sets no cookie', async () => {
  expect(sharedPaths).toContain('/service/clean-name')
  for (const path of sharedPaths) {
    const ask = async (headers: Record<string, string>, address: string) => {
      const request = new Request(`http://localhost:3000${path}`, { headers })
      const answer = await web.handle(request, { address })
      expect([path, answer.headers.getSetCookie()]).toEqual([path, []])
      expect([path, answer.status]).toEqual([path, path === '/*' ? 404 : 200])
      const text = await answer.text()
      const isPage = answer.headers.get('content-type')?.startsWith('text/html')
      if (isPage) expect([path, text.slice(0, 34)]).toEqual([path, '<!DOCTYPE html><html lang="pt-BR">'])
      return text
    }
    const first = await ask({}, '198.51.100.1')
    web.pass(40)
    const headers = {
      'user-agent': 'curl',
      'accept-language': 'en',
      referer: 'https://evil.example/<x>',
      'x-forwarded-host': 'evil.example',
      'sec-purpose': 'prefetch',
    }
    expect(await ask(headers, '203.0.113.9')).toBe(first)
  }
})

test('the policy has the hash of every inline script of every public page, and allows no other', async () => {
  for (const path of sharedPaths) {
    const answer = await ask(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const html = await answer.text()
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)].filter(
      ([, attributes = '']) => !/type="application\/(ld\+)?json"/.test(attributes),
    )
    if (html.startsWith('<!DOCTYPE')) expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, text = ''] of scripts) {
      expect(attributes).not.toContain('src=')
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
    expect(policy).not.toMatch(/nonce|unsafe/)
  }
})

test('a page is rendered once a day, whoever requests it and how often', async () => {
  day = '2026-03-03'
  const first = await Promise.all(Array.from({ length: 20 }, () => ask('/')))
  expect(rendered).toEqual(['/'])
  const texts = new Set(await Promise.all(first.map((answer) => answer.text())))
  expect(texts.size).toBe(1)
  for (const name of ['utm_source', 'gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid']) {
    await ask(`/?utm_campaign=radio&${name}=1`)
    expect([name, rendered]).toEqual([name, []])
  }
  day = '2026-03-04'
  await ask('/')
  expect(rendered).toEqual(['/'])
})

test('a browser with the current page gets a 304', async () => {
  const etags = new Map<string, string>()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await ask('/termos', { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    etags.set(encoding, answer.headers.get('etag') ?? '')
  }
  expect(new Set(etags.values()).size).toBe(3)
  const etag = etags.get('br') ?? ''
  for (const known of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
    const answer = await ask('/termos', { 'accept-encoding': 'br', 'if-none-match': known })
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
    expect(answer.headers.get('content-security-policy')).toContain('sha256-')
  }
  const other = await ask('/termos', { 'accept-encoding': 'gzip', 'if-none-match': etag })
  expect(other.status).toBe(200)
  const head = await ask('/termos', { 'accept-encoding': 'br' }, 'HEAD')
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
})

test('a person with a session gets their own page, which nobody else gets', async () => {
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email: demo?.email ?? '', password: demo?.password ?? '' })
  const guest = await ask('/')
  const own = await ask('/', {
    cookie: cookieOf(browser),
    'if-none-match': guest.headers.get('etag') ?? '',
  })
  expect(rendered).toEqual(['/'])
  expect([own.status, own.headers.get('etag'), own.headers.get('cache-control')]).toEqual([
    200,
    null,
    'private, no-store',
  ])
  expect(await own.text()).toContain(demo?.email)
  expect(await (await ask('/')).text()).toBe(await guest.text())
})

test('a toast, a choice or any other cookie of ours makes a page its visitor’s own', async () => {
  const browser = web.browser()
  await browser.post('/service/clean-name', {})
  const own = await (await ask('/', { cookie: cookieOf(browser) })).text()
  expect(own).toContain('Selecione uma forma de pagamento')
  expect(await (await ask('/')).text()).not.toContain('Selecione uma forma de pagamento')

  const { identity, config } = web.app
  for (const secure of [true, false]) {
    const prefix = secure ? '__Host-' : ''
    const cookies = cookiesFor({ ...config.session, secure })
    const names = [
      ...Object.values(cookies).map(({ name }) => name),
      `${prefix}${identity.sessionCookieName}`,
      `${prefix}${identity.deviceCookieName}`,
    ]
    for (const name of names) {
      const headers = { cookie: `_ga=1; ${name}=x` }
      expect([name, sharedPathOf({ method: 'GET', url: '/', headers })]).toEqual([name, undefined])
    }
  }
  expect(sharedPathOf({ method: 'GET', url: '/', headers: { cookie: '_ga=1' } })).toBe('/')
})

test('data of a visitor’s first request is in nobody else’s page', async () => {
  day = '2026-03-05'
  await ask('/e-golpe?utm_source=<script>evil', {
    'user-agent': 'evil-agent',
    referer: 'https://evil.example/',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '203.0.113.66',
    'x-request-id': 'evil-request-id',
    'accept-language': 'evil',
    cookie: 'other=evil',
  })
  const answer = await ask('/e-golpe')
  expect(rendered).toEqual([])
  expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toMatch(/evil|203\.0\.113\.66/)
})

test('a request with a query is answered for its visitor, and not stored', async () => {
  const open = await ask('/service/clean-name?plano=mensal-12x')
  expect(await open.text()).toMatch(/<dialog[^>]* open=/)
  expect(open.headers.get('etag')).toBeNull()
  expect(await (await ask('/service/clean-name')).text()).not.toMatch(/<dialog[^>]* open=/)
  for (const url of ['/?x=1', '/?utm_source=a&x=1', '/?plano=utm_source', '/?', '/auth?aba=criar-conta'])
    expect([url, sharedPathOf({ url, method: 'GET', headers: {} })]).toEqual([
      url,
      url === '/?' ? '/' : undefined,
    ])
})

test('however many paths and queries are requested, only declared pages are stored', () => {
  const variants = Array.from({ length: 1_000 }, (_, index) => index).flatMap((index) => [
    `/?utm_source=${index}`,
    `/?x=${index}`,
    `/services/../${index}`,
    `/nada/${index}?utm_source=${index}`,
    `/service/clean-name/${index}`,
    `/consulta/${index}`,
  ])
  const kept = new Set(variants.map((url) => sharedPathOf({ method: 'GET', url, headers: {} })))
  expect(kept).toEqual(new Set(['/', '/*', undefined]))
})

test.each([
  ['POST', '/', {}],
  ['GET', '/', { accept: 'application/vnd.recomeco.page+json' }],
  ['GET', '/payments', {}],
  ['GET', '/nada/../payments', {}],
  ['GET', '/Payments/', {}],
  ['GET', '/webhooks/pix', {}],
  ['GET', '/consulta/chave', {}],
  ['GET', '/contratacao/apagar', {}],
  ['GET', '/sair', {}],
  ['GET', '/dev/mensagens', {}],
])('%s %s is not a shared page', (method, url, headers) => {
  expect(sharedPathOf({ method, url, headers })).toBeUndefined()
})

test('unknown paths share one page, which has no version', async () => {
  await ask('/nao-existe')
  const answer = await ask('/tambem/nao/existe', { 'if-none-match': '*' })
  expect([answer.status, answer.headers.get('etag'), rendered]).toEqual([404, null, []])
  expect(await answer.text()).toContain('Oops! Page not found')
})
