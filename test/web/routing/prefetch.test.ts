// Databases: one. Pages over HTTP; nothing is stored except a toast in a cookie.
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { contentPages, publicPages } from '../../../src/web/routing/routing.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/': () => import('../../../src/web/routes/content/home.tsx'),
  '/service/clean-name': () => import('../../../src/web/routes/content/clean-name.tsx'),
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
})
const rulesIn = (html: string) => /<script type="speculationrules">([^<]+)</.exec(html)

test('a guest on a content page may prefetch the content pages', async () => {
  const [, rules = ''] = rulesIn(await (await web.browser().get('/')).text()) ?? []
  const { prefetch } = JSON.parse(rules)
  expect(prefetch).toEqual([{ where: { href_matches: contentPages }, eagerness: 'conservative' }])
})

test('content pages are public, and none has a form with a person’s data', () => {
  const listed = publicPages.map(({ path }) => path)
  expect(contentPages.every((path) => listed.includes(path))).toBe(true)
  expect(contentPages.filter((path) => /consult|auth|account|pay|contract$|tracking/.test(path))).toEqual([])
  expect(contentPages).toContain('/service/clean-name')
})

test('a page with actions prefetches nothing, nor does any page of a signed-in person', async () => {
  expect(rulesIn(await (await web.browser().get('/auth')).text())).toBeNull()
  const browser = web.browser()
  const [account] = DEMO_ACCOUNTS
  const { email = '', password = '' } = account ?? {}
  await browser.post('/auth', { intent: 'sign-in', email, password })
  const html = await (await browser.get('/')).text()
  expect(html).toContain(email)
  expect(rulesIn(html)).toBeNull()
})

test('a prefetched page shows no toast, and leaves it for the page that is opened', async () => {
  const browser = web.browser()
  await browser.post('/service/clean-name', {})
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ahead = await web.handle(
    new Request('http://localhost:3000/', { headers: { cookie, 'sec-purpose': 'prefetch' } }),
    { address: '198.51.100.90' },
  )
  expect(ahead.headers.getSetCookie()).toEqual([])
  expect(await ahead.text()).not.toContain('Selecione uma forma de pagamento')
  expect(await (await browser.get('/')).text()).toContain('Selecione uma forma de pagamento')
})
