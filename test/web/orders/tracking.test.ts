// Databases: one
import { expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { deliver } from '../../support/listeners.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/tracking': () => import('../../../src/web/routes/orders/tracking.tsx'),
  '/tracking/versao': () => import('../../../src/web/routes/orders/version.ts'),
  '/tracking/comprovante/:fileId': () => import('../../../src/web/routes/orders/download-evidence.ts'),
})

const [demo] = DEMO_ACCOUNTS
const by = newId()
const pdf = new TextEncoder().encode('%PDF-1.7 protocolo')

/** Creates a signed-in customer with a paid order. */
async function customer() {
  const { orders, identity } = web.app
  const email = `${newId()}@exemplo.com.br`
  await identity.ensureAccounts([{ role: 'customer', email, password: demo?.password ?? '' }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password: demo?.password ?? '' })
  const { rows } = await web.database.$client.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  const userId = rows[0]?.id ?? ''
  const orderId = newId()
  await web.app.database.transaction(async (tx) => {
    await orders.openOrder(tx, {
      ...{ id: orderId, userId, serviceId: 'clean-name', planId: 'a-vista', serviceTitle: 'Limpeza de Nome' },
      ...{ servicePrice: 150_000, paymentType: 'PIX à vista' },
    })
    const steps = ['Análise', 'Envio', 'Entrega'].map((name) => ({ name, description: `O que é ${name}.` }))
    await orders.createSteps(tx, { orderId, steps })
  })
  const payload = { orderId, instalmentId: newId(), userId, amount: 150_000, paidOn: '2026-03-02' }
  await deliver(web.database, orders.listeners, { type: 'instalment.paid', payload })
  return { browser, orderId, userId }
}

/** Completes a step. @returns the id of its file */
async function complete(
  orderId: string,
  stepNumber: number,
  isShared: boolean,
  bytes = pdf,
): Promise<string> {
  const added = await web.app.orders.addStepFile({ orderId, name: 'relatório.pdf', bytes, by })
  if (!added.ok) throw new Error(added.code)
  const words = 'Encontramos três registros.\nO próximo passo é contestar.'
  const step = { orderId, stepNumber, words, protocol: `SERASA-${stepNumber}`, fileId: added.value }
  const done = await web.app.database.transaction((tx) =>
    web.app.orders.completeStep(tx, { ...step, isShared, by }),
  )
  if (!done.ok) throw new Error(done.code)
  return added.value
}

test('a completed step shows the team’s words, its day, and the shared evidence', async () => {
  const { browser, orderId } = await customer()
  const version = async () => (await (await browser.get('/tracking/versao')).json()).version
  const before = await version()
  web.pass(1)
  const shared = await complete(orderId, 1, true)
  const kept = await complete(orderId, 2, false)
  expect(await version()).not.toBe(before)

  const html = (await (await browser.get('/tracking')).text()).replaceAll('<!-- -->', '')
  expect(html.match(/Encontramos três registros\.\nO próximo passo é contestar\./g)).toHaveLength(2)
  const [shown = ''] = html.split('<script type="application/json"')
  expect(shown).not.toContain('O que é Análise.')
  expect(html).toContain('Concluída em 02/03/2026')
  expect(html).toContain('SERASA-1')
  expect(html).not.toContain('SERASA-2')
  expect(html).toContain(`href="/tracking/comprovante/${shared}"`)
  expect(html).not.toContain(kept)
  expect(html).toContain('Pendente, prevista até 01/04/2026')
})

test('the data of the page are the customer’s view of an order, and nothing else of its row', async () => {
  const { browser } = await customer()
  const html = await (await browser.get('/tracking')).text()
  const [, json = ''] = /<script type="application\/json"[^>]*>([^<]*)</.exec(html) ?? []
  const [order] = JSON.parse(json).data.orders
  expect(Object.keys(order).sort()).toEqual(
    [
      ...['contactedAt', 'createdAt', 'deliveryDate', 'dueOn', 'id', 'mayWithdraw', 'number', 'paymentType'],
      ...['planId', 'progress', 'serviceId', 'servicePrice', 'serviceTitle', 'startDate', 'status', 'steps'],
      ...['updatedAt', 'userId'],
    ].sort(),
  )
})

