// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { allPages, type Browser, publicUrl, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let support: Browser
let finance: Browser
let owner: Browser
let customer: string

beforeAll(async () => {
  support = await atDesk(web, 'support')
  finance = await atDesk(web, 'finance')
  owner = await atDesk(web, 'owner')
  const account = await web.app.identity.accountOf(web.database, demoAccount('customer').email)
  customer = account?.userId ?? ''
})

const htmlOf = async (browser: Browser, path: string) =>
  (await (await browser.get(path)).text()).replaceAll('<!-- -->', '').replaceAll(/\u00a0|&nbsp;/g, ' ')

/** Creates an order with two instalments ahead. */
async function openOrder(amount = 19_990) {
  const orderId = newId()
  const ids = await web.database.transaction(async (tx) => {
    await web.app.orders.openOrder(tx, {
      ...{ id: orderId, userId: customer, serviceId: 'clean-name', planId: 'semanal-20x' },
      ...{ serviceTitle: 'Limpeza de Nome', servicePrice: amount * 2, paymentType: 'PIX semanal' },
    })
    return web.app.payments.scheduleInstalments(tx, {
      ...{ orderId, userId: customer, serviceTitle: 'Limpeza de Nome', paymentType: 'PIX semanal' },
      rows: ['2030-03-01', '2030-04-01'].map((dueDate, index) => ({
        ...{ number: index + 1, kind: 'parcela' as const, amount, dueDate, method: 'pix' as const },
      })),
    })
  })
  return { ids, orderId, page: `/painel/pedidos/${orderId}` }
}

const today = () => new Date(web.app.clock.now().getTime() - 3 * 3_600_000).toISOString().slice(0, 10)

function post(browser: Browser, path: string, fields: Record<string, string | string[]>, file?: File) {
  const body = new FormData()
  const all = { dia: today(), canal: 'cash', comprovante: '', motivo: 'pagou no balcão', ...fields }
  for (const [name, value] of Object.entries(all)) for (const one of [value].flat()) body.append(name, one)
  if (file) body.append('arquivo', file)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { Origin: publicUrl, Cookie: cookie, Accept: 'text/html' }
  const request = new Request(new URL(path, publicUrl), { method: 'POST', headers, body })
  return web.handle(request, { address: '198.51.100.200' })
}

const pdf = (name = 'recibo.pdf') =>
  new File([new TextEncoder().encode(`%PDF-1.4\n%${name}\n%%EOF\n`)], name, { type: 'application/pdf' })

test('finance records a manual payment with a file by a form without a script, and undoes it', async () => {
  const { ids, page } = await openOrder()
  const html = await htmlOf(finance, page)
  expect(html).toContain('Registrar pagamento recebido')
  expect(await htmlOf(support, page)).not.toContain('Registrar pagamento recebido')
  const key = /name="chave" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const fields = { intent: 'manual-payment', chave: key, parcela: ids[0] ?? '', valor: '199,90' }

  expect((await post(support, page, fields, pdf())).status).toBe(403)
  const without = await post(finance, page, fields)
  expect(without.status).toBe(422)
  expect(await without.text()).toContain('Diga o comprovante')
  const wrong = await post(finance, page, fields, new File(['olá'], 'foto.pdf'))
  expect(await wrong.text()).toContain('PDF, JPG ou PNG inteiro')
  const tomorrow = await post(finance, page, { ...fields, dia: '2999-01-01' }, pdf())
  expect(await tomorrow.text()).toContain('Escolha um dia que já chegou')
  const done = await post(finance, page, fields, pdf())
  expect(done.headers.get('Location')).toBe(page)
  // Sent twice, it is recorded as one payment.
  expect((await post(finance, page, fields, pdf())).status).toBe(302)
  const paid = await web.app.payments.paidOf({ userId: customer })
  const found = paid.find(({ id }) => id === ids[0])
  expect(found).toMatchObject({ total: 19_990, byHand: { channel: 'cash' } })
  const item = `/painel/dinheiro/a-mao/${found?.byHand?.id}`
  expect(await htmlOf(finance, page)).toContain(item)
  const [record] = await web.app.backoffice.latestAudit({ limit: 1 })
  expect(record).toMatchObject({ action: 'payment.record', detail: { amount: 19_990 } })

  const read = await htmlOf(finance, item)
  expect(read).toContain('R$ 199,90 registrado à mão')
  expect(read).toContain('Dinheiro, em mãos')
  const file = /href="(\/painel\/pedidos\/[^"]+\/prova\/[^"]+)"/.exec(read)?.[1] ?? ''
  expect((await finance.get(file)).headers.get('content-type')).toBe('application/pdf')
  expect((await support.get(item)).status).toBe(403)

  const undone = await finance.post(item, { intent: 'undo-manual', motivo: 'era de outra cliente' })
  expect(undone.headers.get('Location')).toBe(item)
  expect(await htmlOf(finance, item)).toContain('era de outra cliente')
  const open = await web.app.payments.pendingOf({ userId: customer })
  expect(open.map(({ id }) => id)).toContain(ids[0])
  const messages = await web.app.notifications.messagesOf({ userId: customer, limit: 5 })
  expect(messages.map(({ subject }) => subject)).toContain('Corrigimos um registro nos seus pagamentos')
})

