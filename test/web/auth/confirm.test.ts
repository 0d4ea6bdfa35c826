// Databases: one
import { expect, test } from 'vitest'
import { bucketsOf, LIMITS } from '../../../src/modules/identity/domain/limits.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { allow } from '../../../src/platform/rate-limit/rate-limit.ts'
import { type Browser, webWith } from '../../support/web.ts'

const web = webWith({
  '/': () => import('../../../src/web/routes/content/home.tsx'),
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/auth/confirmar': () => import('../../../src/web/routes/auth/confirm.tsx'),
  '/auth/confira-seu-email': () => import('../../../src/web/routes/auth/check-email.tsx'),
  '/sair': () => import('../../../src/web/routes/auth/sign-out.ts'),
  '/service/clean-name': () => import('../../../src/web/routes/content/clean-name.tsx'),
  '/service/credit-rating': () => import('../../../src/web/routes/content/credit-rating.tsx'),
  '/contract': () => import('../../../src/web/routes/hiring/contract.tsx'),
})

const PASSWORD = 'Girassol@77'
const OTHER = 'Ipe-amarelo@88'
let emails = 0
const freshEmail = () => `espera${++emails}@exemplo.com.br`

/** Signs up on /auth and returns the path of the link in the e-mail. */
async function signUp(browser: Browser, email: string, password = PASSWORD): Promise<string> {
  const fields = { intent: 'sign-up', email, password, confirmPassword: password }
  await browser.post('/auth?aba=criar-conta', fields)
  const { pathname, search } = new URL((await web.linksTo(email))[0] ?? '', 'http://localhost')
  return pathname + search
}

const canSignIn = async (email: string, password: string) =>
  (await web.browser().post('/auth', { intent: 'sign-in', email, password })).status === 302

test('no number of GETs confirms, in any browser: scanners, previews and prefetches open links', async () => {
  const browser = web.browser()
  const email = freshEmail()
  const link = await signUp(browser, email)
  for (const visitor of [web.browser(), browser]) {
    for (let visit = 0; visit < 3; visit++) expect((await visitor.get(link)).status).toBe(200)
    expect(visitor.cookies.has('rc_sessao')).toBe(false)
  }
  const { rows } = await web.database.$client.query('select id from users where email = $1', [email])
  expect(rows).toEqual([])
})

test('a scanner that presses the button confirms nothing: another browser needs the password', async () => {
  const email = freshEmail()
  const link = await signUp(web.browser(), email, OTHER)
  const scanner = web.browser()
  const page = await (await scanner.get(link)).text()
  expect(page).toContain('name="senha"')
  expect(page).not.toContain(email)
  for (const fields of [{}, { senha: '' }, { senha: 'curta' }, { token: 'x' }]) {
    expect((await scanner.post(link, fields as Record<string, string>)).status).toBe(400)
  }
  expect(scanner.cookies.has('rc_sessao')).toBe(false)

  const owner = web.browser()
  const weak = await (await owner.post(link, { senha: 'Senha@123' })).text()
  expect(weak).toContain('Esta senha é fácil de adivinhar.')
  const entered = await owner.follow(await owner.post(link, { senha: PASSWORD }))
  expect(entered.path).toBe('/')
  expect(entered.html).toContain(email)
  expect(await canSignIn(email, OTHER)).toBe(false)
  expect(await canSignIn(email, PASSWORD)).toBe(true)
})

test('a forged or foreign cookie, or one copied from another sign-up, is ignored', async () => {
  const email = freshEmail()
  const impostor = web.browser()
  const link = await signUp(impostor, email)
  await signUp(impostor, freshEmail())
  const forger = web.browser()
  const { cookiesFor } = await import('../../../src/web/session/cookies.server.ts')
  const theirs = cookiesFor(web.app.config.session).toasts.serialize('a'.repeat(43))
  forger.cookies.set('rc_cadastro', theirs.split(';')[0]?.split(/=(.*)/s)[1] ?? '')
  for (const browser of [impostor, forger]) {
    expect(await (await browser.get(link)).text()).toContain('name="senha"')
    expect((await browser.post(link, {})).status).toBe(400)
  }
})

test('a signed-in person stays signed in: a link of another account asks to sign out first', async () => {
  const [demo] = DEMO_ACCOUNTS
  const browser = web.browser()
  const email = freshEmail()
  const link = await signUp(browser, email)
  await browser.post('/auth', { intent: 'sign-in', email: demo?.email ?? '', password: demo?.password ?? '' })
  const page = await (await browser.get(link)).text()
  expect(page).toContain('Sair desta conta')
  const session = browser.cookies.get('rc_sessao')
  expect((await browser.post(link, { senha: OTHER })).status).toBe(409)
  expect(browser.cookies.get('rc_sessao')).toBe(session)
})

test('a draft of the browser that signed up leads to the contract', async () => {
  const browser = web.browser()
  const party = { name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }
  const chosen = await browser.post('/service/clean-name', { plan: 'a-vista', ...party })
  expect(chosen.headers.get('location')).toBe('/auth?aba=criar-conta')
  const email = freshEmail()
  const link = await signUp(browser, email)
  expect(await (await browser.get('/auth/confira-seu-email')).text()).toContain('Sua escolha está guardada')
  const confirmed = await browser.post(link, {})
  expect(confirmed.headers.get('location')).toBe('/contract')
  expect(await (await browser.get('/contract')).text()).toContain('Ana Souza')
  // So does the tab that still waits for the e-mail.
  expect((await browser.get('/auth/confira-seu-email')).headers.get('location')).toBe('/contract')
})

