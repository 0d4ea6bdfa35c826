// Databases: one
import { afterAll, expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { movableClock, startProvider } from '../../modules/payments/payments-harness.ts'
import { streamsOfFullNetwork } from '../../support/full-network.ts'
import { webWith } from '../../support/web.ts'

// A Monday, as the clock of `webWith`.
const simulatorClock = movableClock('2026-03-02T12:00:00Z')
let simulator: Awaited<ReturnType<typeof startProvider>>

const web = webWith(
  {
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/contract': () => import('../../../src/web/routes/hiring/contract.tsx'),
    '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
    '/payment': () => import('../../../src/web/routes/payments/payment.tsx'),
    '/payment/eventos': () => import('../../../src/web/routes/payments/events.ts'),
    '/payments/adiar/:instalmentId': () => import('../../../src/web/routes/arrangements/postpone.tsx'),
    '/payments/link/:instalmentId': () => import('../../../src/web/routes/arrangements/payer-link.tsx'),
    '/pagar/:token': () => import('../../../src/web/routes/arrangements/payer-page.tsx'),
    '/pagar/:token/eventos': () => import('../../../src/web/routes/arrangements/payer-page-events.ts'),
    '/pagar/:token/situacao': () => import('../../../src/web/routes/arrangements/payer-page-situation.ts'),
    '/service/clean-name': () => import('../../../src/web/routes/content/clean-name.tsx'),
  },
  async () => {
    simulator = await startProvider(simulatorClock)
    return { MERCADOPAGO_BASE_URL: simulator.url, MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken }
  },
)
afterAll(() => simulator.close())

const [demo] = DEMO_ACCOUNTS

/** Creates a signed-in customer. */
async function person() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password: demo?.password ?? '' }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password: demo?.password ?? '' })
  const { rows } = await web.database.$client.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  const userId = rows[0]?.id ?? ''
  await web.database.$client.query('update profiles set nome = $2, documento = $3 where user_id = $1', [
    userId,
    'Ana Maria Souza',
    '52998224725',
  ])
  return { browser, userId, email }
}

/** Creates a customer who hired the weekly plan: the entry due today, then an instalment every week. */
async function customer() {
  const { browser, userId, email } = await person()
  const viewer = { id: userId, email, nome: 'Ana Maria Souza' }
  const started = await web.app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'semanal-20x', viewer },
    ...{ name: viewer.nome, cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  })
  if (!started.ok) throw new Error(started.code)
  const accepted = await web.app.contracting.acceptContract({
    ...{ draftId: started.value.draftId, viewer, ticked: ['Li e aceito os termos do contrato.'] },
    evidence: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' },
  })
  if (!accepted.ok) throw new Error(accepted.code)
  const { rows } = await web.database.$client.query<{ id: string }>(
    'select id from payments where order_id = $1 order by number',
    [accepted.value.orderId],
  )
  const { rows: orders } = await web.database.$client.query<{ number: string }>(
    'select number from orders where id = $1',
    [accepted.value.orderId],
  )
  const [entry = '', first = '', second = ''] = rows.map(({ id }) => id)
  return { browser, userId, email, entry, first, second, orderNumber: orders[0]?.number ?? '' }
}

const text = (html: string) => html.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '')
const pageAt = async (browser: ReturnType<typeof web.browser>, path: string) => {
  const response = await browser.get(path)
  return { response, html: text(await response.text()) }
}

test('a customer chooses a new date, confirms it, and sees it in the list; a second click answers alike', async () => {
  const { browser, first, second } = await customer()
  const here = `/payments/adiar/${first}`
  const { html } = await pageAt(browser, here)
  expect(html).toContain('Adiar a parcela 1')
  expect(html).toContain('R$ 99,90, com vencimento em 09/03/2026')
  // Only days before the next instalment, which is due on the 16th.
  const dates = [...html.matchAll(/<option value="(\d{4}-\d{2}-\d{2})">([^<]+)</g)].map(([, value]) => value)
  expect(dates).toEqual(['10', '11', '12', '13', '14', '15'].map((day) => `2026-03-${day}`))
  expect(html).toContain('Domingo, 15/03/2026')

  const twice = await Promise.all([
    browser.post(here, { novaData: '2026-03-13' }),
    browser.post(here, { novaData: '2026-03-13' }),
  ])
  for (const answer of twice) expect(answer.headers.get('location')).toBe('/payments')
  const list = await pageAt(browser, '/payments')
  expect(list.html).toContain('Parcela adiada')
  expect(list.html).toContain('13/03/2026')
  expect((await pageAt(browser, `/payments/adiar/${second}`)).html).toContain(
    'Este pedido já usou o adiamento',
  )
})