test('an order says what its customer reads: that an instalment is under review, and what the shop keeps as their credit', async () => {
  const { ids, page } = await openOrder()
  const sent = { intent: 'manual-payment', chave: newId(), parcela: ids[0] ?? '', valor: '10,00' }
  expect((await post(finance, page, { ...sent, comprovante: 'recibo 12' })).status).toBe(302)
  for (const member of [finance, support]) {
    const html = await htmlOf(member, page)
    expect(html).toMatch(/1 de 2<.*em conferência/)
    expect(html).toMatch(/Crédito do cliente: R\$ 10,00.*pago a menos · espera uma decisão em Dinheiro/)
  }
  const { rows } = await web.database.$client.query('select id from credits where amount = 1000')
  const place = `/painel/dinheiro/credito/${rows[0]?.id}`
  expect(await htmlOf(finance, page)).toContain(`href="${place}"`)
  expect(await htmlOf(support, page)).not.toContain(`href="${place}"`)
})

test('refuses to pay an instalment of another order at this order’s page', async () => {
  const [here, other] = [await openOrder(), await openOrder()]
  const parcela = [here.ids[0] ?? '', other.ids[0] ?? '']
  for (const ids of [parcela, parcela.slice(1)]) {
    const fields = {
      intent: 'manual-payment',
      chave: newId(),
      valor: '199,90',
      comprovante: 'E-1',
      parcela: ids,
    }
    expect((await post(finance, here.page, fields)).status).toBe(422)
  }
  for (const { orderId } of [here, other])
    expect((await web.app.payments.ofOrder({ orderId })).map(({ status }) => status)).toEqual([
      'pending',
      'pending',
    ])
})

test('above the limit a second person approves a manual payment from the queue', async () => {
  const { ids, orderId, page } = await openOrder(60_000)
  const fields = {
    intent: 'manual-payment',
    chave: newId(),
    parcela: ids,
    valor: '1.200,00',
    comprovante: 'TED 1',
  }
  expect((await post(finance, page, fields)).status).toBe(302)
  const html = await htmlOf(finance, page)
  expect(html).toContain('R$ 1.200,00 à espera de aprovação')
  const item = /href="(\/painel\/dinheiro\/a-mao\/[^"]+)"/.exec(html)?.[1] ?? ''
  expect(await htmlOf(owner, '/painel')).toContain('Aprovar pagamento à mão')
  expect(await htmlOf(finance, item)).toContain('Foi você quem registrou')
  const own = await finance.post(item, { intent: 'approve-manual', motivo: 'confere' })
  expect(await own.text()).toContain('Quem registrou, ou é o cliente, não aprova')
  expect((await owner.post(item, { intent: 'approve-manual', motivo: 'vi o extrato' })).status).toBe(302)
  const [first] = await web.app.payments.ofOrder({ orderId })
  expect(first?.status).toBe('paid')
})

