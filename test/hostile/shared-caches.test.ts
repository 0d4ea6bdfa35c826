// Databases: one
import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import routes from '../../src/web/routes.ts'
import { allPages, webWith } from '../support/web.ts'

const web = webWith(allPages)

/** The fixed addresses that answer to a GET. */
const addresses = routes.map(({ path = '' }) => `/${path}`).filter((path) => !/[:*]|^\/sair$/.test(path))

const isPublic = ({ headers }: Response) => /\bpublic\b/.test(headers.get('cache-control') ?? '')

test('no publicly cached path sends the session cookie that it renews', async () => {
  const [email, password] = [`${newId()}@exemplo.com.br`, 'Girassol@77']
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password })
  const renewing: string[] = []
  for (const address of addresses) {
    // A day after the last renewal the next page renews the session, whichever it is.
    await web.database.$client.query("update sessions set renewed_at = renewed_at - interval '2 days'")
    const response = await browser.get(address)
    if (response.headers.has('set-cookie')) renewing.push(address)
    const { status } = response
    const leaks =
      isPublic(response) && (response.headers.has('set-cookie') || response.headers.has('x-account'))
    expect({ address, status, leaks }).toEqual({ address, status, leaks: false })
  }
  expect(renewing).toEqual(
    expect.arrayContaining(['/sitemap.xml', '/robots.txt', '/conferir-contrato/programa']),
  )
  // Nor is an answer public that renews nothing, but names the account.
  const named = await browser.get('/sitemap.xml')
  expect([named.headers.has('set-cookie'), named.headers.has('x-account')]).toEqual([false, true])
  expect(isPublic(named)).toBe(false)
})

test('no publicly cached path sends a cookie that replaces one of an earlier release', async () => {
  const browser = web.browser()
  const value = Buffer.from(JSON.stringify(newId())).toString('base64url')
  browser.cookies.set('rc_contratacao', web.app.config.session.signer.sign('cookie:rc_contratacao=', value))
  const response = await browser.get('/conferir-contrato/programa')
  expect(response.headers.get('set-cookie')).toContain('rc_contratacao=')
  expect(isPublic(response)).toBe(false)
})

test('for a visitor without cookies these paths stay public', async () => {
  expect(isPublic(await web.browser().get('/conferir-contrato/programa'))).toBe(true)
})

test('every answer states whether caches may store it', async () => {
  const visitor = web.browser()
  for (const { path = '' } of routes) {
    const address = `/${path.replaceAll(/:\w+/g, newId()).replace('*', 'x')}`
    const response = await visitor.get(address)
    await response.body?.cancel()
    expect.soft(response.headers.get('cache-control'), address).toMatch(/no-store|no-cache|max-age/)
  }
})
