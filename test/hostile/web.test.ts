// Databases: one
import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { movableClock, startProvider, webhookSecret } from '../modules/payments/payments-harness.ts'
import { webWith } from '../support/web.ts'

let simulator: Awaited<ReturnType<typeof startProvider>>

const web = webWith(
  {
    '/auth': () => import('../../src/web/routes/auth/auth.tsx'),
    '/sair': () => import('../../src/web/routes/auth/sign-out.ts'),
    '/account': () => import('../../src/web/routes/account/account.tsx'),
    '/service/clean-name': () => import('../../src/web/routes/content/clean-name.tsx'),
    '/service/bacen-clean': () => import('../../src/web/routes/content/bacen-clean.tsx'),
    '/complete-consult': () => import('../../src/web/routes/consultations/complete.tsx'),
    '/consulta/:key': () => import('../../src/web/routes/consultations/lookup.tsx'),
    '/contract': () => import('../../src/web/routes/hiring/contract.tsx'),
    '/payments': () => import('../../src/web/routes/payments/payments.tsx'),
    '/payment': () => import('../../src/web/routes/payments/payment.tsx'),
    '/webhooks/mercadopago': () => import('../../src/web/routes/payments/webhook.ts'),
  },
  async () => {
    simulator = await startProvider(movableClock('2026-03-02T12:00:00Z'))
    return { MERCADOPAGO_BASE_URL: simulator.url, MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken }
  },
)
afterAll(() => simulator.close())

const password = 'Girassol@77'
const party = { name: "José D'Ávila", cpf: '529.982.247-25', phone: '(48) 99999-1234' }

async function signedInCustomer() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const browser = web.browser()
  const signIn = () => browser.post('/auth', { intent: 'sign-in', email, password })
  await signIn()
  return { browser, signIn }
}

type Browser = Awaited<ReturnType<typeof signedInCustomer>>['browser']

const choosePlan = (browser: Browser, plan = 'semanal-20x') =>
  browser.post('/service/clean-name', { plan, ...party })

async function contractSha256(browser: Browser): Promise<string> {
  const html = await (await browser.get('/contract')).text()
  return /name="sha256" value="([0-9a-f]+)"/.exec(html)?.[1] ?? ''
}

const acceptContract = (browser: Browser, sha256: string) =>
  browser.post('/contract', { sha256, aceito: 'on' })

