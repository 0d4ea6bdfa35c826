// Databases: one
import { createHmac } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { addDays } from '../../../src/core/calendar.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { cookiesFor } from '../../../src/web/session/cookies.server.ts'
import {
  minute,
  movableClock,
  startProvider,
  webhookSecret,
} from '../../modules/payments/payments-harness.ts'
import { wordsOf } from '../../specification/page.ts'
import { type Browser, webWith } from '../../support/web.ts'

const simulatorClock = movableClock('2026-03-02T12:00:00Z')
let simulator: Awaited<ReturnType<typeof startProvider>>

const web = webWith(
  {
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
    '/payments/agenda/:orderId': () => import('../../../src/web/routes/payments/calendar.ts'),
    '/payment': () => import('../../../src/web/routes/payments/payment.tsx'),
    '/payment/eventos': () => import('../../../src/web/routes/payments/events.ts'),
    '/payment/situacao': () => import('../../../src/web/routes/payments/situation.ts'),
    '/payment-success': () => import('../../../src/web/routes/payments/success.tsx'),
    '/webhooks/mercadopago': () => import('../../../src/web/routes/payments/webhook.ts'),
  },
  async () => {
    simulator = await startProvider(simulatorClock)
    return { MERCADOPAGO_BASE_URL: simulator.url, MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken }
  },
)
afterAll(() => simulator.close())

const [demo] = DEMO_ACCOUNTS

/** Creates a signed-in customer with an order in `instalments` instalments. */
async function customer({
  instalments = 2,
  documento = '52998224725',
  method = 'pix' as 'pix' | 'credit_card',
} = {}) {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password: demo?.password ?? '' }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password: demo?.password ?? '' })
  const pool = web.database.$client
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  await pool.query('update profiles set nome = $2, documento = $3 where user_id = $1', [
    userId,
    'Ana Maria Souza',
    documento,
  ])
  const orderId = newId()
  await pool.query(
    `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
       delivery_days, delivery_kind, delivery_date, created_at, updated_at)
     values ($1, $2, 'clean-name', 'semanal-20x', 'Limpeza de Nome', 20000, 'PIX semanal', 'pending', 0, 30,
       'calendarDays', '2026-04-02', now(), now())`,
    [orderId, userId],
  )
  const instalmentIds = await web.database.transaction((tx) =>
    web.app.payments.scheduleInstalments(tx, {
      orderId,
      userId,
      serviceTitle: 'Limpeza de Nome',
      paymentType: 'PIX semanal',
      rows: Array.from({ length: instalments }, (_, index) => ({
        number: index,
        kind: index === 0 ? ('entrada' as const) : ('parcela' as const),
        amount: 10_000,
        dueDate: addDays('2026-03-01', index),
        method,
      })),
    }),
  )
  return { browser, userId, orderId, instalmentIds, first: instalmentIds[0] ?? '' }
}

/** Creates another order of the same customer, with one instalment due after the others. */
async function addLaterOrder(userId: string) {
  const orderId = newId()
  await web.database.$client.query(
    `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
       delivery_days, delivery_kind, delivery_date, created_at, updated_at)
     values ($1, $2, 'credit-viability', 'a-vista', 'Estudo de Viabilidade de Crédito', 89700, 'À vista PIX', 'pending',
       0, 60, 'calendarDays', '2026-05-02', now(), now())`,
    [orderId, userId],
  )
  const [instalmentId = ''] = await web.database.transaction((tx) =>
    web.app.payments.scheduleInstalments(tx, {
      orderId,
      userId,
      serviceTitle: 'Estudo de Viabilidade de Crédito',
      paymentType: 'À vista PIX',
      rows: [{ number: 0, kind: 'a-vista', amount: 89_700, dueDate: '2026-03-09', method: 'pix' }],
    }),
  )
  return { orderId, instalmentId }
}

async function openCharge(browser: Browser, instalmentIds: string[]) {
  const form = await browser.post('/payments', formFields(instalmentIds, 'pay'))
  return browser.follow(form)
}

/** Returns the fields of the form: ticked instalments and the pressed button. */
function formFields(instalmentIds: string[], intent: string): [string, string][] {
  return [...instalmentIds.map((id): [string, string] => ['paymentIds', id]), ['intent', intent]]
}

const chargeOf = async (userId: string) => {
  const { rows } = await web.database.$client.query<{ id: string; reference: string; provider_id: string }>(
    'select id, reference, provider_id from charges where user_id = $1 order by created_at desc, id desc limit 1',
    [userId],
  )
  return rows[0] ?? { id: '', reference: '', provider_id: '' }
}