test.each([
  ['/service/clean-name', 'a-vista', '/service/clean-name?plano=a-vista#contratar'],
  ['/service/credit-rating', 'pj-a-vista', '/service/credit-rating?plano=pj-a-vista&tipo=pj#contratar'],
])(
  'the owner of the mailbox with another password finds the choice of %s, %s, and nothing typed with it',
  async (page, plan, to) => {
    const browser = web.browser()
    const party = { name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }
    const tipo = plan.startsWith('pj') ? '?tipo=pj' : ''
    expect((await browser.post(`${page}${tipo}`, { plan, ...party })).status).toBe(302)
    const link = await signUp(browser, freshEmail())
    const owner = web.browser()
    const confirmed = await owner.post(link, { senha: OTHER })
    expect(confirmed.headers.get('location')).toBe(to)
    const html = await (await owner.get(to.split('#')[0] ?? '')).text()
    expect(html).toMatch(
      new RegExp(
        `<input(?=[^>]*value="${plan}")(?=[^>]*checked)[^>]*type="radio"|<input[^>]*type="radio"(?=[^>]*value="${plan}")[^>]*checked`,
      ),
    )
    expect(html).not.toContain('Ana Souza')
  },
)

test('asks about a typo in the domain of a known provider, and corrects it by one button', async () => {
  const browser = web.browser()
  await signUp(browser, 'dona.cida@gmial.com')
  const page = await (await browser.get('/auth/confira-seu-email')).text()
  expect(page).toContain('Você quis dizer dona.cida@gmail.com?')
  const [button = ''] = /<button[^>]*name="email"[^>]*>/.exec(page) ?? []
  const [, value = ''] = /value="([^"]*)"/.exec(button) ?? []
  expect(value).toBe('dona.cida@gmail.com')
  const corrected = await browser.follow(await browser.post('/auth/confira-seu-email', { email: value }))
  expect(corrected.html).not.toContain('Você quis dizer')
  expect((await web.linksTo('dona.cida@gmail.com'))[0]).toContain('/auth/confirmar')
})

test('the waiting page resends and corrects, and is closed to other browsers', async () => {
  const browser = web.browser()
  const [wrong, right] = [freshEmail(), freshEmail()]
  const first = await signUp(browser, wrong)
  const soon = await browser.post('/auth/confira-seu-email', {})
  expect(soon.status).toBe(429)
  expect(soon.headers.get('retry-after')).toBe('60')
  web.pass(1)
  const resent = await browser.follow(await browser.post('/auth/confira-seu-email', {}))
  expect(resent.html).toContain('E-mail enviado de novo')
  expect((await web.linksTo(wrong))[0]).not.toContain(first)

  const refused = await browser.post('/auth/confira-seu-email', { email: 'torto' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Email inválido')
  const corrected = await browser.follow(await browser.post('/auth/confira-seu-email', { email: right }))
  expect(corrected.html).toContain(right)
  const confirmed = await browser.post((await web.linksTo(right))[0] ?? '', {})
  expect(confirmed.headers.get('location')).toBe('/')

  const stranger = web.browser()
  for (const answer of [
    await stranger.get('/auth/confira-seu-email'),
    await stranger.post('/auth/confira-seu-email', {}),
    await stranger.post('/auth/confira-seu-email', { email: right }),
  ]) {
    expect(answer.headers.get('location')).toBe('/auth')
  }
})

test('the pages of a link are kept out of caches and referrers', async () => {
  const browser = web.browser()
  const link = await signUp(browser, freshEmail())
  const page = await browser.get(link)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect((await browser.get('/auth/confira-seu-email')).headers.get('cache-control')).toBe(
    'private, no-store',
  )
})

test('a network tries two hundred wrong links in an hour, then one every eighteen seconds', async () => {
  const ip = '203.0.113.60'
  const now = web.app.clock.now()
  const { limit } = LIMITS.confirmByIp
  for (const bucket of bucketsOf('confirmByIp', { ip }))
    for (let opened = 1; opened < limit; opened++) await allow(web.database, { ...bucket, now })
  const browser = web.browser(ip)
  const wrong = '/auth/confirmar?token=errado'
  const answerTo = async (asked: Promise<Response>) => (await browser.follow(await asked)).html
  expect(await answerTo(browser.get(wrong))).not.toContain('Muitas tentativas')

  // The page and its form lead to the sign-in, which says why.
  expect(await answerTo(browser.get(wrong))).toContain('Muitas tentativas')
  expect(await answerTo(browser.post(wrong, { senha: PASSWORD }))).toContain('Muitas tentativas')

  web.pass(1)
  expect(await answerTo(browser.get(wrong))).not.toContain('Muitas tentativas')
})

test('a neighbour’s wrong links block nobody who has a valid one', async () => {
  const ip = '203.0.113.62'
  const email = freshEmail()
  const link = await signUp(web.browser(), email)
  const neighbour = web.browser(ip)
  for (let opened = 0; opened < LIMITS.confirmByIp.limit + 1; opened++)
    await neighbour.get('/auth/confirmar?token=errado')

  const owner = web.browser(ip)
  expect((await owner.get(link)).status).toBe(200)
  expect((await owner.post(link, { senha: PASSWORD })).status).toBe(302)
  expect(await canSignIn(email, PASSWORD)).toBe(true)
})

test('a valid link allows twenty passwords an hour, whoever tries them', async () => {
  const link = await signUp(web.browser(), freshEmail())
  for (let tried = 0; tried < LIMITS.confirmByEmail.limit; tried++)
    expect((await web.browser().post(link, { senha: 'Senha@123' })).status).toBe(400)
  expect((await web.browser().post(link, { senha: 'Senha@123' })).status).toBe(429)
})
