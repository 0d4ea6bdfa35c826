// Databases: one
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { minute, movableClock, startProvider } from '../../modules/payments/payments-harness.ts'
import { streamsOfFullNetwork } from '../../support/full-network.ts'
import { deliver } from '../../support/listeners.ts'
import { type Browser, webWith } from '../../support/web.ts'

const simulatorClock = movableClock('2026-03-02T12:00:00Z')
let simulator: Awaited<ReturnType<typeof startProvider>>

const web = webWith(
  {
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/cpf-consult': () => import('../../../src/web/routes/consultations/cpf.tsx'),
    '/complete-consult': () => import('../../../src/web/routes/consultations/complete.tsx'),
    '/rating-consult': () => import('../../../src/web/routes/consultations/rating.tsx'),
    '/bacen-consult': () => import('../../../src/web/routes/consultations/bacen.tsx'),
    '/consulta/:key': () => import('../../../src/web/routes/consultations/lookup.tsx'),
    '/consulta/:key/eventos': () => import('../../../src/web/routes/consultations/lookup-events.ts'),
    '/consulta/:key/situacao': () => import('../../../src/web/routes/consultations/lookup-situation.ts'),
    '/payment': () => import('../../../src/web/routes/payments/payment.tsx'),
  },
  async () => {
    simulator = await startProvider(simulatorClock)
    return { MERCADOPAGO_BASE_URL: simulator.url, MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken }
  },
)
afterAll(() => simulator.close())
beforeEach(() => simulator.faults({}))

const complete = {
  cpf: '529.982.247-25',
  nome: 'Joana Pereira',
  telefone: '(48) 99999-1234',
  email: '',
  paymentMethod: 'pix',
  declaracao: 'on',
}
const cpfOnly = {
  cpf: '529.982.247-25',
  name: 'Joana Pereira',
  phone: '(48) 99999-1234',
  paymentMethod: 'pix',
  declaracao: 'on',
}

/** Orders a look-up and returns the path and HTML of its private page. */
async function orderLookup(browser: Browser, fields: Partial<typeof complete> = {}) {
  const answer = await browser.post('/complete-consult', {
    ...complete,
    nome: `Ana ${Math.random()}`,
    ...fields,
  })
  expect(answer.status).toBe(302)
  return browser.follow(answer)
}

const chargeAt = async (path: string) => {
  const id = path.split('/').pop()?.split('.')[0]
  const { rows } = await web.database.$client.query<{ reference: string; id: string; preference: string }>(
    `select charges.reference, charges.id, charges.preference_id as preference from charges join consultations on charges.id = consultations.charge_id
     where consultations.id = $1`,
    [id],
  )
  return rows[0] ?? { reference: '', id: '', preference: '' }
}

/** Advances the clocks of the shop and of the provider. */
function pass(minutes: number) {
  web.pass(minutes)
  simulatorClock.advance(minutes * minute)
}

/** Approves the payment of a look-up at the provider, and settles it. */
async function payLookup(path: string) {
  const { reference, id } = await chargeAt(path)
  await simulator.act(reference, 'approve')
  await settleLookup(id)
}

/** Settles a charge as the provider reports it, and delivers the event to its look-up. */
async function settleLookup(id: string) {
  await web.app.payments.checkCharge({ chargeId: id })
  const { rows } = await web.database.$client.query<{ payload: Record<string, unknown> }>(
    "select payload from events where type = 'charge.settled'",
  )
  for (const { payload } of rows) {
    await deliver(web.database, web.app.consultations.listeners, { type: 'charge.settled', payload })
  }
}

test.each([
  ['/cpf-consult', 'R$ 15', 'em até 5 minutos'],
  ['/complete-consult', 'R$ 25', 'em até 24 horas'],
  ['/bacen-consult', 'R$ 50', 'em até 24 horas'],
  ['/rating-consult', 'R$ 200', 'em até 48 horas'],
])('%s shows its price, its deadline and who may order it', async (path, price, promise) => {
  const html = await (await web.browser().get(path)).text()
  expect(html.replaceAll('\u00a0', ' ')).toContain(price)
  expect(html).toContain(promise)
  expect(html).toContain('Declaro que sou o titular deste CPF')
  expect(html).toContain('href="/privacidade"')
})