/** Returns the ids of the instalments that /payments offers to pay; the next payment is both in its card and in the list. */
async function payableIds(browser: Browser): Promise<string[]> {
  const html = await (await browser.get('/payments')).text()
  const offered = [...html.matchAll(/<input[^>]*name="paymentIds"[^>]*>/g)]
  return [...new Set(offered.map(([tag]) => /value="([^"]+)"/.exec(tag)?.[1] ?? ''))]
}

const locationOf = (answer: Response) => answer.headers.get('location')

test('a guest who hires goes to the contract after signing in, whatever page required signing in before', async () => {
  const { browser, signIn } = await signedInCustomer()
  browser.cookies.delete('rc_sessao')
  expect(locationOf(await browser.get('/account'))).toBe('/auth')
  expect(locationOf(await choosePlan(browser))).toBe('/auth')
  expect(locationOf(await signIn())).toBe('/contract')
})

test('a customer who chose another service in another tab does not read that only dates or amounts changed', async () => {
  const { browser } = await signedInCustomer()
  await choosePlan(browser)
  const cleanName = await contractSha256(browser)
  await browser.post('/service/bacen-clean', { plan: 'a-vista', ...party })
  const stale = await browser.follow(await acceptContract(browser, cleanName))
  expect(stale.html).toContain('Limpeza Bacen')
  expect(stale.html).toContain('O serviço, as datas ou os valores mudaram desde que você leu.')
})

test('a contract shown in one tab cannot be accepted for the plan chosen in another', async () => {
  const { browser } = await signedInCustomer()
  await choosePlan(browser, 'semanal-20x')
  const weekly = await contractSha256(browser)
  await choosePlan(browser, 'mensal-12x')
  const monthly = await contractSha256(browser)

  const stale = await browser.follow(await acceptContract(browser, weekly))
  expect([stale.path, stale.html.includes('O contrato mudou')]).toEqual(['/contract', true])
  expect(await payableIds(browser)).toEqual([])

  const clicks = await Promise.all([1, 2, 3].map(() => acceptContract(browser, monthly)))
  expect(clicks.map(locationOf)).toEqual(['/payments', '/payments', '/payments'])
  expect(await payableIds(browser)).toHaveLength(13)

  const late = await browser.follow(await acceptContract(browser, weekly))
  expect(late.path).toBe('/payments')
  expect(await payableIds(browser)).toHaveLength(13)
})

test('after a session ends on the Pix page, signing in returns to the Pix', async () => {
  const { browser, signIn } = await signedInCustomer()
  await choosePlan(browser)
  await acceptContract(browser, await contractSha256(browser))
  const [first = ''] = await payableIds(browser)
  await browser.post('/payments', { intent: 'pay', paymentIds: first })

  browser.cookies.delete('rc_sessao')
  expect(locationOf(await browser.post('/payment', { intent: 'check', chargeId: newId() }))).toBe('/auth')
  expect(locationOf(await signIn())).toBe('/payment')
  expect(await (await browser.get('/payment')).text()).toContain('000201')
})

test('signing out clears the cookies of unfinished work', async () => {
  const { browser } = await signedInCustomer()
  await choosePlan(browser)
  await acceptContract(browser, await contractSha256(browser))
  await browser.get('/payments')
  await browser.post('/sair', {})
  // The device stays known; its cookie does not reveal who uses it.
  expect([...browser.cookies.keys()].sort()).toEqual(['rc_aparelho', 'rc_avisos'])
})

test('a truncated, tampered, empty or forged draft cookie is reported as corrupted, and accepts nothing', async () => {
  const { browser } = await signedInCustomer()
  await choosePlan(browser)
  const draft = browser.cookies.get('rc_contratacao') ?? ''
  const elsewhere = Buffer.from(JSON.stringify(newId())).toString('base64')
  for (const value of [
    draft.slice(0, 20),
    `${draft.slice(0, 5)}X${draft.slice(6)}`,
    '',
    '%E0%A4%A',
    '"',
    elsewhere,
  ]) {
    browser.cookies.set('rc_contratacao', value)
    const page = await browser.get('/contract')
    expect([value, page.status, (await page.text()).includes('Dados corrompidos')]).toEqual([
      value,
      200,
      true,
    ])
    expect(locationOf(await acceptContract(browser, '0'.repeat(64)))).toBe('/contract')
  }
  expect(await payableIds(browser)).toEqual([])
})

test('an unknown page, requested with any method, logs no error', async () => {
  const faults: unknown[] = []
  const { log } = web.app
  const { error } = log
  log.error = (...line: unknown[]) => void faults.push(line)
  try {
    const browser = web.browser()
    for (const path of ['/nada', '/contract/nada']) {
      expect([path, (await browser.post(path, {})).status]).toEqual([path, 405])
      expect([path, (await browser.get(path)).status]).toEqual([path, 404])
    }
    expect(faults).toEqual([])
  } finally {
    log.error = error
  }
})

test('the response to a refused form has the same security headers as every page', async () => {
  const refused = await web.browser().machine('/contract', { origin: 'https://outro.exemplo' })
  expect(refused.status).toBe(403)
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
  expect(refused.headers.get('x-request-id')).toBeTruthy()
})

test('a webhook signed without a request id is accepted', async () => {
  const ts = String(Date.parse('2026-03-02T12:00:00Z'))
  const v1 = createHmac('sha256', webhookSecret).update(`id:123;ts:${ts};`).digest('hex')
  const path = '/webhooks/mercadopago?data.id=123&type=payment'
  const answer = await web.browser().machine(path, { 'x-signature': `ts=${ts},v1=${v1}` })
  expect(answer.status).toBe(200)
})

test("the same data from another address do not give access to a guest's private page", async () => {
  const asked = {
    cpf: '529.982.247-25',
    nome: 'Ana Lima',
    telefone: '(48) 99999-1234',
    email: 'ana@exemplo.com.br',
    paymentMethod: 'pix',
    declaracao: 'on',
  }
  const [guest, stranger] = [web.browser(), web.browser()]
  const clicks = await Promise.all([1, 2].map(() => guest.post('/complete-consult', asked)))
  const pages = clicks.map(locationOf)
  expect(new Set(pages).size).toBe(1)
  expect(pages[0]).toMatch(/^\/consulta\/.+/)
  const elsewhere = locationOf(await stranger.post('/complete-consult', asked))
  expect(elsewhere).toMatch(/^\/consulta\/.+/)
  expect(pages).not.toContain(elsewhere)
})

test('a contract shown before midnight in São Paulo must be shown again after it, with a new first due date', async () => {
  const { browser } = await signedInCustomer()
  web.pass(14 * 60 + 59)
  await choosePlan(browser)
  const before = await contractSha256(browser)
  expect((await (await browser.get('/contract')).text()).includes('02/03/2026')).toBe(true)
  web.pass(2)
  const late = await browser.follow(await acceptContract(browser, before))
  expect([late.path, late.html.includes('O contrato mudou')]).toEqual(['/contract', true])
  await acceptContract(browser, await contractSha256(browser))
  const { rows } = await web.database.$client.query<{ first: string }>(
    `select min(p.due_date)::text as first from payments p join hiring_drafts d on d.order_id = p.order_id
      where p.id = any($1)`,
    [await payableIds(browser)],
  )
  expect(rows[0]?.first).toBe('2026-03-03')
})

test('each purchase of a guest has its own key, which opens no other purchase', async () => {
  const asked = {
    cpf: '529.982.247-25',
    nome: 'Bia Lima',
    telefone: '(48) 99999-1234',
    paymentMethod: 'pix',
    declaracao: 'on',
  }
  // Two guests behind one IP address, with the same browser and the same data.
  const [guest, neighbour] = [web.browser('198.51.100.77'), web.browser('198.51.100.77')]
  const first = locationOf(await guest.post('/complete-consult', asked)) ?? ''
  web.pass(1)
  const second = locationOf(await neighbour.post('/complete-consult', asked)) ?? ''
  expect(second).toMatch(/^\/consulta\/.+/)
  expect(second).not.toBe(first)
  const [idOne = '', keyOne = ''] = first.replace('/consulta/', '').split('.')
  const [idTwo = '', keyTwo = ''] = second.replace('/consulta/', '').split('.')
  const statusOf = async (key: string) => (await neighbour.get(`/consulta/${key}`)).status
  expect(await statusOf(`${idTwo}.${keyTwo}`)).toBe(200)
  for (const key of [`${idOne}.${keyTwo}`, `${idTwo}.${keyOne}`, idOne, `${idOne}.`, `${keyOne}.${keyOne}`])
    expect([key, await statusOf(key)]).toEqual([key, 404])
})

test('a guest’s form sent again by the script is one purchase however late, and nobody else’s', async () => {
  const asked = {
    ...{ cpf: '529.982.247-25', nome: 'Bia Souza', telefone: '(48) 99999-1234' },
    ...{ paymentMethod: 'pix', declaracao: 'on' },
  }
  const page = await (await web.browser().get('/complete-consult')).text()
  expect(page).toMatch(/<input(?= [^>]*data-purchase)(?= [^>]*name="purchase")[^>]*type="hidden"/)
  const send = async (purchase: string, browser = web.browser('198.51.100.78')) =>
    locationOf(await browser.post('/complete-consult', { ...asked, purchase }))
  const [one, other] = [newId(), newId()]
  const first = await send(one)
  // Two guests behind one address, with the same browser and the same data, at the same time.
  expect(await send(other)).not.toBe(first)
  web.pass(1)
  expect(await send(one, web.browser('203.0.113.78'))).toBe(first)
  // What is no id of the script counts as none.
  const unknown = await send('x')
  expect(await send('x'.repeat(500))).toBe(unknown)
  expect(unknown).not.toBe(first)

  const email = `${newId()}@exemplo.com.br`
  const password = 'Girassol@77'
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const customer = web.browser()
  await customer.post('/auth', { intent: 'sign-in', email, password })
  const own = await send('', customer)
  const { userId = '' } = (await web.app.identity.accountOf(web.database, email)) ?? {}
  expect(await send(userId)).not.toBe(own)
})