test('/payments and /payment require signing in; the success page does not', async () => {
  const browser = web.browser()
  for (const path of ['/payments', '/payment']) {
    expect((await browser.get(path)).headers.get('location')).toBe('/auth')
  }
  const html = await (await browser.get('/payment-success')).text()
  for (const text of [
    '24 horas',
    'E-mail com os detalhes do contrato',
    'segunda a sexta',
    'Documentos',
    'Garantia',
  ]) {
    expect(html).toContain(text)
  }
})

test('the list shows overdue, due and future instalments, and the total of the ticked ones', async () => {
  const { browser, instalmentIds } = await customer({ instalments: 3 })
  const html = await (await browser.get('/payments')).text()
  for (const text of [
    'Vencida há 1 dia',
    'Vence hoje',
    'Vence em 1 dia',
    'Entrada',
    'Parcela 2',
    'R$ 100,00',
  ]) {
    expect(html).toContain(text)
  }
  // The next payment is late, in red.
  expect(html).toContain('<span class="badge badge-destructive">Vencida há 1 dia</span>')
  const [one = '', two = ''] = instalmentIds
  const summed = await (await browser.post('/payments', formFields([one, two], 'sum'))).text()
  expect(summed).toContain('R$ 200,00')
  expect(summed.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2)
})

test('a customer who ticks more than two hundred instalments sees, and pays, all of them', async () => {
  const { browser, userId, instalmentIds } = await customer({ instalments: 201 })
  const summed = await (await browser.post('/payments', formFields(instalmentIds, 'sum'))).text()
  expect(summed.match(/type="checkbox"[^>]*checked/g)).toHaveLength(201)
  await openCharge(browser, instalmentIds)
  const { rows } = await web.database.$client.query('select amount::int from charges where user_id = $1', [
    userId,
  ])
  expect(rows).toEqual([{ amount: 2_010_000 }])
})

test('a page from before a withdrawal in another tab does not say that its instalments were paid', async () => {
  const { browser, orderId, instalmentIds } = await customer()
  await web.database.transaction((tx) => web.app.payments.cancelInstalments(tx, { orderId }))
  const html = await (await browser.post('/payments', formFields(instalmentIds, 'pay'))).text()
  expect(html).toContain('já foi paga, cancelada ou trocada por outra')
})

/** Returns what the forms on /payments would pay without any tick: instalments, and the text of the button. */
function offered(html: string): [ids: string[], button: string][] {
  return [...html.matchAll(/<form[^>]*action="\/payments"[^>]*>(.*?)<\/form>/gs)].flatMap(([, form = '']) => {
    const ids = [...form.matchAll(/type="hidden" name="paymentIds" value="([^"]+)"/g)].map(
      ([, id]) => id ?? '',
    )
    const button = /<button[^>]*>(.*?)<\/button>/s.exec(form)?.[1] ?? ''
    return ids.length > 0 ? [[ids, button]] : []
  })
}

test('offers the next payment first, with its order and sum, then everything due', async () => {
  const { browser, userId, orderId, instalmentIds } = await customer({ instalments: 3 })
  const number = (await web.app.orders.numbersOf({ userId })).get(orderId) ?? ''
  const html = await (await browser.get('/payments')).text()
  const [one = '', two = ''] = instalmentIds
  expect(offered(html)).toEqual([
    [[one], 'Pagar R$\u00a0100,00 com Pix'],
    [[one, two], 'Pagar as 2 que vencem até hoje: R$\u00a0200,00'],
  ])
  expect(html).toMatch(new RegExp(`Entrada de Limpeza de Nome.*${number}`, 's'))
  expect(html).toContain('0 de 3 pagas')
  expect(html).toContain('faltam R$\u00a0300,00')
  expect(html).not.toMatch(/R\$\s0,00/)
  expect(html).not.toContain(`>${orderId}`)
})

test('with two orders every line and every link names its order', async () => {
  const { browser, userId, orderId } = await customer()
  const later = await addLaterOrder(userId)
  const numbers = await web.app.orders.numbersOf({ userId })
  const html = await (await browser.get('/payments')).text()
  const names = [
    ...html.matchAll(/<a class="link-action" href="(\/payments\/(?:carne|agenda)\/[^"]+)">.*?<\/a>/gs),
  ].map(([link, path]) => [
    path,
    link
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  ])
  const of = `Limpeza de Nome, pedido ${numbers.get(orderId)}`
  const ofLater = `Estudo de Viabilidade de Crédito, pedido ${numbers.get(later.orderId)}`
  expect(names).toEqual([
    [`/payments/carne/${orderId}`, `Carnê em PDF de ${of}`],
    [`/payments/agenda/${orderId}`, `Pôr na agenda de ${of}`],
    [`/payments/carne/${later.orderId}`, `Carnê em PDF de ${ofLater}`],
    [`/payments/agenda/${later.orderId}`, `Pôr na agenda de ${ofLater}`],
  ])
  const rows = html.match(/<label class="plan-row">.*?<\/label>/gs) ?? []
  expect(rows.map((row) => /RC-\w{5}/.exec(row)?.[0])).toEqual([
    numbers.get(orderId),
    numbers.get(orderId),
    numbers.get(later.orderId),
  ])
})