test('a customer with a code for an instalment reads that postponing ends it', async () => {
  const { browser, first, userId, email } = await customer()
  const here = `/payments/adiar/${first}`
  const ends = 'O código Pix que você já gerou para esta parcela deixa de valer.'
  expect((await pageAt(browser, here)).html).not.toContain(ends)
  const viewer = { id: userId, email, nome: 'Ana Maria Souza', documento: '52998224725' }
  expect(await web.app.payments.startCharge({ viewer, instalmentIds: [first] })).toMatchObject({ ok: true })
  expect((await pageAt(browser, here)).html).toContain(ends)
})

test('a date that was not offered returns the customer to the choice', async () => {
  const { browser, first, entry } = await customer()
  const here = `/payments/adiar/${first}`
  for (const novaData of ['', '2026-03-16', '2026-03-09', 'x']) {
    const answer = await browser.post(here, { novaData })
    expect(answer.headers.get('location')).toBe(here)
  }
  expect((await pageAt(browser, here)).html).toContain('Escolha uma das datas')
  expect((await pageAt(browser, `/payments/adiar/${entry}`)).html).toContain(
    'Este pagamento não pode ser adiado',
  )
})

test('another customer’s instalment is not found, and a guest has to sign in first', async () => {
  const { first } = await customer()
  const stranger = await person()
  for (const path of [`/payments/adiar/${first}`, `/payments/link/${first}`]) {
    expect((await stranger.browser.get(path)).status).toBe(404)
    expect((await web.browser().get(path)).headers.get('location')).toBe('/auth')
  }
  const posted = await stranger.browser.post(`/payments/link/${first}`, { intent: 'create' })
  expect(posted.headers.get('location')).toBe('/payments')
})

/** Creates a customer's link for the first instalment. */
async function withLink() {
  const owner = await customer()
  const here = `/payments/link/${owner.first}`
  const before = await pageAt(owner.browser, here)
  expect(before.html).toContain('Criar o link')
  await owner.browser.post(here, { intent: 'create' })
  const { html } = await pageAt(owner.browser, here)
  const [, token = ''] = /\/pagar\/([\w-]{43})/.exec(html) ?? []
  return { ...owner, here, html, token, path: `/pagar/${token}` }
}

test('the payment page links to letting somebody else pay', async () => {
  const { browser, entry } = await customer()
  expect((await pageAt(browser, '/payment')).html).toContain(`/payments/link/${entry}`)
})