test('the approver of a manual payment reads which of its instalments are no longer open, and that their money is a credit', async () => {
  const { ids, page } = await openOrder(30_000)
  const fields = { intent: 'manual-payment', parcela: ids, valor: '600,00', comprovante: 'TED 3' }
  const waiting = async () => {
    expect((await post(finance, page, { ...fields, chave: newId() })).status).toBe(302)
    const links = [...(await htmlOf(finance, page)).matchAll(/href="(\/painel\/dinheiro\/a-mao\/[^"]+)"/g)]
    return links.at(-1)?.[1] ?? ''
  }
  // Two members record the same money.
  const [first, second] = [await waiting(), await waiting()]
  const gone = 'Não está mais em aberto: Limpeza de Nome, parcela 1; Limpeza de Nome, parcela 2'
  expect(await htmlOf(owner, second)).not.toContain(gone)
  const approve = async (item: string) =>
    (await owner.follow(await owner.post(item, { intent: 'approve-manual', motivo: 'vi o extrato' }))).html
  expect(await approve(first)).toContain('O recibo vai por e-mail')
  expect(await htmlOf(owner, second)).toContain(gone)
  const said = await approve(second)
  expect(said).toContain('ficou como crédito do cliente')
  expect(said).not.toContain('O recibo vai por e-mail')
})

/** Pays an order by hand and gives its money back; returns the refund that waits to be transferred. */
async function refundByHand({ ids, orderId, page }: Awaited<ReturnType<typeof openOrder>>) {
  const fields = {
    intent: 'manual-payment',
    chave: newId(),
    parcela: ids,
    valor: '200',
    comprovante: 'TED 2',
  }
  expect((await post(finance, page, fields)).status).toBe(302)
  await web.database.transaction(async (tx) => {
    await web.app.payments.cancelInstalments(tx, { orderId })
    await web.app.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' })
  })
  const { rows } = await web.database.$client.query<{ id: string }>(
    `select r.id from refunds r join payments p on p.paid_by = r.charge_id where p.order_id = $1 limit 1`,
    [orderId],
  )
  const refundId = rows[0]?.id ?? ''
  await web.app.jobs['refunds.issue']?.run({ refundId })
  return { refundId, item: `/painel/dinheiro/devolucao/${refundId}` }
}

test('a manual refund is an obligation with a form, and is completed once by sending it', async () => {
  const order = await openOrder(10_000)
  const { orderId, page } = order
  const { refundId, item } = await refundByHand(order)
  expect(await htmlOf(finance, '/painel')).toContain('Transferir devolução')
  expect(await htmlOf(finance, item)).toContain('Registrar a transferência')
  const sent = { intent: 'transfer-refund', centavos: '20000', canal: 'transfer' }
  const none = await post(finance, item, sent)
  expect(await none.text()).toContain('Diga o comprovante')
  expect((await post(finance, item, { ...sent, comprovante: 'TED 77' })).status).toBe(302)
  await web.app.jobs['refunds.issue']?.run({ refundId })
  expect(await htmlOf(finance, item)).toContain('TED 77')
  const left = await web.app.payments.ofOrder({ orderId })
  expect(left.map(({ status }) => status)).toEqual(['refunded', 'refunded'])
  expect(await htmlOf(finance, page)).not.toContain('nada pago ainda')
})

test('the proof of a manual refund is of its own order, whatever order the form names', async () => {
  const [order, other] = [await openOrder(10_000), await openOrder()]
  const { refundId, item } = await refundByHand(order)
  const sent = { intent: 'transfer-refund', pedido: other.orderId, centavos: '20000', canal: 'transfer' }
  expect((await post(finance, item, sent, pdf('ted.pdf'))).status).toBe(302)
  await web.app.jobs['refunds.issue']?.run({ refundId })
  const proof = /href="(\/painel\/pedidos\/[^"]+\/prova\/[^"]+)"/.exec(await htmlOf(finance, item))?.[1] ?? ''
  expect(proof).toContain(order.orderId)
  expect((await finance.get(proof)).status).toBe(200)
})