test.each([
  ['/cpf-consult', {}, ['CPF inválido', 'Nome obrigatório', 'Telefone inválido']],
  ['/cpf-consult', { ...cpfOnly, cpf: '123.456.789-00' }, ['CPF inválido']],
  ['/complete-consult', {}, ['CPF deve ter 11 dígitos', 'Nome deve ter pelo menos 2 caracteres']],
  ['/rating-consult', {}, ['Telefone deve ter pelo menos 10 dígitos', 'Selecione um método de pagamento']],
  ['/bacen-consult', { ...complete, cpf: '123.456.789-00' }, ['CPF inválido']],
  ['/complete-consult', { ...complete, email: 'joana' }, ['E-mail inválido']],
  [
    '/complete-consult',
    { ...complete, declaracao: '' },
    ['Confirme que você é o titular ou tem autorização'],
  ],
])('%s shows the errors of %o beside the fields', async (path, fields, messages) => {
  const answer = await web.browser().post(path, fields as Record<string, string>)
  expect(answer.status).toBe(422)
  const html = await answer.text()
  for (const message of messages) expect(html).toContain(message)
})

test('only the price that the form showed is charged', async () => {
  const browser = web.browser()
  const send = (price: string) => browser.post('/complete-consult', { ...complete, nome: 'Rui Braga', price })
  expect(await (await browser.get('/complete-consult')).text()).toMatch(/name="price" value="2500"/)
  const refused = await send('2400')
  expect(refused.status).toBe(409)
  expect((await refused.text()).replaceAll('\u00a0', ' ')).toContain('R$ 25,00')
  expect((await send('2500')).status).toBe(302)
})

test('the form is prefilled for a signed-in user', async () => {
  const [demo] = DEMO_ACCOUNTS
  await web.app.identity.ensureAccounts(DEMO_ACCOUNTS)
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email: demo?.email ?? '', password: demo?.password ?? '' })
  const html = await (await browser.get('/complete-consult')).text()
  expect(html).toContain(`value="${demo?.email}"`)
})

test('a Pix page shows code, company and countdown, and keeps its URL private', async () => {
  const browser = web.browser()
  const { path, html } = await orderLookup(browser)
  expect(path).toMatch(/^\/consulta\/[\w-]+\.[\w-]+$/)
  for (const text of [
    '000201',
    'Código Pix gerado',
    'Aguardando seu Pix',
    'CNPJ',
    '***.982.247-**',
    'Verificar Pagamento',
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('529.982.247-25')
  const answer = await browser.get(path)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('referrer-policy')).toBe('same-origin')
  expect(answer.headers.get('x-robots-tag')).toContain('noindex')
})

test('a paid look-up shows its deadline, on another device too', async () => {
  const { path } = await orderLookup(web.browser())
  await payLookup(path)
  const html = await (await web.browser().get(path)).text()
  expect(html).toContain('Pagamento aprovado!')
  expect(html).toContain('até 03/03/2026 às')
  expect(html).toContain('Guarde este link')
})

test('after the deadline the page says so and offers a refund', async () => {
  const browser = web.browser()
  const { path } = await orderLookup(browser)
  await payLookup(path)
  pass(25 * 60)
  expect(await (await browser.get(path)).text()).toContain('O prazo já passou')
  const consultationId = path.split('/').pop()?.split('.')[0] ?? ''
  const decision = { consultationId, refund: true, by: newId(), reason: 'fora do prazo' }
  await web.database.transaction((tx) => web.app.consultations.decideLateRefund(tx, decision))
  const html = await (await browser.get(path)).text()
  expect(html).toContain('Estamos devolvendo o seu dinheiro')
  expect(html).not.toContain('O prazo já passou')
})

test('the page of a refunded look-up says how much was returned, when and where to', async () => {
  const browser = web.browser()
  const { path } = await orderLookup(browser)
  await payLookup(path)
  const { reference } = await chargeAt(path)
  pass(1)
  await simulator.act(reference, 'refund')
  await web.app.payments.jobs['payments.reconcile'].run()
  const page = (await (await browser.get(path)).text()).replaceAll('\u00a0', ' ')
  expect(page).toContain('Pagamento devolvido')
  expect(page).toMatch(/R\$ [\d,]+\. Voltou em \d\d\/03\/2026 para a conta ou o cartão de onde saiu\./)
})

test('the page reloads itself between approval and settlement', async () => {
  const browser = web.browser()
  const { path } = await orderLookup(browser)
  const { reference, id } = await chargeAt(path)
  await simulator.act(reference, 'approve')
  await web.app.payments.checkCharge({ chargeId: id })
  const html = await (await browser.get(path)).text()
  // Without script; with it, the page polls automatically.
  expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="3"\/><\/noscript>/i)
  expect(html).toContain('em até 24 horas')
})