test('the calendar file has the open instalments, each as a whole day with a reminder the day before', async () => {
  const { browser, userId, orderId, instalmentIds } = await customer({ instalments: 3 })
  const number = (await web.app.orders.numbersOf({ userId })).get(orderId)
  const response = await browser.get(`/payments/agenda/${orderId}`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
    'content-disposition': `attachment; filename="parcelas-${number}.ics"`,
    'cache-control': 'private, no-store',
  })
  const file = (await response.text()).replaceAll('\r\n ', '')
  const events = file.split('BEGIN:VEVENT').slice(1)
  expect(events.map((event) => /UID:(.*)\r/.exec(event)?.[1])).toEqual(instalmentIds)
  expect(events.map((event) => /DTSTART;VALUE=DATE:(.*)\r/.exec(event)?.[1])).toEqual([
    ...['20260301', '20260302', '20260303'],
  ])
  // An alarm for what is due today or earlier would ring at once.
  expect(events.map((event) => event.includes('TRIGGER:-PT15H'))).toEqual([false, false, true])
  expect(events[2]).toContain('SUMMARY:Recomeço: parcela 2\\, R$ 100\\,00\r\n')
  expect(events[2]).toContain(
    `DESCRIPTION:Pedido ${number}.\\nPague na sua conta: http://localhost:3000/payments`,
  )
  expect(file).not.toMatch(/Limpeza/)
})

test('the calendar file is for its owner alone, and without open instalments says so', async () => {
  const [ana, eve] = [await customer(), await customer()]
  expect((await eve.browser.get(`/payments/agenda/${ana.orderId}`)).status).toBe(404)
  expect((await eve.browser.get('/payments/agenda/nada')).status).toBe(404)
  const stranger = await web.browser().get(`/payments/agenda/${ana.orderId}`)
  expect(stranger.headers.get('location')).toBe('/auth')
  const numbers = await web.app.orders.numbersOf({ userId: ana.userId })
  expect((await ana.browser.get(`/payments/agenda/${numbers.get(ana.orderId)}`)).status).toBe(404)

  await web.database.transaction((tx) => web.app.payments.cancelInstalments(tx, { orderId: ana.orderId }))
  const { path, html } = await ana.browser.follow(await ana.browser.get(`/payments/agenda/${ana.orderId}`))
  expect(path).toBe('/payments')
  expect(html).toContain('Nada a pôr na agenda')
})

test('/payment shows the order just signed first, even if another instalment is due earlier', async () => {
  const { browser, userId, instalmentIds } = await customer()
  const { orderId, instalmentId } = await addLaterOrder(userId)
  const { order } = cookiesFor(web.app.config.session)
  const [cookie = ''] = (await order.serialize(orderId)).split(';')
  browser.cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1))
  const html = await (await browser.get('/payment')).text()
  expect(html).toContain(`value="${instalmentId}"`)
  for (const other of instalmentIds) expect(html).not.toContain(other)

  const stranger = await customer()
  stranger.browser.cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1))
  const other = await (await stranger.browser.get('/payment')).text()
  expect(other).toContain(`value="${stranger.first}"`)
  expect(other).not.toContain(instalmentId)
})

