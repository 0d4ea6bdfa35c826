// Databases: one
import { expect, test } from 'vitest'
import routes from '../../../src/web/routes.ts'
import { signInPages } from '../../../src/web/routing/routing.ts'
import { serverOf } from '../../support/http.ts'
import { type Pages, webWith } from '../../support/web.ts'

const signedIn = routes.filter(({ traits }) => traits.access === 'signed-in')
const demo = routes.filter(({ traits }) => traits.access === 'demo')

/** Replaces a route with one that checks nothing: the declared access must be enforced without its help. */
const uncheckedPage = async () => ({
  loader: () => new Response('reached'),
  action: () => new Response('reached'),
})

const web = webWith(
  {
    '/termos': () => import('../../../src/web/routes/content/terms.tsx'),
    '/consulta/:key': uncheckedPage,
    ...Object.fromEntries([...signedIn, ...demo].map(({ path }) => [`/${path}`, uncheckedPage])),
  } satisfies Pages,
  // With a configured payment provider this is not a demonstration.
  async () => ({ MERCADOPAGO_ACCESS_TOKEN: 'TEST-token', MERCADOPAGO_WEBHOOK_SECRET: 'x'.repeat(32) }),
)

test.for(signedIn.map(({ path }) => `/${path}`))('%s redirects guests to /auth', async (path) => {
  const address = path.replaceAll(/:\w+/g, 'x')
  for (const answer of [await web.browser().get(address), await web.browser().post(address, {})]) {
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth'])
    expect(answer.headers.get('set-cookie')).toContain('rc_voltar=')
  }
})

test('a route that checks access itself is reached', async () => {
  expect(await (await web.browser().get('/consulta/x')).text()).toBe('reached')
})

test('every page lists the pages with a status for a slow sign-in', async () => {
  const html = await (await web.browser().get('/termos')).text()
  expect(html).toContain(`<body data-sign-in-pages="${signInPages.join(' ')}">`)
})

test.for(demo.map(({ path }) => `/${path}`))('%s does not exist without the simulator', async (path) => {
  const browser = web.browser()
  const ask = (at: string) => (path === '/dev/proposta' ? browser.post(at, {}) : browser.get(at))
  const unknown = (await ask('/nao-existe')).status
  expect(unknown).toBeGreaterThanOrEqual(404)
  expect((await ask(path)).status).toBe(unknown)
})

const server = serverOf(web)

test.for(demo.map(({ path }) => `/${path}`))(
  'without the simulator %s answers a guest exactly like an unknown path',
  async (path) => {
    const ask = async (at: string) => {
      const answer = await fetch(`http://127.0.0.1:${server.port()}${at}`)
      const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
      return [answer.status, answer.statusText, headers, await answer.text()]
    }
    for (const after of ['', '?utm_source=a', '?x=1'])
      expect(await ask(path + after)).toEqual(await ask(`/nao-existe${after}`))
  },
)