test('the card checkout returns to the private page once', async () => {
  const browser = web.browser()
  const { path, html } = await orderLookup(browser, { paymentMethod: 'card' })
  expect(html).toMatch(/<a [^>]*href="http[^"]*\/checkout\/[^"]*"[^>]*>/)
  const back = await browser.get('/payment?status=approved')
  expect(back.headers.get('location')).toBe(path)
  expect((await browser.get('/payment')).headers.get('location')).toBe('/auth')
})

test('a buyer who paid a code whose provider does not answer does not read, once it expires, that nothing was charged', async () => {
  const browser = web.browser()
  const { path } = await orderLookup(browser)
  await simulator.faults({ dropWebhooks: true, failRead: true })
  await simulator.act((await chargeAt(path)).reference, 'approve')
  pass(40)
  const expired = await (await browser.get(path)).text()
  await simulator.faults({})
  expect(expired).toContain('Se você já pagou por ele, não pague de novo')
  expect(expired).not.toContain('Nada foi cobrado')
})

test('an expired code is renewed with one click, or replaced by card', async () => {
  const browser = web.browser()
  const { path } = await orderLookup(browser)
  const before = await chargeAt(path)
  pass(40)
  expect(await (await browser.get(path)).text()).toContain('O código Pix expirou')
  const renewed = await browser.follow(await browser.post(path, { intent: 'renew' }))
  expect(renewed.html).toContain('Aguardando seu Pix')
  expect(await chargeAt(path)).not.toEqual(before)
  const card = await browser.follow(await browser.post(path, { intent: 'credit_card' }))
  expect(card.html).toContain('Aguardando o pagamento com cartão')
  const again = await browser.follow(await browser.post(path, { intent: 'renew' }))
  expect(again.html).toContain('Aguardando o pagamento com cartão')
})

test('a customer who requests a new code after all was paid sees no error', async () => {
  const browser = web.browser()
  const { path } = await orderLookup(browser)
  await payLookup(path)
  const { html } = await browser.follow(await browser.post(path, { intent: 'renew' }))
  expect(html).toContain('Pagamento aprovado!')
  expect(html).not.toContain('Erro ao processar')
})

test('an underpaid look-up asks not to pay again, until its money has gone back or the team has decided about it', async () => {
  for (const way of ['returned', 'decided']) {
    const browser = web.browser()
    const { path } = await orderLookup(browser)
    const { reference, id } = await chargeAt(path)
    await simulator.act(reference, 'approve', { amount: 5 })
    await web.app.payments.checkCharge({ chargeId: id })
    const page = await (await browser.get(path)).text()
    expect(page).toContain('Não pague de novo.')
    expect(page).not.toMatch(/value="(renew|pix|credit_card)"/)
    const [credit] = (
      await web.database.$client.query<{ id: string }>('select id from credits where charge_id = $1', [id])
    ).rows
    if (way === 'returned') {
      pass(1)
      await simulator.act(reference, 'refund')
      await web.app.payments.jobs['payments.reconcile'].run()
    } else
      await web.database.transaction((tx) =>
        web.app.payments.dismissCredit(tx, { creditId: credit?.id ?? '', by: newId(), reason: 'devolvido' }),
      )
    const after = await (await browser.get(path)).text()
    expect(after).not.toContain('Não pague de novo.')
    expect(after).toContain(way === 'returned' ? 'Pagar de novo' : 'Tentar novamente')
    expect(after.includes('O valor que chegou não era o cobrado e voltou')).toBe(way === 'returned')
    expect((await browser.post(path, { intent: 'renew' })).status).toBe(302)
    expect((await chargeAt(path)).id).not.toBe(id)
    await payLookup(path)
    expect(await (await browser.get(path)).text()).toContain('Pagamento aprovado!')
  }
})