test('a payment for two orders is called by neither', async () => {
  const { browser, userId, first, instalmentIds } = await customer()
  const { instalmentId } = await addLaterOrder(userId)
  const both = await openCharge(browser, [first, instalmentId])
  expect(both.html).toMatch(/eyebrow">2 parcelas de 2 pedidos</)
  expect(both.html).not.toContain('Limpeza de Nome, 2 parcelas')
  await browser.post('/payment', { intent: 'cancel' })
  const one = await openCharge(browser, [...instalmentIds])
  expect(one.html).toMatch(/eyebrow">Limpeza de Nome, 2 parcelas</)
})

test('each empty list has its own text', async () => {
  const { browser } = await customer({ instalments: 0 })
  const pending = await (await browser.get('/payments')).text()
  expect(pending).toContain('Nenhum pagamento pendente')
  // Nothing was bought: there is nothing to congratulate for.
  expect(pending).not.toContain('Parabéns!')
  expect(await (await browser.get('/payments?aba=pagas')).text()).toContain('Nenhum pagamento no histórico')
  expect(await (await browser.get('/payment')).text()).toContain(
    'Nenhum pagamento pendente encontrado para hoje',
  )
})

test('a customer whose payment has an unknown status is asked to wait, without a countdown, and not charged again', async () => {
  const { browser, userId, first } = await customer()
  await openCharge(browser, [first])
  const { id, reference } = await chargeOf(userId)
  await simulator.faults({ dropWebhooks: true })
  await simulator.act(reference, 'approve')
  await simulator.act(reference, 'status', { status: 'settled' })
  await simulator.faults({})
  const { html } = await browser.follow(await browser.post('/payment', { intent: 'check', chargeId: id }))
  for (const text of ['Pagamento em análise', 'Não pague de novo']) expect(html).toContain(text)
  for (const text of ['data-countdown', 'operadora do cartão', 'Gerar novo código'])
    expect(html).not.toContain(text)

  const list = await (await browser.get('/payments')).text()
  expect(list).toContain('Há um pagamento em conferência')
  expect(list).not.toContain(`value="${first}"`)
  const again = await browser.post('/payments', formFields([first], 'pay'))
  expect(await again.text()).toContain('Uma das parcelas está em conferência')
})

test('after an amount mismatch the instalment is under review and cannot be paid again', async () => {
  const { browser, userId, instalmentIds, first } = await customer()
  await openCharge(browser, [first])
  const { id, reference } = await chargeOf(userId)
  await simulator.faults({ wrongAmount: true })
  await simulator.act(reference, 'approve')
  await simulator.faults({})
  const checked = await browser.follow(await browser.post('/payment', { intent: 'check', chargeId: id }))
  for (const text of ['Recebemos um valor diferente', 'até 1 dia útil', 'Não pague de novo']) {
    expect(checked.html).toContain(text)
  }
  expect(checked.html).not.toContain('ainda não identificado')

  const list = await (await browser.get('/payments')).text()
  expect(list).toContain('Em conferência')
  expect(list).not.toContain(`value="${first}"`)
  expect(list).toContain(`value="${instalmentIds[1]}"`)
  const again = await browser.post('/payments', formFields([first], 'pay'))
  expect(again.status).toBe(400)
  expect(await again.text()).toContain('Uma das parcelas está em conferência')
  const sent = await web.app.notifications.recent({ limit: 5 })
  expect(sent.filter(({ kind }) => kind === 'charge.amount_mismatch')).toHaveLength(1)
})

test('paying with nothing ticked shows an error', async () => {
  const { browser } = await customer()
  const answer = await browser.post('/payments', { intent: 'pay' })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('Selecione pelo menos uma parcela para pagamento')
})

test('another customer’s instalments cannot be paid', async () => {
  const [own, other] = [await customer(), await customer()]
  const answer = await refusedPayment(own.browser, other.instalmentIds)
  expect(answer).toContain('Erro ao gerar pagamento')
  expect((await chargeOf(own.userId)).id).toBe('')
})

async function refusedPayment(browser: Browser, instalmentIds: string[]) {
  const answer = await browser.post('/payments', formFields(instalmentIds, 'pay'))
  expect(answer.status).toBe(400)
  return answer.text()
}

test('a customer without a CPF sees what is missing', async () => {
  const { browser, instalmentIds } = await customer({ documento: '' })
  expect(await refusedPayment(browser, instalmentIds)).toContain('Dados do cliente não encontrados')
})

test('paying without a script shows code, QR, company, countdown and instructions', async () => {
  const { browser, instalmentIds } = await customer()
  const { path, html } = await openCharge(browser, instalmentIds)
  expect(path).toBe('/payment')
  for (const text of [
    'R$ 200,00',
    'br.gov.bcb.pix',
    '<svg',
    'Mostrar QR Code',
    'Empresa Exemplo Ltda',
    '12.ABC.345/01DE-35',
    '30:00',
    'Verificar Pagamento',
    'Quem recebe',
    'Mercado Pago',
    'Como pagar',
    'Preciso de ajuda no WhatsApp',
    '<meta http-equiv="refresh" content="10"/>',
  ]) {
    expect(html).toContain(text)
  }
})

test('checking a paid charge leads to the success page and clears the cookies', async () => {
  const { browser, instalmentIds, userId } = await customer()
  await openCharge(browser, instalmentIds)
  const { id, reference } = await chargeOf(userId)
  const early = await browser.follow(await browser.post('/payment', { intent: 'check', chargeId: id }))
  expect(early.html).toContain('Pagamento ainda não identificado')
  await simulator.act(reference, 'approve')
  simulatorClock.advance(minute)
  web.pass(1)
  const { path, html } = await browser.follow(
    await browser.post('/payment', { intent: 'check', chargeId: id }),
  )
  expect(path).toBe('/payment-success')
  expect(html).toContain('Pagamento aprovado!')
  expect(browser.cookies.has('rc_cobranca')).toBe(false)
  const paid = await (await browser.get('/payments?aba=pagas')).text()
  expect(paid).toContain('Pago em 02/03/2026')
})

test('each tab of the list says how many instalments it has, whichever is open', async () => {
  const { browser, instalmentIds, userId } = await customer({ instalments: 3 })
  await openCharge(browser, instalmentIds.slice(0, 1))
  const { id, reference } = await chargeOf(userId)
  await simulator.act(reference, 'approve')
  simulatorClock.advance(minute)
  web.pass(1)
  await browser.post('/payment', { intent: 'check', chargeId: id })
  for (const path of ['/payments', '/payments?aba=pagas']) {
    const html = await (await browser.get(path)).text()
    const tabs = [...html.matchAll(/(\w+)<span class="tab-count num">(\d+)<\/span>/g)]
    expect(tabs.map(([, label, count]) => [label, count])).toEqual([
      ['Pendentes', '2'],
      ['Pagas', '1'],
    ])
  }
})

test('the success page is a receipt: what, when, how, for which order, and what comes next', async () => {
  const { browser, userId, first, instalmentIds } = await customer()
  const [, second = ''] = instalmentIds
  await openCharge(browser, [first])
  const { id, reference } = await chargeOf(userId)
  const early = await (await browser.get('/payment-success')).text()
  expect(early).toContain('Ainda não recebemos este pagamento')
  expect(browser.cookies.has('rc_cobranca')).toBe(true)
  await simulator.act(reference, 'approve')
  const { html } = await browser.follow(await browser.post('/payment', { intent: 'check', chargeId: id }))
  const { rows } = await web.database.$client.query<{ number: string; provider_id: string }>(
    'select orders.number, provider_id from orders join charges using (user_id) where user_id = $1',
    [userId],
  )
  const again = await (await browser.get('/payment-success')).text()
  for (const page of [html, again]) {
    const text = wordsOf(page)
    for (const words of [
      'Pagamento confirmado!',
      'Recebemos os seus R$ 100,00.',
      'O que foi pago Limpeza de Nome, entrada',
      'Como Pix, pelo Mercado Pago',
      `Pedido ${rows[0]?.number}`,
      `Transação ${rows[0]?.provider_id}`,
      'Próxima parcela R$ 100,00 Parcela 1, vence em 2 de março de 2026',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).toMatch(/Quando \d\d\/03\/2026 às \d\d:\d\d/)
    expect(text).toContain('para começar o seu atendimento')
    expect(page).toContain(`href="/payments/recibo/${id}"`)
  }

  // Of a later payment nothing begins, and no contract is sent.
  await openCharge(browser, [second])
  const later = await chargeOf(userId)
  await simulator.act(later.reference, 'approve')
  const next = await browser.follow(await browser.post('/payment', { intent: 'check', chargeId: later.id }))
  expect(wordsOf(next.html)).toContain('Próximos passos Recibo no seu e-mail')
  expect(wordsOf(next.html)).not.toContain('para começar o seu atendimento')
})

test('a payment that is the first of one of its orders says what begins', async () => {
  const { browser, userId, instalmentIds } = await customer()
  const { instalmentId } = await addLaterOrder(userId)
  const [first = '', second = ''] = instalmentIds
  const pages: string[] = []
  for (const paid of [[first], [second, instalmentId]]) {
    await openCharge(browser, paid)
    const { id, reference } = await chargeOf(userId)
    await simulator.act(reference, 'approve')
    const { html } = await browser.follow(await browser.post('/payment', { intent: 'check', chargeId: id }))
    pages.push(wordsOf(html))
  }
  for (const text of pages) expect(text).toContain('para começar o seu atendimento')
})

test('confirms nothing to a person who has not paid, nor another person’s payment', async () => {
  const [nobody, payer] = [await customer(), await customer()]
  await openCharge(payer.browser, payer.instalmentIds)
  const { reference, id } = await chargeOf(payer.userId)
  await simulator.act(reference, 'approve')
  const charge = payer.browser.cookies.get('rc_cobranca') ?? ''
  await web.app.payments.checkCharge({ chargeId: id })
  for (const browser of [nobody.browser, web.browser()]) {
    browser.cookies.set('rc_cobranca', charge)
    const text = wordsOf(await (await browser.get('/payment-success')).text())
    expect(text).toContain('Aqui aparece o seu recibo')
    expect(text).not.toMatch(/confirmado!|Parabéns|R\$ /)
  }
  const own = wordsOf(await (await payer.browser.get('/payment-success')).text())
  expect(own).toContain('Está tudo pago')
})

test('a Pix above the night limit shows the limit', async () => {
  const { browser, userId } = await customer({ instalments: 0 })
  await addLaterOrder(userId)
  expect(await (await browser.get('/payment')).text()).not.toContain('os bancos costumam')
  await web.database.$client.query('update payments set amount = 100001 where user_id = $1', [userId])
  const text = wordsOf(await (await browser.get('/payment')).text())
  expect(text).toContain(
    'Pague antes das 20h. Das 20h às 6h, os bancos costumam aceitar até R$ 1.000,00 em Pix',
  )
})

test('a cancelled charge says so and can be renewed', async () => {
  const { browser, instalmentIds, userId } = await customer()
  await openCharge(browser, instalmentIds)
  const { id, reference } = await chargeOf(userId)
  await simulator.act(reference, 'cancel')
  const { html } = await browser.follow(await browser.post('/payment', { intent: 'check', chargeId: id }))
  expect(html).toContain('O pagamento foi cancelado ou rejeitado')
  const again = await browser.follow(await browser.post('/payment', { intent: 'renew', chargeId: id }))
  expect(again.html).toContain('Aguardando seu Pix')
})

/** Returns the text of /payment. */
const paymentText = async (browser: Browser) => wordsOf(await (await browser.get('/payment')).text())

test('a code whose instalment was paid by another one offers no new code, and says that it is paid', async () => {
  const { browser, first, userId } = await customer()
  await openCharge(browser, [first])
  const late = await chargeOf(userId)
  await simulator.act(late.reference, 'expire')
  await browser.post('/payment', { intent: 'check', chargeId: late.id })
  await browser.follow(await browser.post('/payment', { intent: 'renew', chargeId: late.id }))
  const newer = await chargeOf(userId)
  const shown = browser.cookies.get('rc_cobranca') ?? ''
  await simulator.act(late.reference, 'approve-late')
  simulatorClock.advance(minute)
  web.pass(1)
  await browser.post('/payment', { intent: 'check', chargeId: late.id })
  expect((await web.app.payments.paidOf({ userId })).map(({ id }) => id)).toEqual([first])
  await simulator.act(newer.reference, 'cancel')
  await browser.post('/payment', { intent: 'check', chargeId: newer.id })
  browser.cookies.set('rc_cobranca', shown)
  const text = await paymentText(browser)
  expect(text).toContain('Esta cobrança já está paga')
  expect(text).toContain('Não pague de novo')
  expect(text).not.toContain('Tentar novamente')
  expect(text).not.toContain('Como pagar')
})

test('a code of a contract that was withdrawn from, or of an instalment under review, offers no new code', async () => {
  const withdrawn = await customer()
  await openCharge(withdrawn.browser, [withdrawn.first])
  await web.database.transaction((tx) =>
    web.app.payments.cancelInstalments(tx, { orderId: withdrawn.orderId }),
  )
  const { id, reference } = await chargeOf(withdrawn.userId)
  await simulator.act(reference, 'cancel')
  await withdrawn.browser.post('/payment', { intent: 'check', chargeId: id })
  const text = await paymentText(withdrawn.browser)
  expect(text).toContain('Este código não vale mais')
  expect(text).not.toContain('Tentar novamente')

  const reviewed = await customer()
  await openCharge(reviewed.browser, [reviewed.first])
  const wrong = await chargeOf(reviewed.userId)
  await simulator.act(wrong.reference, 'expire')
  await reviewed.browser.post('/payment', { intent: 'check', chargeId: wrong.id })
  await reviewed.browser.follow(
    await reviewed.browser.post('/payment', { intent: 'renew', chargeId: wrong.id }),
  )
  const newer = await chargeOf(reviewed.userId)
  const shown = reviewed.browser.cookies.get('rc_cobranca') ?? ''
  await simulator.act(wrong.reference, 'approve-late', { amount: 1 })
  simulatorClock.advance(minute)
  web.pass(1)
  await reviewed.browser.post('/payment', { intent: 'check', chargeId: wrong.id })
  await simulator.act(newer.reference, 'cancel')
  await reviewed.browser.post('/payment', { intent: 'check', chargeId: newer.id })
  reviewed.browser.cookies.set('rc_cobranca', shown)
  const waiting = await paymentText(reviewed.browser)
  expect(waiting).toContain('Em conferência')
  expect(waiting).not.toContain('Tentar novamente')
})

test('card instalments have one checkout, and its payment settles all of them', async () => {
  const { browser, first, userId, instalmentIds } = await customer({ method: 'credit_card' })
  const list = await (await browser.get('/payments')).text()
  expect(offered(list)).toEqual([[instalmentIds, 'Pagar R$\u00a0200,00 com cartão']])
  const { html } = await openCharge(browser, [first])
  expect(html).toContain('R$ 200,00')
  expect(html).toContain('Ir para o pagamento com cartão')
  const page = /href="([^"]*\/checkout\/[^"]*)"/.exec(html)?.[1] ?? ''
  const body = new URLSearchParams({ installments: '2' })
  const paid = await fetch(`${page}/approve`, { method: 'POST', body, redirect: 'manual' })
  expect(paid.status).toBeLessThan(400)
  const { id } = await chargeOf(userId)
  await browser.post('/payment', { intent: 'check', chargeId: id })
  const kept = await web.app.payments.paidOf({ userId })
  expect(kept.map((one) => one.id).sort()).toEqual([...instalmentIds].sort())
})

test('another customer’s charge cannot be seen, checked or streamed', async () => {
  const [own, other] = [await customer(), await customer()]
  await openCharge(other.browser, other.instalmentIds)
  const { id } = await chargeOf(other.userId)
  const answer = await own.browser.follow(
    await own.browser.post('/payment', { intent: 'check', chargeId: id }),
  )
  expect(answer.html).toContain('ID do pagamento não encontrado')
  own.browser.cookies.set('rc_cobranca', other.browser.cookies.get('rc_cobranca') ?? '')
  expect((await own.browser.get('/payment/eventos')).status).toBe(404)
  expect((await own.browser.get('/payment/situacao')).status).toBe(404)
  const stranger = web.browser()
  expect((await stranger.get('/payment/eventos')).status).toBe(404)
})

test('the event stream sends the approval within two seconds, then ends', async () => {
  const { browser, instalmentIds, userId } = await customer()
  await openCharge(browser, instalmentIds)
  const { id, reference } = await chargeOf(userId)
  const stream = await browser.get('/payment/eventos')
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  await simulator.act(reference, 'approve')
  await web.app.payments.checkCharge({ chargeId: id })
  const said = await stream.text()
  expect(said).toContain('data: {"phase":"waiting"}')
  expect(said).toContain('data: {"phase":"approved"}')
  const situation = await browser.get('/payment/situacao')
  expect(await situation.json()).toEqual({ phase: 'approved' })
})

test('the event stream ends after its customer signed out', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { browser, instalmentIds } = await customer()
    await openCharge(browser, instalmentIds)
    const ended = vi.fn()
    const stream = (await browser.get('/payment/eventos')).text()
    void stream.then(ended)
    const beats = async () => {
      vi.advanceTimersByTime(15_000)
      // The database decides whether the stream may continue.
      for (let round = 0; round < 5; round++) await web.database.$client.query('select 1')
      return ended.mock.calls.length
    }
    expect(await beats()).toBe(0)
    const cookie = `rc_sessao=${browser.cookies.get('rc_sessao')}`
    await web.app.identity.signOut({ headers: new Headers({ cookie }) })
    await expect.poll(beats).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('a signed webhook gets a 200, a forged or legacy one a 401', async () => {
  const { browser, instalmentIds, userId } = await customer()
  await openCharge(browser, instalmentIds)
  const { provider_id } = await chargeOf(userId)
  const ts = String(Date.parse('2026-03-02T12:00:00Z'))
  const v1 = createHmac('sha256', webhookSecret)
    .update(`id:${provider_id};request-id:r-1;ts:${ts};`)
    .digest('hex')
  const path = `/webhooks/mercadopago?source_news=webhooks&data.id=${provider_id}&type=payment`
  const send = (signature: string, to = path) =>
    browser.machine(to, { 'x-request-id': 'r-1', 'x-signature': signature })
  expect((await send(`ts=${ts},v1=${v1}`)).status).toBe(200)
  expect((await send(`ts=${ts},v1=${v1}`)).status).toBe(200)
  expect((await send(`ts=${ts},v1=${'0'.repeat(64)}`)).status).toBe(401)
  expect(
    (await send(`ts=${ts},v1=${v1}`, `/webhooks/mercadopago?topic=payment&id=${provider_id}`)).status,
  ).toBe(401)
  const { rows } = await web.database.$client.query('select 1 from provider_events where data_id = $1', [
    provider_id,
  ])
  expect(rows).toHaveLength(1)
})

test('a duplicate payment is shown as a credit, to its payer only', async () => {
  const [own, other] = [await customer(), await customer()]
  await openCharge(own.browser, own.instalmentIds)
  const { id, reference } = await chargeOf(own.userId)
  await simulator.act(reference, 'approve')
  await simulator.act(reference, 'pay-again')
  await web.app.payments.checkCharge({ chargeId: id })
  const page = await (await own.browser.get('/payments')).text()
  for (const words of ['Seu crédito conosco', 'Pago em dobro', 'Este valor é seu'])
    expect(page).toContain(words)
  expect(await (await other.browser.get('/payments')).text()).not.toContain('Seu crédito conosco')
})

test('a refunded credit is under Pagas with the day and the destination, and its e-mail opens that list', async () => {
  const [own, other] = [await customer(), await customer()]
  await openCharge(own.browser, own.instalmentIds)
  const { id: chargeId, reference } = await chargeOf(own.userId)
  await simulator.act(reference, 'approve')
  await simulator.act(reference, 'pay-again')
  const { payments, notifications } = web.app
  await payments.checkCharge({ chargeId })
  const [credit] = await payments.creditsOf({ userId: own.userId })
  const decided = { creditId: credit?.id ?? '', by: newId(), reason: 'pediu de volta' }
  await web.database.transaction((tx) => payments.refundCredit(tx, decided))
  const pageOf = async (path: string, { browser } = own) => wordsOf(await (await browser.get(path)).text())
  const asked = await pageOf('/payments')
  expect(asked).toContain('Devolução pedida')
  expect(asked).toContain('Já pedimos a devolução, e avisamos você por e-mail')
  expect(asked).not.toContain('Prefere usar em uma parcela?')
  const refund = 'select id from refunds where credit_id = $1'
  const { rows } = await web.database.$client.query<{ id: string }>(refund, [credit?.id])
  await payments.jobs['refunds.issue'].run({ refundId: rows[0]?.id ?? '' })

  expect(await pageOf('/payments')).not.toContain('Seu crédito conosco')
  const [, returned = ''] = (await pageOf('/payments?aba=pagas')).split('Pagamentos devolvidos ou desfeitos')
  expect(returned).toContain('Pago em dobro')
  expect(returned).toContain('R$ 200,00')
  expect(returned).toMatch(/Voltou em \d\d\/\d\d\/\d{4} para a conta ou o cartão de onde saiu/)
  const sent = (await notifications.recent({ limit: 20 })).find(({ kind }) => kind === 'refund.done')
  expect(sent?.links).toContainEqual(expect.stringMatching(/\/payments\?aba=pagas$/))
  expect(await pageOf('/payments?aba=pagas', other)).not.toContain('Pago em dobro')
})

test('the provider’s return URL does not prove a payment', async () => {
  const { browser, instalmentIds, userId } = await customer()
  await openCharge(browser, instalmentIds)
  const { provider_id, reference } = await chargeOf(userId)
  const query = new URLSearchParams({
    ...{ collection_status: 'approved', status: 'approved', payment_id: String(provider_id) },
    ...{ collection_id: String(provider_id), external_reference: reference },
  })
  expect((await browser.follow(await browser.get(`/payment?${query}`))).path).toBe('/payment')
  expect((await browser.get('/payment-success')).status).not.toBe(500)
  const pending = await web.app.payments.pendingOf({ userId })
  expect(pending.map(({ id }) => id)).toEqual(expect.arrayContaining([...instalmentIds]))
  const { rows } = await web.database.$client.query(
    'select 1 from provider_payments where reference = $1 and received_at is not null',
    [reference],
  )
  expect(rows).toEqual([])
})

test('a payer who returns from the provider’s card page reads the result of the payment at once', async () => {
  const { browser, instalmentIds } = await customer({ method: 'credit_card' })
  const { html } = await openCharge(browser, instalmentIds)
  const page = /href="([^"]*\/checkout\/[^"]*)"/.exec(html)?.[1] ?? ''
  const returnWith = async (paymentId: string) =>
    browser.follow(await browser.get(`/payment?collection_status=approved&payment_id=${paymentId}`))
  // A payer who returns without paying has no payment, so nothing is queried.
  expect((await browser.get('/payment?collection_status=null&payment_id=null')).status).toBe(200)
  const early = await returnWith('123')
  expect(early.path).toBe('/payment')
  expect(early.html).toContain('Pagamento ainda não identificado')
  expect(early.html).toContain('Ir para o pagamento com cartão')

  const body = new URLSearchParams({ installments: '2' })
  await fetch(`${page}/approve`, { method: 'POST', body, redirect: 'manual' })
  simulatorClock.advance(minute)
  web.pass(1)
  const { path } = await returnWith('123')
  expect(path).toBe('/payment-success')
})

test('a return from the provider in a browser without the charge shows the page as it is', async () => {
  const { browser } = await customer({ method: 'credit_card' })
  const answer = await browser.get('/payment?collection_status=approved&payment_id=123')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toMatch(/Pagar R\$\u00a0\d+,00 com cartão/)
})
