// Databases: one. Pages over HTTP; the use cases behind them have suites that run on both.
import { expect, test } from 'vitest'
import routes from '../../../src/web/routes.ts'
import { signInPages } from '../../../src/web/routing/routing.ts'
import { type Pages, webWith } from '../../support/web.ts'

const pages = '../../../src/web'
const signedIn = routes.filter(({ traits }) => traits.access === 'signed-in')
const demo = routes.filter(({ traits }) => traits.access === 'demo')

/** Stands in for a guarded route and answers whoever gets there: what is declared must hold without its help. */
const unguarded = async () => ({
  loader: () => new Response('reached'),
  action: () => new Response('reached'),
})

const web = webWith(
  {
    '/termos': () => import('../../../src/web/routes/content/terms.tsx'),
    '/consulta/:key': unguarded,
    ...Object.fromEntries(signedIn.map(({ path }) => [`/${path}`, unguarded])),
    ...Object.fromEntries(demo.map(({ path, file }) => [`/${path}`, () => import(`${pages}/${file}`)])),
  } satisfies Pages,
  // With a payment provider of one's own this is no demonstration.
  async () => ({ MERCADOPAGO_ACCESS_TOKEN: 'TEST-token', MERCADOPAGO_WEBHOOK_SECRET: 'x'.repeat(32) }),
)

test.for(signedIn.map(({ path }) => `/${path}`))(
  '%s sends whoever is not signed in to /auth',
  async (path) => {
    const address = path.replaceAll(/:\w+/g, 'x')
    for (const answer of [await web.visitor().get(address), await web.visitor().post(address, {})]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth'])
      expect(answer.headers.get('set-cookie')).toContain('rc_voltar=')
    }
  },
)

test('a route that decides by itself who may open it is reached', async () => {
  expect(await (await web.visitor().get('/consulta/x')).text()).toBe('reached')
})

test('every page names the pages for which the browser says that it checks the session', async () => {
  const html = await (await web.visitor().get('/termos')).text()
  expect(html).toContain(`<body data-sign-in-pages="${signInPages.join(' ')}">`)
})

test.for(demo.map(({ path }) => `/${path}`))('%s does not exist without the simulator', async (path) => {
  const visitor = web.visitor()
  const answer = path === '/dev/proposta' ? await visitor.post(path, {}) : await visitor.get(path)
  expect(answer.status).toBe(404)
})