test('the page of a look-up shows what was paid too little, too much or twice, until it has gone back', async () => {
  for (const [received, reason, kept] of [
    [5, 'Pago a menos do que o cobrado', 'R$ 5,00'],
    [32, 'Pago a mais', 'R$ 7,00'],
    [undefined, 'Pago em dobro', 'R$ 25,00'],
  ] as const) {
    const browser = web.browser()
    const { path } = await orderLookup(browser)
    const { reference, id } = await chargeAt(path)
    await simulator.act(reference, 'approve', received === undefined ? {} : { amount: received })
    if (received === undefined) await simulator.act(reference, 'pay-again')
    await settleLookup(id)
    const shown = async () => (await (await browser.get(path)).text()).replaceAll('\u00a0', ' ')
    const page = await shown()
    expect(page).toContain('Seu crédito conosco')
    expect(page).toContain('devolve para a conta ou o cartão de quem pagou')
    expect(page).toMatch(new RegExp(`${reason}</b>.*${kept.replace('$', '\\$')}</b>.*Em conferência`))
    const [credit] = (
      await web.database.$client.query<{ id: string }>('select id from credits where charge_id = $1', [id])
    ).rows
    const decision = { creditId: credit?.id ?? '', by: newId(), reason: 'devolvido' }
    if (reason !== 'Pago em dobro')
      await web.database.transaction((tx) => web.app.payments.dismissCredit(tx, decision))
    else {
      await web.database.transaction((tx) => web.app.payments.refundCredit(tx, decision))
      // Nobody writes to a guest when it is made.
      expect(await shown()).toContain(
        'Já pedimos a devolução: ela vai para a conta ou o cartão de quem pagou.',
      )
      const refund = 'select id from refunds where credit_id = $1'
      const { rows } = await web.database.$client.query<{ id: string }>(refund, [credit?.id])
      await web.app.payments.jobs['refunds.issue'].run({ refundId: rows[0]?.id ?? '' })
    }
    expect(await shown()).not.toContain('Seu crédito conosco')
  }
})

test('checking the payment shows that it is pending, then approved', async () => {
  const browser = web.browser()
  const { path } = await orderLookup(browser)
  const early = await browser.follow(await browser.post(path, { intent: 'check' }))
  expect(early.html).toContain('Pagamento ainda não identificado')
  pass(1)
  await simulator.act((await chargeAt(path)).reference, 'approve')
  const later = await browser.follow(await browser.post(path, { intent: 'check' }))
  expect(later.html).toContain('Pagamento aprovado!')
})

test('a name that is cut for the provider is cut between two signs, which the database and the provider read', async () => {
  const { path } = await orderLookup(web.browser(), { nome: `A${'😀'.repeat(40)} Souza` })
  expect(path).toContain('/consulta/')
})

test('the id of a guest’s charge opens nothing: at a bank it is the txid, which its payer is shown', async () => {
  const { path } = await orderLookup(web.browser())
  await payLookup(path)
  const { id: chargeId } = await chargeAt(path)
  const [demo] = DEMO_ACCOUNTS
  await web.app.identity.ensureAccounts(DEMO_ACCOUNTS)
  const customer = web.browser()
  await customer.post('/auth', {
    intent: 'sign-in',
    email: demo?.email ?? '',
    password: demo?.password ?? '',
  })
  for (const other of [web.browser(), customer]) {
    const checked = await other.post('/payment', { intent: 'check', chargeId })
    const unknown = await other.post('/payment', { intent: 'check', chargeId: newId() })
    expect(checked.headers.get('location')).toBe(unknown.headers.get('location'))
    expect(other.cookies.has('rc_cobranca')).toBe(false)
    expect((await other.get('/payment')).headers.get('location') ?? '').not.toContain('/consulta/')
  }
})

test('phase and events need only the private link', async () => {
  const { path } = await orderLookup(web.browser())
  const stranger = web.browser()
  expect(await (await stranger.get(`${path}/situacao`)).json()).toEqual({ phase: 'waiting' })
  await payLookup(path)
  expect(await (await stranger.get(`${path}/eventos`)).text()).toContain('{"phase":"approved"}')
})

test('the streams of look-ups count for the network that opens them', async () => {
  const browser = web.browser()
  const { path } = await orderLookup(browser)
  expect(await streamsOfFullNetwork(web, browser, `${path}/eventos`)).toEqual([429, 200])
})

test('HEAD of a stream takes no stream’s place', async () => {
  const { path } = await orderLookup(web.browser())
  const address = `http://localhost:3000${path}/eventos`
  for (let times = 0; times < 30; times++) {
    const answer = await web.handle(new Request(address, { method: 'HEAD' }), { address: '198.51.100.200' })
    expect([answer.status, answer.body]).toEqual([200, null])
  }
  const leaving = new AbortController()
  const request = new Request(address, { signal: leaving.signal })
  expect((await web.handle(request, { address: '198.51.100.200' })).status).toBe(200)
  leaving.abort()
})