test('a delivered service says when it was delivered, and may be withdrawn from within the period', async () => {
  const { browser, orderId } = await customer()
  const page = async () =>
    (await (await browser.get('/tracking')).text()).split('<script type="application/json"')[0]
  expect(await page()).toContain('Entrega prevista')
  for (const step of [1, 2, 3]) await complete(orderId, step, false)
  expect(await page()).toMatch(/Entregue em.{1,200}02\/03\/2026/s)
  expect(await page()).not.toContain('Entrega prevista')
  expect(await page()).toContain(`href="/contract/desistir/${orderId}"`)
})

test('each open step says when it is expected, and a promised contact is shown until it is made', async () => {
  const { browser, orderId } = await customer()
  const page = async () => (await (await browser.get('/tracking')).text()).replaceAll('<!-- -->', '')
  const html = await page()
  for (const day of ['12/03/2026', '23/03/2026', '01/04/2026']) expect(html).toContain(`prevista até ${day}`)
  expect(html).toContain('Nossa equipe fala com você em até 24 horas')
  await web.app.database.transaction((tx) =>
    web.app.orders.recordContact(tx, { orderId, channel: 'phone', note: 'Falamos.', by }),
  )
  expect(await page()).not.toContain('fala com você em até 24 horas')
})

test('a cancelled order does not announce the steps it never reached', async () => {
  const { browser, orderId } = await customer()
  await complete(orderId, 1, false)
  await web.app.database.transaction((tx) => web.app.orders.cancelOrder(tx, { orderId }))
  const html = await (await browser.get('/tracking')).text()
  expect(html).toContain('Concluída em 02/03/2026')
  expect(html.match(/<b[^>]*>Não foi feita<\/b>/g)).toHaveLength(2)
  expect(html).not.toMatch(/<b[^>]*>(Pendente|Aguardando início)/)
})

test('shows a requested document where the order is followed', async () => {
  const { browser, userId } = await customer()
  const page = async () => (await (await browser.get('/tracking')).text()).replaceAll('<!-- -->', '')
  expect(await page()).not.toContain('Falta um documento seu')
  await web.app.database.transaction((tx) => web.app.documents.request(tx, { userId, kind: 'address' }))
  expect(await page()).toContain('Falta um documento seu')
  expect(await page()).toContain('href="/account?aba=cadastro#documentos"')
})

test('evidence that nobody reads takes the memory of four files, however many connections ask for it', async () => {
  const { browser, orderId } = await customer()
  const large = new Uint8Array(400_000).fill(120)
  large.set(pdf)
  const shared = await complete(orderId, 1, true, large)
  const ask = () => browser.get(`/tracking/comprovante/${shared}`)
  const unread = [await ask(), await ask(), await ask(), await ask()]
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await ask()).status).toBe(429)
  await unread[0]?.body?.cancel()
  const answer = await ask()
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(large)
  for (const one of unread.slice(1)) await one.body?.cancel()
})

