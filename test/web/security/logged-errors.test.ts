// Databases: one
import { expect, test } from 'vitest'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { webWith } from '../../support/web.ts'

const lines: Record<string, unknown>[] = []
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }

const web = webWith(
  {
    '/consulta/:key': () => import('../../../src/web/routes/consultations/lookup.tsx'),
    '/resultado/:key': () => import('../../../src/web/routes/consultations/result.tsx'),
    '/pagar/:token': () => import('../../../src/web/routes/arrangements/payer-page.tsx'),
    '/dados/:key': () => import('../../../src/web/routes/privacy/own-data.tsx'),
    '/preferencias/:token': () => import('../../../src/web/routes/preferences/by-link.tsx'),
    '/pagar/:token/situacao': () => import('../../../src/web/routes/arrangements/payer-page-situation.ts'),
    '/robots.txt': () => import('../../../src/web/routes/seo/robots.ts'),
  },
  undefined,
  { log: createLog({ level: 'info', destination }) },
)

/** One in 1,500 tokens has no digit: nothing distinguishes it from a long word. */
const secret = 'kQzXvBnMaSdFgHjKlPoIuYtReWqZxCvBnMaSdFgHjKl'

test.each(['/robots.txt', `/pagar/${secret}/situacao`, '/nada'])(
  'a form posted to %s, which accepts none, gets the allowed methods',
  async (path) => {
    const response = await web.browser().post(path, {})
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await response.text()).not.toContain('Unexpected')
  },
)

test('a failing page is logged by its route, because its path may be a secret', async () => {
  const failing = () => Promise.reject(new Error('boom'))
  Object.assign(web.app.identity, { readSession: failing })
  for (const route of [
    '/consulta/:key',
    '/resultado/:key',
    '/pagar/:token',
    '/dados/:key',
    '/preferencias/:token',
  ]) {
    lines.length = 0
    const response = await web.browser().get(route.replace(/:\w+/, secret))
    expect([route, response.status]).toEqual([route, 500])
    expect(lines).toMatchObject([{ msg: 'request failed', route, err: { message: 'boom' } }])
    expect(JSON.stringify(lines)).not.toContain(secret)
  }
})

test('a path without a page fails with our own sentence, and the code of the request', async () => {
  Object.assign(web.app.identity, { readSession: () => Promise.reject(new Error('boom')) })
  const response = await web.browser().get(`/pagar/${secret}/situacao`)
  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/plain; charset=utf-8'])
  const text = await response.text()
  expect(text).toContain('Ops! Algo deu errado.')
  expect(text).toContain(response.headers.get('x-request-id') ?? 'no id')
})