test('the owner shares the link by WhatsApp without a number, and can cancel it', async () => {
  const { browser, here, html, path } = await withLink()
  const share = /https:\/\/wa\.me\/\?text=([^"]+)/.exec(html)?.[1] ?? ''
  const message = decodeURIComponent(share).replaceAll('\u00a0', ' ')
  expect(message).toContain('Você pode pagar este Pix de R$ 99,90 para mim?')
  expect(message).toContain(path)
  expect(message).not.toMatch(/limpeza|nome|serasa/i)
  expect((await web.browser().get(path)).status).toBe(200)
  await browser.post(here, { intent: 'revoke' })
  expect((await pageAt(browser, here)).html).toContain('Criar o link')
  expect((await web.browser().get(path)).status).toBe(404)
})

test('the link shows one payment and nothing else, without a session', async () => {
  const { path, orderNumber, email } = await withLink()
  const payer = web.browser()
  const { response, html } = await pageAt(payer, path)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('referrer-policy')).toBe('same-origin')
  expect(response.headers.get('x-robots-tag')).toContain('noindex')
  expect(html).toContain('Pagamento de Ana')
  expect(html).toContain(orderNumber)
  expect(html).toContain('R$ 99,90')
  expect(html).toContain('Gerar código Pix')
  expect(html).not.toContain('href="/"')
  expect(html).not.toMatch(/limpeza|nome sujo|serasa|Souza|529\.982|semanal|contrat|og:image/i)
  expect(html).not.toContain(email)
  expect(html).not.toContain('br.gov.bcb.pix')

  const posted = await payer.post(path, { intent: 'generate' })
  expect(posted.headers.get('location')).toBe(path)
  const waiting = await pageAt(payer, path)
  expect(waiting.html).toContain('br.gov.bcb.pix')
  expect(waiting.html).toContain('data-countdown')
  expect(waiting.html).not.toMatch(/limpeza|serasa|Souza|529\.982|semanal/i)
  expect(await (await payer.get(`${path}/situacao`)).json()).toEqual({ phase: 'waiting' })
  const checked = await payer.post(path, { intent: 'check' })
  expect(text(await checked.text())).toContain('Pagamento ainda não identificado')
  expect(payer.cookies.size).toBe(0)
})

test('the streams of a payment’s page and of a link’s page count for the network that opens them', async () => {
  const { browser, entry, path } = await withLink()
  const pay: [string, string][] = [
    ['paymentIds', entry],
    ['intent', 'pay'],
  ]
  expect((await browser.follow(await browser.post('/payments', pay))).path).toBe('/payment')
  const payer = web.browser()
  await payer.post(path, { intent: 'generate' })
  expect(await streamsOfFullNetwork(web, browser, '/payment/eventos')).toEqual([429, 200])
  expect(await streamsOfFullNetwork(web, payer, `${path}/eventos`)).toEqual([429, 200])
})

test('the link’s page says when it is paid, and so does the owner’s list', async () => {
  const { browser, path, userId } = await withLink()
  const payer = web.browser()
  await payer.post(path, { intent: 'generate' })
  const { rows } = await web.database.$client.query<{ id: string; reference: string; description: string }>(
    'select id, reference, description from charges where user_id = $1',
    [userId],
  )
  const [charge] = rows
  expect(charge?.description).toBe('Pagamento da parcela 1')
  await simulator.act(charge?.reference ?? '', 'approve')
  const checked = await payer.post(path, { intent: 'check' })
  expect(checked.headers.get('location')).toBe(path)
  const { html } = await pageAt(payer, path)
  expect(html).toContain('Pagamento confirmado!')
  expect(html).not.toContain('br.gov.bcb.pix')
  expect(await (await payer.get(`${path}/situacao`)).json()).toEqual({ phase: 'approved' })
  const late = await payer.post(path, { intent: 'generate' })
  expect([late.status, late.headers.get('location')]).toEqual([302, path])
  expect((await pageAt(browser, '/payments?aba=pagas')).html).toContain('99,90')
})

test.each([
  ['too_many', 429, 'Espere alguns minutos e gere de novo.'],
  ['unavailable', 503, 'Não foi possível gerar o código agora'],
] as const)('a code that another payer does not get because of %s says so', async (code, status, said) => {
  const { path } = await withLink()
  vi.spyOn(web.app.payments, 'chargeByPayerLink').mockResolvedValueOnce({ ok: false, code })
  const answer = await web.browser().post(path, { intent: 'generate' })
  expect(answer.status).toBe(status)
  expect(text(await answer.text())).toContain(said)
})

test('an unknown token is a 404 that explains a truncated link, for every method', async () => {
  const browser = web.browser()
  for (const token of ['x'.repeat(43), 'x'.repeat(20)]) {
    const unknown = await browser.get(`/pagar/${token}`)
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('toque no link inteiro')
  }
  expect(await (await browser.get('/nao-existe')).text()).not.toContain('toque no link inteiro')
  expect((await browser.get(`/pagar/${'x'.repeat(43)}/eventos`)).status).toBe(404)
  const posted = await browser.follow(await browser.post(`/pagar/${'x'.repeat(43)}`, { intent: 'generate' }))
  expect(posted.html).toContain('toque no link inteiro')
})

test('the contract accepts a due day before it is signed, and shows its dates', async () => {
  const { browser } = await person()
  await browser.post('/service/clean-name', {
    ...{ plan: 'mensal-12x', name: 'Ana Maria Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' },
    intent: 'hire',
  })
  const before = await pageAt(browser, '/contract')
  expect(before.html).toContain('Prefere outro dia de vencimento?')
  expect(before.html).toContain('Dia 10: 10/04/2026')
  const answer = await browser.post('/contract', { intent: 'due-day', diaVencimento: '10' })
  expect(answer.headers.get('location')).toBe('/contract#vencimento')
  const after = await pageAt(browser, '/contract')
  expect(after.html).toContain('todo mês, dia 10, à escolha do contratante')
  expect(after.html).toContain('10/04/2026')
  const refused = await browser.post('/contract', { intent: 'due-day', diaVencimento: '31' })
  expect(refused.headers.get('location')).toBe('/contract#vencimento')
  expect((await pageAt(browser, '/contract')).html).toContain('Este dia não está disponível')
})
