// Databases: both
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
    '/complete-consult': () => import('../../src/web/routes/consultations/complete.tsx'),
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

async function person() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const visitor = web.visitor()
  const signIn = () => visitor.post('/auth', { intent: 'sign-in', email, password })
  await signIn()
  return { visitor, signIn }
}

type Visitor = Awaited<ReturnType<typeof person>>['visitor']

const choose = (visitor: Visitor, plan = 'semanal-20x') =>
  visitor.post('/service/clean-name', { plan, ...party })

async function fingerprint(visitor: Visitor): Promise<string> {
  const html = await (await visitor.get('/contract')).text()
  return /name="sha256" value="([0-9a-f]+)"/.exec(html)?.[1] ?? ''
}

const accept = (visitor: Visitor, sha256: string) => visitor.post('/contract', { sha256, aceito: 'on' })

async function payable(visitor: Visitor): Promise<string[]> {
  const html = await (await visitor.get('/payments')).text()
  return [...html.matchAll(/<input[^>]*name="paymentIds"[^>]*>/g)].map(
    ([tag]) => /value="([^"]+)"/.exec(tag)?.[1] ?? '',
  )
}

const whereTo = (answer: Response) => answer.headers.get('location')

test('whoever begins to hire is led to the contract, whatever page sent them to sign in before', async () => {
  const { visitor, signIn } = await person()
  visitor.cookies.delete('rc_sessao')
  expect(whereTo(await visitor.get('/account'))).toBe('/auth')
  expect(whereTo(await choose(visitor))).toBe('/auth')
  expect(whereTo(await signIn())).toBe('/contract')
})

test('a contract read in one tab is not signed for the plan chosen in another', async () => {
  const { visitor } = await person()
  await choose(visitor, 'semanal-20x')
  const weekly = await fingerprint(visitor)
  await choose(visitor, 'mensal-12x')
  const monthly = await fingerprint(visitor)

  const stale = await visitor.follow(await accept(visitor, weekly))
  expect([stale.path, stale.html.includes('O contrato mudou')]).toEqual(['/contract', true])
  expect(await payable(visitor)).toEqual([])

  const clicks = await Promise.all([1, 2, 3].map(() => accept(visitor, monthly)))
  expect(clicks.map(whereTo)).toEqual(['/payments', '/payments', '/payments'])
  expect(await payable(visitor)).toHaveLength(13)

  const late = await visitor.follow(await accept(visitor, weekly))
  expect(late.path).toBe('/payments')
  expect(await payable(visitor)).toHaveLength(13)
})

test('a session that ends on the Pix page is asked for again, and leads back to the Pix', async () => {
  const { visitor, signIn } = await person()
  await choose(visitor)
  await accept(visitor, await fingerprint(visitor))
  const [first = ''] = await payable(visitor)
  await visitor.post('/payments', { intent: 'pay', paymentIds: first })

  visitor.cookies.delete('rc_sessao')
  expect(whereTo(await visitor.post('/payment', { intent: 'check', chargeId: newId() }))).toBe('/auth')
  expect(whereTo(await signIn())).toBe('/payment')
  expect(await (await visitor.get('/payment')).text()).toContain('000201')
})

test('signing out leaves nothing of what was under way in the browser', async () => {
  const { visitor } = await person()
  await choose(visitor)
  await accept(visitor, await fingerprint(visitor))
  await visitor.get('/payments')
  await visitor.post('/sair', {})
  expect([...visitor.cookies.keys()]).toEqual(['rc_avisos'])
})

test('a draft cookie that was cut, changed, emptied or made elsewhere is told apart from none, and signs nothing', async () => {
  const { visitor } = await person()
  await choose(visitor)
  const draft = visitor.cookies.get('rc_contratacao') ?? ''
  const elsewhere = Buffer.from(JSON.stringify(newId())).toString('base64')
  for (const value of [
    draft.slice(0, 20),
    `${draft.slice(0, 5)}X${draft.slice(6)}`,
    '',
    '%E0%A4%A',
    '"',
    elsewhere,
  ]) {
    visitor.cookies.set('rc_contratacao', value)
    const page = await visitor.get('/contract')
    expect([value, page.status, (await page.text()).includes('Dados corrompidos')]).toEqual([
      value,
      200,
      true,
    ])
    expect(whereTo(await accept(visitor, '0'.repeat(64)))).toBe('/contract')
  }
  expect(await payable(visitor)).toEqual([])
})

test('a page that does not exist, asked by any method, is no fault in the log', async () => {
  const faults: unknown[] = []
  const { log } = web.app
  const { error } = log
  log.error = (...line: unknown[]) => void faults.push(line)
  try {
    const visitor = web.visitor()
    for (const path of ['/nada', '/contract/nada']) {
      expect([path, (await visitor.post(path, {})).status]).toEqual([path, 405])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404])
    }
    expect(faults).toEqual([])
  } finally {
    log.error = error
  }
})

test('a refused form is answered under the same headers as every page', async () => {
  const refused = await web.visitor().machine('/contract', { origin: 'https://outro.exemplo' })
  expect(refused.status).toBe(403)
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
  expect(refused.headers.get('x-request-id')).toBeTruthy()
})

test('a notice signed without a request id is taken', async () => {
  const ts = String(Date.parse('2026-03-02T12:00:00Z'))
  const v1 = createHmac('sha256', webhookSecret).update(`id:123;ts:${ts};`).digest('hex')
  const path = '/webhooks/mercadopago?data.id=123&type=payment'
  const answer = await web.visitor().machine(path, { 'x-signature': `ts=${ts},v1=${v1}` })
  expect(answer.status).toBe(200)
})

test('whoever types the same data from elsewhere does not get the private page of a guest', async () => {
  const asked = {
    cpf: '529.982.247-25',
    nome: 'Ana Lima',
    telefone: '(48) 99999-1234',
    email: 'ana@exemplo.com.br',
    paymentMethod: 'pix',
    declaracao: 'on',
  }
  const [guest, stranger] = [web.visitor(), web.visitor()]
  const clicks = await Promise.all([1, 2].map(() => guest.post('/complete-consult', asked)))
  const pages = clicks.map(whereTo)
  expect(new Set(pages).size).toBe(1)
  expect(pages[0]).toMatch(/^\/consulta\/.+/)
  const elsewhere = whereTo(await stranger.post('/complete-consult', asked))
  expect(elsewhere).toMatch(/^\/consulta\/.+/)
  expect(pages).not.toContain(elsewhere)
})

test('a contract read before midnight in São Paulo is read anew after it, and its first payment falls on the new day', async () => {
  const { visitor } = await person()
  web.pass(14 * 60 + 59)
  await choose(visitor)
  const before = await fingerprint(visitor)
  expect((await (await visitor.get('/contract')).text()).includes('02/03/2026')).toBe(true)
  web.pass(2)
  const late = await visitor.follow(await accept(visitor, before))
  expect([late.path, late.html.includes('O contrato mudou')]).toEqual(['/contract', true])
  await accept(visitor, await fingerprint(visitor))
  const { rows } = await web.database.$client.query<{ first: string }>(
    `select min(p.due_date)::text as first from payments p join hiring_drafts d on d.order_id = p.order_id
      where p.id = any($1)`,
    [await payable(visitor)],
  )
  expect(rows[0]?.first).toBe('2026-03-03')
})
