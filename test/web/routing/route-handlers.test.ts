import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createRouteHandlers } from '../../../src/web/routing/route-handlers.server.ts'

type Routes = Record<string, { path?: string; index?: boolean; parentId?: string; module: object }>

const answering = (name: string) => ({
  loader: ({ params }: { params: object }) => Response.json({ name, params }),
  action: () => new Response(`${name} took it`),
})
const routes: Routes = {
  root: { path: '', module: {} },
  home: { index: true, parentId: 'root', module: answering('home') },
  orders: { path: 'orders', parentId: 'root', module: answering('orders') },
  fresh: { path: 'orders/new', parentId: 'root', module: { loader: answering('fresh').loader } },
  order: { path: 'orders/:id', parentId: 'root', module: answering('order') },
  files: { path: 'files/*', parentId: 'root', module: answering('files') },
  unknown: {
    path: '*',
    parentId: 'root',
    module: { loader: () => new Response('unknown', { status: 404 }) },
  },
}

function buildWith(routes: Routes): ServerBuild {
  const named = Object.entries(routes).map(([id, route]) => [id, { id, ...route }])
  return {
    entry: { module: { default: () => new Response('a page'), handleError: () => {} } },
    routes: Object.fromEntries(named),
    assets: { entry: {}, routes: Object.fromEntries(named), url: '', version: '' },
    basename: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
}

const build = buildWith(routes)
const handlerAt = createRouteHandlers(build, 'production')
const whole = createRequestHandler(build, 'production')

async function ask(path: string, method: string, handler?: typeof whole) {
  const request = new Request(`http://localhost${path}`, { method })
  const answerer = handler ?? handlerAt(new URL(request.url).pathname)
  const answer = await answerer(request, new RouterContextProvider())
  return { status: answer.status, body: await answer.text() }
}

test.each([
  ['/', '"home"'],
  ['/orders', '"orders"'],
  ['/Orders/', '"orders"'],
  ['/%6Frders', '"orders"'],
  ['/orders/new', '"fresh"'],
  ['/ORDERS/NEW/', '"fresh"'],
  ['/orders/7?x=1', '"order"'],
  ['/orders/:id', '"order"'],
  ['/orders/a%2Fb', '"order"'],
  ['/files', '"files"'],
  ['/files/a/b', '"files"'],
  ['/orders/7/more', 'unknown'],
  ['/*', 'unknown'],
  ['//orders', 'unknown'],
] as const)('%s is answered by the same route as in the whole build', async (path, name) => {
  const alone = await ask(path, 'GET')
  expect(alone.body).toContain(name)
  expect(alone).toEqual(await ask(path, 'GET', whole))
  expect(await ask(path, 'POST')).toEqual(await ask(path, 'POST', whole))
})

test('a route that is not declared is unknown, such as React Router’s data URL', async () => {
  expect(await ask('/orders.data', 'GET')).toMatchObject({ status: 404 })
  expect((await ask('/orders.data', 'GET', whole)).status).toBe(200)
})

test('refuses a build with nested routes', () => {
  const nested = buildWith({ ...routes, inner: { path: 'x', parentId: 'orders', module: {} } })
  expect(() => createRouteHandlers(nested, 'production')).toThrow('inner is within another route')
})