test('a stream continues until the look-up of its link is deleted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { path } = await orderLookup(web.browser())
    const ended = vi.fn()
    const stream = (await web.browser().get(`${path}/eventos`)).text()
    void stream.then(ended)
    const beats = async () => {
      vi.advanceTimersByTime(15_000)
      // The database decides whether the stream may continue.
      for (let round = 0; round < 5; round++) await web.database.$client.query('select 1')
    }
    await beats()
    expect(ended).not.toHaveBeenCalled()
    const id = path.split('/').pop()?.split('.')[0]
    await web.database.$client.query('delete from consultations where id = $1', [id])
    await expect
      .poll(async () => {
        await beats()
        return ended.mock.calls.length
      })
      .toBe(1)
    expect(await stream).toContain('"waiting"')
  } finally {
    vi.useRealTimers()
  }
})

test('an unsigned key gets a 404', async () => {
  const { path } = await orderLookup(web.browser())
  const forged = `${path.slice(0, -2)}xx`
  const browser = web.browser()
  for (const address of [forged, `${forged}/situacao`, `${forged}/eventos`, '/consulta/x']) {
    expect((await browser.get(address)).status).toBe(404)
  }
  expect((await browser.post(forged, { intent: 'renew' })).status).toBe(404)
  expect(await (await browser.get(forged)).text()).toContain('Oops! Page not found')
})

test.each([
  ['the e-mail of the form', { email: 'joana@exemplo.com.br' }, 'joana@exemplo.com.br'],
  ['no e-mail where the buyer gave none, and never the company’s', { email: '' }, undefined],
])('the provider gets the buyer as payer, with %s', async (_, fields, email) => {
  const payer = { identification: { type: 'CPF', number: '52998224725' }, first_name: 'Ana' }
  const { path } = await orderLookup(web.browser(), fields)
  const { reference } = await chargeAt(path)
  expect(await simulator.payer(reference)).toMatchObject({ ...payer, email: email ?? null })

  const byCard = await orderLookup(web.browser(), { ...fields, paymentMethod: 'card' })
  const { preference } = await chargeAt(byCard.path)
  const { payer: atCheckout } = await simulator.preference(preference)
  expect(atCheckout?.email || undefined).toBe(email)
})

test('a signed-in buyer pays with the account’s e-mail', async () => {
  const [demo] = DEMO_ACCOUNTS
  await web.app.identity.ensureAccounts(DEMO_ACCOUNTS)
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email: demo?.email ?? '', password: demo?.password ?? '' })
  const { path } = await orderLookup(browser, { email: '' })
  expect(await simulator.payer((await chargeAt(path)).reference)).toMatchObject({ email: demo?.email })
  const other = await orderLookup(browser, { email: 'ana.nova@exemplo.com.br' })
  expect(await simulator.payer((await chargeAt(other.path)).reference)).toMatchObject({
    email: 'ana.nova@exemplo.com.br',
  })
})

test('the same form sent twice is one look-up, with a purchase of the browser’s script', async () => {
  const [browser, purchase] = [web.browser('198.51.100.77'), newId()]
  const send = (more: object) =>
    browser.post('/complete-consult', { ...complete, nome: 'Joana Duas Vezes', ...more })
  const answers = [await send({ purchase }), await send({ purchase }), await send({ purchase: newId() })]
  const [first, again, another] = answers.map(({ headers }) => headers.get('location'))
  expect(first).toMatch(/^\/consulta\//)
  expect(again).toBe(first)
  expect(another).not.toBe(first)
})

test('where the provider requires an e-mail, the form asks for it', async () => {
  await simulator.faults({ failCreate: { status: 400, code: 4050, times: 1 } })
  const answer = await web.browser().post('/complete-consult', { ...complete, email: '' })
  const html = await answer.text()
  expect(answer.status).toBe(422)
  expect(html).toContain('Para gerar este pagamento, informe o seu e-mail')
  expect(html).toContain('value="529.982.247-25"')
})

test.each([
  ['/cpf-consult', cpfOnly, 'Erro ao gerar pagamento'],
  ['/complete-consult', { ...complete, nome: 'Sem Resposta' }, 'Erro ao processar'],
])('%s reports that the provider does not respond, and keeps the form', async (path, fields, title) => {
  await simulator.faults({ failCreate: { status: 500 } })
  const answer = await web.browser().post(path, fields)
  const html = await answer.text()
  expect(answer.status).toBe(503)
  expect(html).toContain(title)
  expect(html).toContain('Tente novamente em alguns instantes.')
  // Above the form too, because the toast goes.
  const form = html.slice(html.indexOf('<form', html.indexOf('<main')))
  expect(form).toContain(`${title}. Tente novamente em alguns instantes.`)
  expect(html).toContain('value="529.982.247-25"')
})
