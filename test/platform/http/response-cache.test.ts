import { expect, test } from 'vitest'
import { ResponseCache } from '../../../src/platform/http/response-cache.ts'

interface Asked {
  cookie?: string
  version?: string
  headers?: Record<string, string>
  url?: string
  body?: string
  response?: Record<string, string>
}

/** Creates a handler that returns 304 for its version, behind the cache. */
function site() {
  const cache = new ResponseCache()
  const rendered: string[] = []
  const ask = async ({
    cookie = 'rc_sessao=ana',
    version = '"1"',
    headers = {},
    url = 'http://localhost/payments',
    body = `${cookie} ${version}`,
    response = {},
  }: Asked = {}) => {
    const { request, respond } = cache.revalidate(new Request(url, { headers: { cookie, ...headers } }))
    const isSame = request.headers.get('if-none-match') === version
    if (!isSame) rendered.push(body)
    const common = { ETag: version, 'X-Request-Id': String(rendered.length), ...response }
    const handled = isSame
      ? new Response(null, { status: 304, headers: common })
      : new Response(body, { headers: { ...common, 'Content-Type': 'text/html' } })
    const answer = await respond(handled, async (prepared) => prepared)
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  return { ask, rendered }
}

test('an unchanged page is rendered once, and sent each time', async () => {
  const { ask, rendered } = site()
  const [first, second] = [await ask(), await ask()]
  expect(rendered).toHaveLength(1)
  expect([second.status, second.text, second.headers.get('content-type')]).toEqual([
    200,
    first.text,
    'text/html',
  ])
})

test('an unchanged page has the headers of its own request', async () => {
  const { ask } = site()
  await ask({ response: { 'X-Request-Id': 'first' } })
  const second = await ask({ response: { 'X-Request-Id': 'second' } })
  expect(second.headers.get('x-request-id')).toBe('second')
})

test('a changed page is rendered, and so is the one after it', async () => {
  const { ask } = site()
  await ask()
  expect((await ask({ version: '"2"' })).text).toBe('rc_sessao=ana "2"')
  expect((await ask({ version: '"2"' })).text).toBe('rc_sessao=ana "2"')
  expect((await ask({ version: '"1"' })).text).toBe('rc_sessao=ana "1"')
})

test.each([
  ['cookies', { cookie: 'rc_sessao=bia' }],
  ['address', { url: 'http://localhost/payments?aba=pagas' }],
  ['form', { headers: { accept: 'application/json' } }],
  ['encoding', { headers: { 'accept-encoding': 'br' } }],
])('nobody gets a page made for different %s, even of the same version', async (_what, other) => {
  const { ask, rendered } = site()
  await ask({ body: 'mine' })
  expect((await ask({ ...other, body: 'theirs' })).text).toBe('theirs')
  expect((await ask({ body: 'mine' })).text).toBe('mine')
  expect(rendered).toEqual(['mine', 'theirs'])
})

test('cookies of the current session are set, earlier ones are not', async () => {
  const { ask, rendered } = site()
  await ask({ response: { 'Set-Cookie': 'rc_sessao=new' } })
  await ask()
  expect(rendered).toHaveLength(2)
  const answer = await ask({ response: { 'Set-Cookie': 'rc_sessao=newer' } })
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, ['rc_sessao=newer']])
  expect((await ask()).headers.getSetCookie()).toEqual([])
  expect(rendered).toHaveLength(2)
})

test('a request with a version, or without a cookie, bypasses the cache', async () => {
  const { ask, rendered } = site()
  await ask()
  expect((await ask({ headers: { 'if-none-match': '"1"' } })).status).toBe(304)
  expect((await ask({ headers: { 'if-none-match': '"0"' } })).status).toBe(200)
  expect(rendered).toHaveLength(2)
  expect(
    new ResponseCache().revalidate(new Request('http://localhost/')).request.headers.has('if-none-match'),
  ).toBe(false)
})

test('keeps at most 4 MB: the oldest pages make room', async () => {
  const { ask, rendered } = site()
  const body = 'x'.repeat(1024 * 1024)
  for (const cookie of ['a', 'b', 'c', 'd']) await ask({ cookie, body })
  await ask({ cookie: 'a', body })
  expect(rendered).toHaveLength(4)
  await ask({ cookie: 'e', body })
  await ask({ cookie: 'b', body })
  expect(rendered).toHaveLength(5)
  await ask({ cookie: 'a', body })
  expect(rendered).toHaveLength(6)
})