test('the owner downloads shared evidence as an attachment; everybody else gets a 404', async () => {
  const [{ browser, orderId }, other] = [await customer(), await customer()]
  const [shared, kept] = [await complete(orderId, 1, true), await complete(orderId, 2, false)]
  const answer = await browser.get(`/tracking/comprovante/${shared}`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining('attachment; filename="relatorio.pdf"'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(pdf)
  for (const [who, id] of [
    [other.browser, shared],
    [browser, kept],
    [browser, newId()],
    [browser, 'x'],
  ] as const)
    expect((await who.get(`/tracking/comprovante/${id}`)).status).toBe(404)
  expect((await web.browser().get(`/tracking/comprovante/${shared}`)).status).toBe(302)
})

test('an order whose payment was recorded by mistake is not shown as refunded', async () => {
  const { browser, orderId, userId } = await customer()
  const { payments, database } = web.app
  const [instalmentId = ''] = await database.transaction((tx) =>
    payments.scheduleInstalments(tx, {
      ...{ orderId, userId, serviceTitle: 'Limpeza de Nome', paymentType: 'PIX à vista', rate: undefined },
      rows: [{ number: 1, kind: 'a-vista', amount: 20_000, dueDate: '2026-03-02', method: 'pix' }],
    }),
  )
  const recorded = await database.transaction((tx) =>
    payments.recordManualPayment(tx, {
      ...{ key: newId(), instalmentIds: [instalmentId], amount: 20_000, receivedOn: '2026-03-02', by },
      ...{ channel: 'transfer', protocol: 'TED 1', payerKind: 'person', reason: 'comprovante' },
    }),
  )
  if (!recorded.ok) throw new Error(recorded.code)
  const { id: manualPaymentId } = recorded.value
  await database.transaction((tx) =>
    payments.undoManualPayment(tx, { manualPaymentId, by, reason: 'era de outra pessoa' }),
  )
  const payload = { orderId, userId }
  await deliver(web.database, web.app.orders.listeners, { type: 'order-money.changed', payload })
  const html = (await (await browser.get('/tracking')).text()).replaceAll('<!-- -->', '')
  expect(html).toContain('O que foi pago neste pedido voltou para você ou foi desfeito.')
  const { rows } = await web.database.$client.query(
    "select text from messages where kind = 'order.on-hold' and user_id = $1",
    [userId],
  )
  expect(rows).toEqual([{ text: expect.stringContaining('voltou para você ou foi desfeito') }])
})

test('an order that waits for its first payment says until when, of several instalments the first', async () => {
  const { browser, userId } = await customer()
  const orderId = newId()
  const shared = { userId, serviceTitle: 'Score Serasa', rate: undefined }
  await web.app.database.transaction(async (tx) => {
    await web.app.orders.openOrder(tx, {
      ...{ id: orderId, userId, serviceId: 'serasa-score', planId: '2x', serviceTitle: 'Score Serasa' },
      ...{ servicePrice: 30_000, paymentType: 'PIX mensal: 2x' },
    })
    const row = { kind: 'parcela' as const, amount: 15_000, method: 'pix' as const }
    await web.app.payments.scheduleInstalments(tx, {
      ...{ orderId, paymentType: 'PIX mensal: 2x', ...shared },
      rows: [
        { ...row, number: 1, dueDate: '2026-03-07' },
        { ...row, number: 2, dueDate: '2026-04-07' },
      ],
    })
  })
  const html = (await (await browser.get('/tracking')).text()).replaceAll('<!-- -->', '')
  expect(html).toContain('A pagar até 07/03/2026')
  expect(html).not.toContain('A pagar até 07/04/2026')
})

test('of many orders, the links to the other pages keep the search', async () => {
  const { browser, userId } = await customer()
  await web.app.database.transaction(async (tx) => {
    for (let count = 0; count < 20; count++) {
      await web.app.orders.openOrder(tx, {
        ...{
          id: newId(),
          userId,
          serviceId: 'clean-name',
          planId: 'a-vista',
          serviceTitle: 'Limpeza de Nome e Rating',
        },
        ...{ servicePrice: 150_000, paymentType: 'PIX à vista' },
      })
    }
  })
  const links = async (path: string) => {
    const html = await (await browser.get(path)).text()
    return [...html.matchAll(/<a class="btn btn-quiet" href="(\/tracking[^"]*)"/g)].map(([, href]) => href)
  }
  expect(await links('/tracking?q=limpeza')).toEqual(['/tracking?q=limpeza&amp;pagina=2'])
  expect(await links('/tracking?q=limpeza&pagina=2')).toEqual(['/tracking?q=limpeza'])
  expect(await links('/tracking?pagina=2')).toEqual(['/tracking'])

  // Exactly a page is all: nothing leads to an empty one.
  expect(await links('/tracking?q=rating')).toEqual([])
})

test('orders that cannot be read are not shown as none: the page says so, and its link keeps the search', async () => {
  const { browser } = await customer()
  const failing = vi.spyOn(web.app.orders, 'ordersOf').mockRejectedValue(new Error('lost'))
  const response = await browser.get('/tracking?q=limpeza')
  failing.mockRestore()
  expect(response.status).toBe(503)
  const html = await response.text()
  expect(html).toContain('Não conseguimos carregar os seus pedidos')
  expect(html).toContain('href="/tracking?q=limpeza"')
})
