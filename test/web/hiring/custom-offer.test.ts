// Databases: one
import { expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/proposta/:offerId': () => import('../../../src/web/routes/hiring/offer.tsx'),
  '/contract': () => import('../../../src/web/routes/hiring/contract.tsx'),
  '/tracking': () => import('../../../src/web/routes/orders/tracking.tsx'),
  '/dev/proposta': () => import('../../../src/web/routes/dev/custom-offer.ts'),
})

const day = 24 * 60
const password = 'Recomeco@2026'
const party = { name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }

async function customer() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password })
  return { email, browser }
}

/** Creates an offer that expires in seven days, through the demo route. */
async function offerTo(email: string): Promise<string> {
  const answer = await web.browser().post('/dev/proposta', {
    email,
    by: 'equipe@exemplo.com.br',
    serviceId: 'clean-name',
    title: 'Acordo <b>único</b>',
    paymentType: 'entrada R$ 400 + 12x R$ 199,90',
    priceText: 'R$ 1.500,00',
  })
  expect(answer.status).toBe(201)
  const sent = (await answer.json()) as { value: { offerId: string } }
  return sent.value.offerId
}

const withdraw = (offerId: string) =>
  web.database.transaction((tx) => web.app.proposals.withdrawCustomOffer(tx, { offerId, by: newId() }))

/** Returns the HTML of a response, with non-breaking spaces replaced. */
const read = async (answer: Response) => (await answer.text()).replaceAll('\u00a0', ' ')

async function orders(email: string): Promise<number> {
  const { rows } = await web.database.$client.query(
    'select count(*)::int as n from orders join users on users.id = user_id where email = $1',
    [email],
  )
  return rows[0].n
}

test('an offer shows its total cost to its customer, and is a 404 for others', async () => {
  const { email, browser } = await customer()
  const path = `/proposta/${await offerTo(email)}`
  const html = await read(await browser.get(path))
  for (const words of [
    'Acordo &lt;b&gt;único&lt;/b&gt;',
    '12 × R$ 199,90',
    'Entrada de R$ 400,00 no dia em que aceitar no Pix',
    '12, uma por mês',
    'R$ 2.798,80',
    'R$ 1.298,80 (86,6%)',
    '14,65% ao mês',
    '9 de março de 2026',
  ]) {
    expect(html).toContain(words)
  }
  expect(await read(await browser.get('/tracking'))).toContain(`href="${path}"`)

  const stranger = await customer()
  expect((await stranger.browser.get(path)).status).toBe(404)
  expect(await read(await stranger.browser.get('/tracking'))).not.toContain('/proposta/')
  expect((await browser.get(`/proposta/${newId()}`)).status).toBe(404)
  expect((await browser.get('/proposta/x')).status).toBe(404)
})

test('a signed-out customer signs in and returns to the offer', async () => {
  const { email } = await customer()
  const path = `/proposta/${await offerTo(email)}`
  const browser = web.browser()
  expect((await browser.get(path)).headers.get('location')).toBe('/auth')
  const signedIn = await browser.post('/auth', { intent: 'sign-in', email, password })
  expect(signedIn.headers.get('location')).toBe(path)
})

test('invalid data show messages; posted prices are ignored', async () => {
  const { email, browser } = await customer()
  const path = `/proposta/${await offerTo(email)}`
  const wrong = await browser.post(path, { ...party, cpf: '123.456.789-00' })
  expect(wrong.status).toBe(422)
  expect(await read(wrong)).toContain('CPF inválido')

  const right = await browser.post(path, { ...party, plan: 'a-vista', total: '1', cashPrice: '1' })
  expect(right.headers.get('location')).toBe('/contract')
  const contract = await read(await browser.get('/contract'))
  expect(contract).toContain('PIX mensal: entrada R$ 400,00 + 12x R$ 199,90')
  expect(contract).toContain('R$ 2.798,80')
  expect(contract).toContain(`href="${path}"`)
})

test.each([
  ['expired', 'Esta proposta venceu'],
  ['withdrawn', 'Esta proposta foi retirada'],
])('an offer that was %s meanwhile says so on every page, and creates no order', async (how, says) => {
  const { email, browser } = await customer()
  const offerId = await offerTo(email)
  const path = `/proposta/${offerId}`
  const signIn = () => browser.post('/auth', { intent: 'sign-in', email, password })
  // A started hiring is remembered for two days.
  web.pass(6 * day)
  await signIn()
  await browser.post(path, party)
  const sha256 = /name="sha256" value="([^"]+)"/.exec(await read(await browser.get('/contract')))?.[1] ?? ''
  if (how === 'withdrawn') await withdraw(offerId)
  else web.pass(2 * day - 1)
  await signIn()

  const signing = await browser.follow(await browser.post('/contract', { sha256, aceito: 'on' }))
  expect(signing.path).toBe('/contract')
  expect(signing.html).toContain(says)
  expect(signing.html).toContain('Nada foi contratado nem cobrado.')
  const late = await browser.follow(await browser.post(path, party))
  expect(late.path).toBe(path)
  expect(late.html).toContain(says)
  expect(await read(await browser.get('/tracking'))).not.toContain('/proposta/')
  expect(await orders(email)).toBe(0)
})

test('accepting the same offer in two tabs creates one order', async () => {
  const { email, browser } = await customer()
  const path = `/proposta/${await offerTo(email)}`
  await browser.post(path, party)
  const sha256 = /name="sha256" value="([^"]+)"/.exec(await read(await browser.get('/contract')))?.[1] ?? ''
  const signed = await Promise.all([1, 2].map(() => browser.post('/contract', { sha256, aceito: 'on' })))
  expect(signed.map((answer) => answer.headers.get('location'))).toEqual(['/payments', '/payments'])
  expect(await orders(email)).toBe(1)
  expect(await read(await browser.get(path))).toContain('Proposta aceita')
})

test('without the simulator the demo route does not exist', async () => {
  const { config } = web.app
  config.demo = false
  try {
    const unknown = (await web.browser().post('/dev/nada', {})).status
    expect(unknown).toBeGreaterThanOrEqual(404)
    expect((await web.browser().post('/dev/proposta', {})).status).toBe(unknown)
  } finally {
    config.demo = true
  }
})
