// Databases: one
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { formatDate } from '../../../src/core/calendar.ts'
import { release } from '../../../src/modules/catalogue/public.ts'
import { numberPdf } from '../../../src/modules/receipts/issue-pdf.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { movableClock, startProvider } from '../../modules/payments/payments-harness.ts'
import { withoutOthers } from '../../modules/payments/rows.ts'
import { readPdf } from '../../modules/receipts/read-pdf.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { deliver } from '../../support/listeners.ts'
import { type Browser, webWith } from '../../support/web.ts'

let simulator: Awaited<ReturnType<typeof startProvider>>
let dataDir = ''

const web = webWith(
  {
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/tracking': () => import('../../../src/web/routes/orders/tracking.tsx'),
    '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
    '/contract/desistir/:orderId': () => import('../../../src/web/routes/hiring/withdraw.tsx'),
    '/payments/recibo/:receiptId': () => import('../../../src/web/routes/payments/receipt.ts'),
    '/payments/carne/:orderId': () => import('../../../src/web/routes/payments/schedule.ts'),
  },
  async () => {
    simulator = await startProvider(movableClock('2026-03-02T12:00:00Z'))
    dataDir = await mkdtemp(join(tmpdir(), 'receipts-'))
    return {
      DATA_DIR: dataDir,
      MERCADOPAGO_BASE_URL: simulator.url,
      MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken,
    }
  },
)
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await simulator.close()
  await rm(dataDir, { recursive: true })
})

const password = DEMO_ACCOUNTS[0]?.password ?? ''

/** Creates a signed-in customer who accepted a contract with a down payment of R$ 400,00 and twenty weekly instalments. */
async function customer() {
  const email = `${newId()}@exemplo.com.br`
  const { app, database } = web
  await app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const { rows } = await database.$client.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  const viewer = { id: rows[0]?.id ?? '', email, nome: 'Ana Souza', documento: '52998224725' }
  const orderId = await sign(viewer)
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password })
  return { viewer, userId: viewer.id, browser, email, orderId }
}

/** Accepts the contract for a customer. @returns the order's id */
async function sign(viewer: { id: string; email: string; nome: string; documento: string }): Promise<string> {
  const { app } = web
  const choice = { name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }
  const draft = await app.contracting.startHiring({
    ...choice,
    serviceId: 'clean-name',
    planId: 'semanal-20x',
    viewer,
  })
  if (!draft.ok) throw new Error(draft.code)
  const signed = await app.contracting.acceptContract({
    draftId: draft.value.draftId,
    viewer,
    ticked: ['Li e aceito.'],
    evidence: { ip: '203.0.113.7', userAgent: 'test' },
  })
  if (!signed.ok) throw new Error(signed.code)
  return signed.value.orderId
}

const pageOf = async (browser: Browser, path: string) => (await browser.get(path)).text()

/** The text of the HTML, without what React starts with. */
const wordsOf = (html: string) =>
  (html.split('<script type="application/json"')[0] ?? '')
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ')

type Customer = Awaited<ReturnType<typeof customer>>

/** Pays the next instalments of an order in one charge. */
async function pay({ viewer, orderId }: Customer, howMany = 1): Promise<string> {
  const { payments } = web.app
  const instalments = (await payments.ofOrder({ orderId })).filter(({ status }) => status === 'pending')
  const instalmentIds = instalments.slice(0, howMany).map(({ id }) => id)
  const started = await payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  await simulator.act(await providerIdOf(chargeId), 'approve')
  await payments.checkCharge({ chargeId })
  return chargeId
}

async function providerIdOf(chargeId: string): Promise<string> {
  const { rows } = await web.database.$client.query('select provider_id from charges where id = $1', [
    chargeId,
  ])
  return rows[0]?.provider_id
}

/** Delivers a stored event to the listeners of receipts, as the worker would. */
async function deliverStored(type: string, field: string, id: string): Promise<void> {
  const { rows: events } = await web.database.$client.query(
    'select payload from events where type = $1 and payload ->> $2 = $3',
    [type, field, id],
  )
  expect(events).toHaveLength(1)
  // One of the listeners handles an event once: a second delivery represents another process that did not know of the first.
  await deliver(web.database, web.app.receipts.listeners, { type, payload: events[0]?.payload })
}

async function rowsOf(userId: string, kind: string) {
  const { rows } = await web.database.$client.query(
    'select * from receipts where user_id = $1 and kind = $2 order by number',
    [userId, kind],
  )
  return rows
}

const receiptEmailsTo = async (email: string) =>
  (await web.app.notifications.recent({ limit: 200 })).filter(
    ({ to, kind }) => to === email && kind === 'receipt.made',
  )

async function pdfAt(browser: Browser, path: string) {
  const response = await browser.get(path)
  expect(response.status).toBe(200)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('a settled charge has a numbered receipt and one e-mail with its link; opening it makes the PDF', async () => {
  const ana = await customer()
  const chargeId = await pay(ana, 2)
  await deliverStored('charge.settled', 'chargeId', chargeId)

  const [row, ...others] = await rowsOf(ana.userId, 'receipt')
  expect(others).toEqual([])
  expect(row).toMatchObject({ charge_id: chargeId, year: 2026, amount: 49_990, key: chargeId, sha256: null })
  const [email, ...more] = await receiptEmailsTo(ana.email)
  expect(more).toEqual([])
  expect(email?.links).toEqual([`http://localhost:3000/payments/recibo/${chargeId}`])
  expect(email?.subject).toBe('Seu recibo está pronto')
  expect(email?.text).toContain(`Recibo: 2026/${String(row?.number).padStart(6, '0')}\nValor: R$ 499,90`)
  // The id in the link may have any digits.
  expect(email?.text.replaceAll(chargeId, '')).not.toMatch(/982|CPF|Limpeza/)

  const { response, bytes } = await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)
  const number = `2026-${String(row?.number).padStart(6, '0')}`
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="recibo-${number}.pdf"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; object-src 'self'/)
  const [made] = await rowsOf(ana.userId, 'receipt')
  expect(made).toMatchObject({ id: row?.id, number: row?.number })
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(made?.sha256)
  expect(await receiptEmailsTo(ana.email)).toHaveLength(1)
  const { text } = readPdf(bytes).tree
  for (const said of [
    'Recebemos de Ana Souza, CPF ***.982.247-**, a quantia de R$ 499,90 (quatrocentos e noventa e nove reais e noventa centavos)',
    'EntradaLimpeza de Nome',
    'Parcela 1Limpeza de Nome',
    `pagamento ${await providerIdOf(chargeId)} no Mercado Pago`,
    'CNPJ12.ABC.345/01DE-35',
    `Pedido${(await web.app.orders.numbersOf({ userId: ana.userId })).get(ana.orderId)}`,
  ]) {
    expect(text).toContain(said)
  }
})

test('the e-mail of a receipt is found at the order that was paid', async () => {
  const [ana, other] = [await customer(), await customer()]
  for (const one of [ana, other]) await deliverStored('charge.settled', 'chargeId', await pay(one))
  const { rows } = await web.database.$client.query(
    "select order_id from messages where kind = 'receipt.made' and user_id = $1",
    [ana.userId],
  )
  expect(rows).toEqual([{ order_id: ana.orderId }])
})

test('a receipt names the company as it was on the day of the payment', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  const charge = await web.app.payments.settledCharge({ chargeId, userId: ana.userId })
  const { company } = release
  vi.spyOn(web.app.catalogue, 'companyAt').mockImplementation(async ({ at }) => ({
    ...company,
    legalName: at.getTime() === charge?.receivedAt.getTime() ? 'Nome do Dia Ltda.' : 'Nome de Depois Ltda.',
  }))
  web.pass(1)
  const { text } = readPdf((await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)).bytes).tree
  expect(text).toContain('Nome do Dia Ltda.')
  expect(text).not.toContain('Nome de Depois')
})

test('the e-mail of a receipt for several orders is about none of them, also when the receipt is opened first', async () => {
  const ana = await customer()
  await sign(ana.viewer)
  const { payments, receipts } = web.app
  const entries = (await payments.pendingOf({ userId: ana.userId })).filter(({ number }) => number === 0)
  const started = await payments.startCharge({
    viewer: ana.viewer,
    instalmentIds: entries.map(({ id }) => id),
  })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  await simulator.act(await providerIdOf(chargeId), 'approve')
  await payments.checkCharge({ chargeId })
  await receipts.openReceipt({ receiptId: chargeId, userId: ana.userId })
  const { rows } = await web.database.$client.query(
    "select order_id from messages where kind = 'receipt.made' and user_id = $1",
    [ana.userId],
  )
  expect(rows).toEqual([{ order_id: null }])
})

test('repeated events and concurrent opening create one receipt and one e-mail', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  const open = () => web.app.receipts.openReceipt({ receiptId: chargeId, userId: ana.userId })
  const [one, other] = await Promise.all([open(), open()])
  expect(one).toEqual(other)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  expect(await open()).toEqual(one)
  expect(await rowsOf(ana.userId, 'receipt')).toHaveLength(1)
  expect(await receiptEmailsTo(ana.email)).toHaveLength(1)
})

test('opening that is killed before or after storing the PDF finishes with the same number', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  const [numbered] = await rowsOf(ana.userId, 'receipt')
  const { put } = web.app.storage
  vi.spyOn(web.app.storage, 'put')
    .mockRejectedValueOnce(new Error('killed'))
    .mockImplementationOnce(async (key, body) => {
      await put(key, body)
      throw new Error('killed')
    })
  const open = () => web.app.receipts.openReceipt({ receiptId: chargeId, userId: ana.userId })
  await expect(open()).rejects.toThrow('killed')
  await expect(open()).rejects.toThrow('killed')
  expect(await rowsOf(ana.userId, 'receipt')).toEqual([numbered])

  const { bytes } = await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)
  const [made, ...others] = await rowsOf(ana.userId, 'receipt')
  expect(others).toEqual([])
  expect(made).toMatchObject({ id: numbered?.id, number: numbered?.number })
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(made?.sha256)
  expect(await receiptEmailsTo(ana.email)).toHaveLength(1)
})

test('concurrent settlements get different numbers, also where some are rolled back', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, customer))
  const charges = await Promise.all(people.map((one) => pay(one)))
  const number = (at: number, fails: boolean) =>
    web.database
      .transaction(async (tx) => {
        const payload = {
          chargeId: charges[at],
          userId: people[at]?.userId,
          received: 40_000,
          amount: 40_000,
        }
        const stored = { ...payload, method: 'pix', paidOn: '2026-03-02', purpose: { kind: 'instalments' } }
        const [receipt] = web.app.receipts.listeners
        await receipt?.receive(tx, { type: 'charge.settled', payload: stored })
        if (fails) throw new Error('killed')
      })
      .catch(() => {})
  await Promise.all(people.flatMap((_, at) => [number(at, at % 2 === 0), number(at, false)]))
  const rows = (await Promise.all(people.map(({ userId }) => rowsOf(userId, 'receipt')))).flat()
  expect(rows).toHaveLength(6)
  expect(new Set(rows.map((row) => row.number))).toHaveLength(6)
  for (const { email } of people) expect(await receiptEmailsTo(email)).toHaveLength(1)
})

test('finishes what an earlier release left half done: its job sends the e-mail under its number', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  await web.database.$client.query(
    `insert into receipts (id, kind, key, user_id, charge_id, year, number, amount, created_at)
     values ($1, 'receipt', $2, $3, $4, 2026, 900001, 40000, now())`,
    [newId(), chargeId, ana.userId, chargeId],
  )
  await web.app.receipts.jobs['receipts.receipt'].run({ chargeId, userId: ana.userId })
  expect(await rowsOf(ana.userId, 'receipt')).toMatchObject([{ number: 900_001, sha256: expect.any(String) }])
  expect(await receiptEmailsTo(ana.email)).toHaveLength(1)
  // An event of an earlier release does not state what was received.
  const payload = { chargeId, userId: ana.userId, amount: 40_000, method: 'pix', paidOn: '2026-03-02' }
  const stored = { ...payload, purpose: { kind: 'instalments' } }
  await deliver(web.database, web.app.receipts.listeners, { type: 'charge.settled', payload: stored })
  expect(await receiptEmailsTo(ana.email)).toHaveLength(1)
})

test('the year of a number is that of São Paulo, in whose last night Greenwich has the next', async () => {
  const yearAt = async (now: string) => {
    const subject = {
      kind: 'receipt',
      key: newId(),
      userId: newId(),
      chargeId: newId(),
      amount: 100,
    } as const
    return web.database.transaction(async (tx) => {
      await tx.execute(withoutOthers)
      return (await numberPdf(tx, subject, { clock: fixedClock(now), newId })).year
    })
  }
  expect(await yearAt('2030-01-01T02:59:59.000Z')).toBe(2029)
  expect(await yearAt('2030-01-01T03:00:00.000Z')).toBe(2030)
})

test('numbers continue beyond those of an earlier release, with room for the ones it still gives', async () => {
  const next = async (year: number) => {
    const { rows } = await web.database.$client.query("select next_receipt_number('receipt', $1) as n", [
      year,
    ])
    return rows[0]?.n
  }
  await web.database.$client.query("insert into receipt_numbers values ('receipt', 2031, 12)")
  expect([await next(2031), await next(2031), await next(2032)]).toEqual([1_012, 1_013, 1])
})

test('a paid look-up and an unpaid charge have no receipt', async () => {
  const ana = await customer()
  const purpose = { kind: 'consultation', id: newId() }
  const payload = {
    chargeId: newId(),
    userId: ana.userId,
    amount: 2_500,
    method: 'pix',
    paidOn: '2026-03-02',
    purpose,
  }
  await deliver(web.database, web.app.receipts.listeners, { type: 'charge.settled', payload })
  expect(await rowsOf(ana.userId, 'receipt')).toEqual([])

  const [entry] = await web.app.payments.ofOrder({ orderId: ana.orderId })
  const started = await web.app.payments.startCharge({ viewer: ana.viewer, instalmentIds: [entry?.id ?? ''] })
  const chargeId = started.ok ? started.value.chargeId : ''
  expect((await ana.browser.get(`/payments/recibo/${chargeId}`)).status).toBe(404)
})

test('a schedule is made when it is opened, and again after a payment', async () => {
  const ana = await customer()
  expect(await rowsOf(ana.userId, 'schedule')).toEqual([])

  const path = `/payments/carne/${ana.orderId}`
  const signed = await pdfAt(ana.browser, path)
  const [first] = await rowsOf(ana.userId, 'schedule')
  expect(first).toMatchObject({ order_id: ana.orderId, amount: 239_800 })
  expect(signed.response.headers.get('content-disposition')).toContain('inline; filename="carne-2026-')
  expect(readPdf(signed.bytes).tree.text.match(/Em aberto/g)).toHaveLength(21)
  expect(await rowsOf(ana.userId, 'schedule')).toHaveLength(1)

  await pay(ana)
  const paid = await pdfAt(ana.browser, path)
  expect(readPdf(paid.bytes).tree.text.match(/Em aberto/g)).toHaveLength(20)
  expect(readPdf(paid.bytes).tree.text).toContain('Paga em ')
  expect((await pdfAt(ana.browser, path)).bytes).toEqual(paid.bytes)
  expect(await rowsOf(ana.userId, 'schedule')).toHaveLength(2)
  expect(await receiptEmailsTo(ana.email)).toHaveLength(0)
})

test('a schedule says which instalment was postponed and which were replaced, its contract when that was agreed', async () => {
  const ana = await customer()
  await pay(ana)
  const { contracting, payments, receipts } = web.app
  const [next] = (await payments.ofOrder({ orderId: ana.orderId })).filter(
    ({ status }) => status === 'pending',
  )
  await web.database.$client.query(
    'update payments set postponed_from = due_date, due_date = due_date + 3 where id = $1',
    [next?.id],
  )
  const scheduleText = async () =>
    readPdf((await pdfAt(ana.browser, `/payments/carne/${ana.orderId}`)).bytes).tree.text
  const from = formatDate(next?.dueDate ?? '')
  expect(await scheduleText()).toContain(`Parcela 1: adiada a seu pedido, de ${from} para`)

  web.pass(90)
  const written = {
    ...{ orderId: ana.orderId, paymentType: '6x', priceText: 'R$ 1.500,00', firstDue: '2026-03-20' },
    isMore: false,
  }
  const plan = await contracting.planRenegotiation(written)
  if (!plan.ok) throw new Error(plan.code)
  const proposed = await web.database.transaction((tx) =>
    contracting.proposeRenegotiation(tx, {
      ...{ ...written, plan: plan.value, validDays: 7, words: 'Como combinamos.', by: newId() },
    }),
  )
  if (!proposed.ok) throw new Error(proposed.code)
  const { renegotiationId } = proposed.value
  const shown = await contracting.renegotiationOf({ renegotiationId, userId: ana.userId })
  const accepted = await contracting.acceptRenegotiation({
    ...{ renegotiationId, viewer: ana.viewer, ticked: ['Li e aceito.'], shownSha256: shown?.sha256 ?? '' },
    evidence: { ip: '203.0.113.7', userAgent: 'test' },
  })
  expect(accepted).toMatchObject({ ok: true })
  const replaced = await scheduleText()
  expect(replaced.match(/Trocada na renegociação/g)).toHaveLength(20)
  expect(replaced).not.toContain('Cancelada')
  const contract = await receipts.openContract({ orderId: ana.orderId, userId: ana.userId })
  const digits = web.app.clock.now().toISOString().replaceAll(/\D/g, '').slice(0, 12)
  expect(readPdf(new Uint8Array(contract?.bytes ?? [])).raw).toContain(`/CreationDate (D:${digits}`)
})

test('jobs that an earlier release enqueued at a signature are done or dropped', async () => {
  const ana = await customer()
  const { jobs, receipts } = web.app
  const eventId = newId()
  await jobs['event.receipts.schedule']?.run({ eventId })
  await jobs['event.receipts.postponed']?.run({ eventId })
  expect(await rowsOf(ana.userId, 'schedule')).toEqual([])
  await receipts.jobs['receipts.schedule'].run({ orderId: ana.orderId, userId: ana.userId })
  expect(await rowsOf(ana.userId, 'schedule')).toHaveLength(1)
})

test('a customer who withdrew reads when, and what happens with the money, on each page about it', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  const path = `/contract/desistir/${ana.orderId}`
  expect(wordsOf(await pageOf(ana.browser, path))).toContain('Confirmar desistência')
  await ana.browser.post(path, {})
  const { rows } = await web.database.$client.query<{ id: string }>(
    'select id from refunds where charge_id = $1',
    [chargeId],
  )
  for (const { id } of rows) await web.app.payments.jobs['refunds.issue'].run({ refundId: id })

  const said = 'Você desistiu em 02/03/2026 e não paga mais nenhuma parcela. Pedimos a devolução de R$ 400,00'
  const again = await pageOf(ana.browser, path)
  expect(wordsOf(again)).toContain(said)
  expect(again).not.toContain('Confirmar desistência')
  expect(again).toContain('href="/payments?aba=pagas"')
  const tracking = await pageOf(ana.browser, '/tracking')
  expect(wordsOf(tracking)).toContain(`O que acontece agora ${said}`)
  expect(wordsOf(tracking)).not.toContain('Entrega prevista')
  expect(tracking).toContain('href="/payments?aba=pagas"')
  const payments = wordsOf(await pageOf(ana.browser, '/payments'))
  expect(payments).toContain('Não há nada a pagar. As devoluções estão na aba Pagas.')
  expect(payments).not.toContain('Quando você contratar um serviço')
})

test('a withdrawal is offered until the end of its last day, and not after it', async () => {
  const ana = await customer()
  const path = `/contract/desistir/${ana.orderId}`
  const signedBefore = (days: number) =>
    web.database.$client.query(
      "update orders set created_at = created_at - interval '1 day' * $2 where id = $1",
      [ana.orderId, days],
    )
  // Signed on 21 February: the seventh day is a Saturday, so the last is Monday, 2 March.
  await signedBefore(9)
  expect(wordsOf(await pageOf(ana.browser, path))).toContain('Confirmar desistência')
  expect(await pageOf(ana.browser, '/tracking')).toContain(`href="${path}"`)
  await signedBefore(1)
  expect(await pageOf(ana.browser, '/tracking')).not.toContain(`href="${path}"`)
  const late = wordsOf(await pageOf(ana.browser, path))
  expect(late).toContain('O prazo de arrependimento terminou')
  expect(late).not.toContain('Confirmar desistência')
})

test('an order that the team cancelled without a refund can be withdrawn from; one whose money goes back cannot', async () => {
  const ana = await customer()
  const path = `/contract/desistir/${ana.orderId}`
  const cancel = ({ orderId }: { orderId: string }) =>
    web.database.transaction(async (tx) => {
      await web.app.orders.cancelOrder(tx, { orderId })
      await web.app.payments.cancelInstalments(tx, { orderId })
    })
  await pay(ana)
  await cancel(ana)
  expect(await pageOf(ana.browser, '/tracking')).toContain(`href="${path}"`)
  const page = wordsOf(await pageOf(ana.browser, path))
  expect(page).toContain('O pedido já está cancelado')
  expect(page).toContain('Confirmar desistência')
  await ana.browser.post(path, {})
  expect(wordsOf(await pageOf(ana.browser, path))).toContain('Pedimos a devolução de R$ 400,00')
  expect(await pageOf(ana.browser, '/tracking')).not.toContain(`href="${path}"`)

  const bia = await customer()
  await pay(bia)
  await cancel(bia)
  const reason = 'não vamos entregar'
  await web.database.transaction((tx) =>
    web.app.payments.refundOrder(tx, { orderId: bia.orderId, origin: 'team', reason }),
  )
  const refunded = wordsOf(await pageOf(bia.browser, `/contract/desistir/${bia.orderId}`))
  expect(refunded).toContain('Este pedido já foi encerrado')
  expect(refunded).not.toContain('Confirmar desistência')
})

test('after a refund the receipt stays, marked, and the schedule shows refunded and cancelled instalments', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  const unopened = await pay(ana)
  await deliverStored('charge.settled', 'chargeId', unopened)
  const before = await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)
  expect(await pageOf(ana.browser, '/payments?aba=pagas')).not.toContain('Pagamentos devolvidos ou desfeitos')

  const { contracting, payments } = web.app
  expect(await contracting.withdraw({ orderId: ana.orderId, viewer: ana.viewer })).toMatchObject({ ok: true })
  const { rows } = await web.database.$client.query<{ id: string }>(
    'select id from refunds where charge_id = any($1)',
    [[chargeId, unopened]],
  )
  for (const { id } of rows) await payments.jobs['refunds.issue'].run({ refundId: id })

  const html = await (await ana.browser.get('/payments?aba=pagas')).text()
  const backOn = 'Devolvido Voltou em 02/03/2026 para a conta ou o cartão de onde saiu'
  expect(wordsOf(html).split(backOn)).toHaveLength(3)
  expect(html).toContain(`href="/payments/recibo/${chargeId}"`)
  expect((await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)).bytes).toEqual(before.bytes)
  const { text } = readPdf((await pdfAt(ana.browser, `/payments/carne/${ana.orderId}`)).bytes).tree
  expect(text.match(/Devolvida/g)).toHaveLength(2)
  expect(text.match(/Cancelada/g)).toHaveLength(19)
  // A receipt shows the state of its day, even when it is first opened now.
  const late = readPdf((await pdfAt(ana.browser, `/payments/recibo/${unopened}`)).bytes).tree.text
  expect(late).toContain('a quantia de R$ 99,90 (noventa e nove reais e noventa centavos)')
  expect(late).toContain('Parcela 1Limpeza de Nome')
})

test('partial refunds and chargebacks are shown beside the payment, to the customer and at the desk', async () => {
  const ana = await customer()
  const [entry, first] = [await pay(ana), await pay(ana)]
  const { payments } = web.app
  await simulator.act(await providerIdOf(entry), 'refund', { amount: 150 })
  await payments.jobs['payments.reconcile'].run()
  await simulator.act(await providerIdOf(first), 'chargeback')
  await payments.jobs['payments.reconcile'].run()

  const paid = wordsOf(await pageOf(ana.browser, '/payments?aba=pagas'))
  expect(paid).toContain('Voltaram para você R$ 150,00')
  expect(paid).toContain('Voltaram para você R$ 99,90')
  const rows = (await payments.ofOrder({ orderId: ana.orderId })).filter(({ status }) => status === 'paid')
  expect(rows.map(({ returned }) => returned)).toEqual([15_000, 9_990])

  const ended = await customer()
  const whole = await pay(ended, 99)
  await simulator.act(await providerIdOf(whole), 'chargeback')
  await payments.jobs['payments.reconcile'].run()
  const nothing = wordsOf(await pageOf(ended.browser, '/payments'))
  expect(nothing).toContain('Não há nada a pagar. As devoluções estão na aba Pagas.')
  expect(nothing).not.toContain('Parabéns')
})

test('a customer whose order was cancelled is not congratulated on what stayed paid of it', async () => {
  const [kept, partlyReturned] = [await customer(), await customer()]
  await pay(kept, 99)
  await simulator.act(await providerIdOf(await pay(partlyReturned, 99)), 'refund', { amount: 150 })
  await web.app.payments.jobs['payments.reconcile'].run()
  expect(wordsOf(await pageOf(kept.browser, '/payments'))).toContain(
    'Parabéns! Seus pagamentos estão em dia.',
  )
  for (const { orderId } of [kept, partlyReturned]) {
    await web.database.transaction((tx) => web.app.orders.cancelOrder(tx, { orderId }))
  }
  for (const { browser } of [kept, partlyReturned]) {
    const page = wordsOf(await pageOf(browser, '/payments'))
    expect(page).toContain('Nenhum pagamento pendente')
    expect(page).not.toContain('Parabéns')
  }
  const paid = wordsOf(await pageOf(kept.browser, '/payments?aba=pagas'))
  expect(paid).toContain('21 pagas pedido cancelado')
  expect(paid).not.toContain('21 de 21 pagas')
  const nothing = wordsOf(await pageOf(kept.browser, '/payments'))
  expect(nothing).toContain('Não há nada a pagar: o que você tinha contratado foi cancelado.')
  expect(nothing).not.toContain('devoluções')

  const other = await sign(kept.viewer)
  await pay({ ...kept, orderId: other }, 99)
  expect(wordsOf(await pageOf(kept.browser, '/payments'))).toContain(
    'Parabéns! Seus pagamentos estão em dia.',
  )
})

test('a refunded instalment is listed, though its payment also paid for another order', async () => {
  const ana = await customer()
  const other = await sign(ana.viewer)
  const { contracting, payments } = web.app
  const entries = (await payments.pendingOf({ userId: ana.userId })).filter(({ number }) => number === 0)
  const instalmentIds = entries.map(({ id }) => id)
  const started = await payments.startCharge({ viewer: ana.viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  await simulator.act(await providerIdOf(chargeId), 'approve')
  await payments.checkCharge({ chargeId })
  await deliverStored('charge.settled', 'chargeId', chargeId)
  await contracting.withdraw({ orderId: other, viewer: ana.viewer })
  const { rows } = await web.database.$client.query('select id from refunds where charge_id = $1', [chargeId])
  await payments.jobs['refunds.issue'].run({ refundId: rows[0]?.id })
  expect(entries).toHaveLength(2)
  const paid = wordsOf(await pageOf(ana.browser, '/payments?aba=pagas'))
  expect(paid.split('Pagamentos devolvidos ou desfeitos')[1]).toMatch(
    /Limpeza de Nome Entrada .*Voltaram para você R\$ 400,00/,
  )
  expect(paid.match(/Voltaram para você/g)).toHaveLength(1)
})

/** Records the first instalment of a customer as paid in cash, and its receipt. */
async function payInCash(ana: Customer) {
  const { payments } = web.app
  const [entry] = await payments.ofOrder({ orderId: ana.orderId })
  const by = newId()
  const recorded = await web.database.transaction((tx) =>
    payments.recordManualPayment(tx, {
      ...{
        key: newId(),
        instalmentIds: [entry?.id ?? ''],
        amount: entry?.total ?? 0,
        receivedOn: '2026-03-02',
      },
      ...{ channel: 'cash', protocol: 'E-1', payerKind: 'person', by, reason: 'pagou no balcão' },
    }),
  )
  if (!recorded.ok) throw new Error(recorded.code)
  const [paid] = await payments.paidOf({ userId: ana.userId })
  const chargeId = paid?.paidBy ?? ''
  await deliverStored('charge.settled', 'chargeId', chargeId)
  const undo = { manualPaymentId: recorded.value.id, by, reason: 'era de outra cliente' }
  return { chargeId, undo: () => web.database.transaction((tx) => payments.undoManualPayment(tx, undo)) }
}

test('lists an unopened receipt of an undone payment without a link', async () => {
  const ana = await customer()
  const { chargeId, undo } = await payInCash(ana)
  await undo()
  const html = await pageOf(ana.browser, '/payments?aba=pagas')
  expect(wordsOf(html)).toContain('Desfeito Nossa equipe desfez este registro em 02/03/2026: era um engano')
  expect(html).not.toContain(`href="/payments/recibo/${chargeId}"`)
})

test.each(['before the credit is applied', 'only after that'])(
  'an instalment paid by a credit has a receipt of its own; that of its charge, opened %s, states what it asked for',
  async (opened) => {
    const ana = await customer()
    const chargeId = await pay(ana)
    await deliverStored('charge.settled', 'chargeId', chargeId)
    const textOf = async (path: string) => readPdf((await pdfAt(ana.browser, path)).bytes).tree.text
    if (opened.startsWith('before')) await textOf(`/payments/recibo/${chargeId}`)
    await simulator.act(await providerIdOf(chargeId), 'pay-again')
    await web.app.payments.jobs['payments.reconcile'].run()
    const [credit] = await web.app.payments.creditsOf({ userId: ana.userId })
    const pending = await web.app.payments.pendingOf({ userId: ana.userId })
    const [one, other] = pending.map(({ id }) => id)
    const decision = { creditId: credit?.id ?? '', forgive: false, by: newId(), reason: 'a pedido' }
    const applied = await web.database.transaction((tx) =>
      web.app.payments.applyCredit(tx, { ...decision, instalmentIds: [one ?? '', other ?? ''] }),
    )
    expect(applied.ok).toBe(true)
    for (const id of [one, other]) await deliverStored('instalment.credited', 'instalmentId', id ?? '')

    const ofCharge = await textOf(`/payments/recibo/${chargeId}`)
    expect(ofCharge).toContain('a quantia de R$ 400,00 (quatrocentos reais)')
    expect(ofCharge).not.toContain('Parcela 1')
    const ofCredit = await textOf(`/payments/recibo/${one}`)
    expect(ofCredit).toContain('a quantia de R$ 99,90')
    expect(ofCredit).toMatch(/Parcela 1Limpeza de Nome(?!.*Parcela 2)/)
    expect(ofCredit).not.toContain(`pagamento ${await providerIdOf(chargeId)} no`)

    const html = await pageOf(ana.browser, '/payments?aba=pagas')
    for (const id of [chargeId, one, other]) expect(html).toContain(`href="/payments/recibo/${id}"`)
    const emails = await receiptEmailsTo(ana.email)
    const saidIn = ({ text }: { text: string }) =>
      ['Valor', 'Pago com'].map((label) => text.match(new RegExp(`${label}: (.*)`))?.[1])
    expect(emails.map(saidIn).toSorted()).toEqual([
      ['R$ 400,00', undefined],
      ['R$ 99,90', 'o seu crédito conosco'],
      ['R$ 99,90', 'o seu crédito conosco'],
    ])
    expect(await rowsOf(ana.userId, 'receipt')).toHaveLength(3)
    const eve = await customer()
    expect((await eve.browser.get(`/payments/recibo/${one}`)).status).toBe(404)
    expect((await ana.browser.get(`/payments/recibo/${pending[2]?.id}`)).status).toBe(404)
  },
)

test('an instalment that a second credit pays, after a bank took the first money back, has a second receipt', async () => {
  const ana = await customer()
  const { payments } = web.app
  const chargeId = await pay(ana)
  const paidAgain = async (): Promise<string> => {
    const { id } = await simulator.act(await providerIdOf(chargeId), 'pay-again')
    await payments.jobs['payments.reconcile'].run()
    return String(id)
  }
  const useCredit = async (instalmentId: string, amount: number) => {
    const credits = await payments.creditsOf({ userId: ana.userId })
    const creditId = credits.find((credit) => credit.amount === amount)?.id ?? ''
    const decision = { creditId, forgive: false, by: newId(), reason: 'a pedido' }
    const applied = await web.database.transaction((tx) =>
      payments.applyCredit(tx, { ...decision, instalmentIds: [instalmentId] }),
    )
    expect(applied.ok).toBe(true)
    const { rows } = await web.database.$client.query<{ id: string }>(
      `select p.id from payments i join provider_payments p on p.id = i.paid_with where i.id = $1`,
      [instalmentId],
    )
    const paymentId = rows[0]?.id ?? ''
    await deliverStored('instalment.credited', 'paymentId', paymentId)
    return paymentId
  }
  const [instalment] = await payments.pendingOf({ userId: ana.userId })
  const path = `/payments/recibo/${instalment?.id}`
  const textOf = async () => readPdf((await pdfAt(ana.browser, path)).bytes).tree.text

  const first = await paidAgain()
  const paymentId = await useCredit(instalment?.id ?? '', 40_000)
  expect(await textOf()).toContain(`pagamento ${first} no Mercado Pago`)
  await simulator.act(first, 'chargeback')
  await payments.jobs['payments.reconcile'].run()
  const review = { paymentId, reinstateDebt: true, by: newId(), reason: 'contestada' }
  expect(await web.database.transaction((tx) => payments.reviewPayment(tx, review))).toMatchObject({
    ok: true,
  })
  const second = await paidAgain()
  await useCredit(instalment?.id ?? '', 40_000)
  expect(await textOf()).toContain(`pagamento ${second} no Mercado Pago`)
  const numbers = (await rowsOf(ana.userId, 'receipt')).map(({ number }) => number)
  expect(new Set(numbers).size).toBe(2)
  expect(await receiptEmailsTo(ana.email)).toHaveLength(2)
})

test('money of less than was asked, which the team took for it, has a receipt and is not shown as returned', async () => {
  const ana = await customer()
  const { payments } = web.app
  const [entry] = await payments.pendingOf({ userId: ana.userId })
  const started = await payments.startCharge({ viewer: ana.viewer, instalmentIds: [entry?.id ?? ''] })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  await simulator.act(await providerIdOf(chargeId), 'approve', { amount: 390 })
  await payments.checkCharge({ chargeId })
  const [credit] = await payments.creditsOf({ userId: ana.userId })
  const decision = { creditId: credit?.id ?? '', forgive: true, by: newId(), reason: 'a pedido' }
  const applied = await web.database.transaction((tx) =>
    payments.applyCredit(tx, { ...decision, instalmentIds: [entry?.id ?? ''] }),
  )
  expect(applied.ok).toBe(true)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  const html = await pageOf(ana.browser, '/payments?aba=pagas')
  expect(html).toContain(`href="/payments/recibo/${chargeId}"`)
  expect(wordsOf(html)).not.toContain('Devolvido ou desfeito')
})

test('an instalment that a second payment of its charge paid, after a bank took the first, has its own receipt, and that of the first stays returned', async () => {
  const ana = await customer()
  const { payments } = web.app
  const chargeId = await pay(ana)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  const first = await providerIdOf(chargeId)
  await simulator.act(first, 'pay-again')
  await simulator.act(first, 'chargeback')
  await payments.jobs['payments.reconcile'].run()
  const paidTab = async () => wordsOf(await pageOf(ana.browser, '/payments?aba=pagas'))
  expect(await paidTab()).toContain('Pagamentos devolvidos ou desfeitos')
  const { rows } = await web.database.$client.query<{ id: string }>(
    'select id from provider_payments where provider_id = $1',
    [first],
  )
  const decided = { by: newId(), reason: 'contestada' }
  const review = { ...decided, paymentId: rows[0]?.id ?? '', reinstateDebt: true }
  expect(await web.database.transaction((tx) => payments.reviewPayment(tx, review))).toMatchObject({
    ok: true,
  })
  expect(await paidTab()).toContain('Pagamentos devolvidos ou desfeitos')
  const [credit] = await payments.creditsOf({ userId: ana.userId })
  const [entry] = await payments.pendingOf({ userId: ana.userId })
  const use = { ...decided, creditId: credit?.id ?? '', forgive: false, instalmentIds: [entry?.id ?? ''] }
  expect(await web.database.transaction((tx) => payments.applyCredit(tx, use))).toMatchObject({ ok: true })
  expect(await paidTab()).toContain('Pagamentos devolvidos ou desfeitos')
  const links = (await pageOf(ana.browser, '/payments?aba=pagas')).match(/\/payments\/recibo\/[0-9a-f-]+/g)
  expect(new Set(links)).toEqual(new Set([`/payments/recibo/${entry?.id}`]))
})

test('of a charge that got two payments, each in part, each has a numbered receipt of what it paid, and its own e-mail', async () => {
  const ana = await customer()
  const { payments } = web.app
  const pending = await payments.pendingOf({ userId: ana.userId })
  const [one, other] = pending.slice(1).map(({ id }) => id)
  const started = await payments.startCharge({ viewer: ana.viewer, instalmentIds: [one ?? '', other ?? ''] })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  await simulator.act(await providerIdOf(chargeId), 'approve', { amount: 99.9 })
  await payments.checkCharge({ chargeId })
  const useCredit = async (instalmentId = '') => {
    const [credit] = await payments.creditsOf({ userId: ana.userId })
    const decision = { creditId: credit?.id ?? '', forgive: false, by: newId(), reason: 'a pedido' }
    const use = { ...decision, instalmentIds: [instalmentId] }
    expect(await web.database.transaction((tx) => payments.applyCredit(tx, use))).toMatchObject({ ok: true })
  }
  const textOf = async (path: string) => readPdf((await pdfAt(ana.browser, path)).bytes).tree.text
  await useCredit(one)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  const first = await textOf(`/payments/recibo/${chargeId}`)
  expect(first).toContain('a quantia de R$ 99,90')
  expect(first).toMatch(/Parcela 1Limpeza de Nome(?!.*Parcela 2)/)

  const { id } = await simulator.act(await providerIdOf(chargeId), 'pay-again', { amount: 99.9 })
  await payments.jobs['payments.reconcile'].run()
  await useCredit(other)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  await deliverStored('instalment.credited', 'instalmentId', other ?? '')
  const second = await textOf(`/payments/recibo/${other}`)
  expect(second).toContain('a quantia de R$ 99,90')
  expect(second).toMatch(/Parcela 2Limpeza de Nome(?!.*Parcela 1)/)
  expect(second).toContain(`pagamento ${id} no Mercado Pago`)
  const html = await pageOf(ana.browser, '/payments?aba=pagas')
  for (const of of [chargeId, other]) expect(html).toContain(`href="/payments/recibo/${of}"`)
  expect((await rowsOf(ana.userId, 'receipt')).map(({ amount }) => Number(amount))).toEqual([9_990, 9_990])
  expect(await receiptEmailsTo(ana.email)).toHaveLength(2)
})

test('a receipt of cash says so and its day alone; once opened, it stays after the payment was undone', async () => {
  const ana = await customer()
  const { chargeId, undo } = await payInCash(ana)
  const { text } = readPdf((await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)).bytes).tree
  expect(text).toContain('FormaDinheiro')
  expect(text).toContain('Recebido em02/03/2026Pedido')
  await undo()
  const html = await pageOf(ana.browser, '/payments?aba=pagas')
  expect(wordsOf(html)).toContain('Pagamentos devolvidos ou desfeitos')
  expect(html).toContain(`href="/payments/recibo/${chargeId}"`)
})

test('partial refunds of a receipt each show when and where to', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  const { payments } = web.app
  await simulator.act(await providerIdOf(chargeId), 'refund', { amount: 150 })
  await payments.jobs['payments.reconcile'].run()
  await simulator.act(await providerIdOf(chargeId), 'chargeback')
  await payments.jobs['payments.reconcile'].run()
  const paid = wordsOf(await pageOf(ana.browser, '/payments?aba=pagas'))
  expect(paid.split('Pagamentos devolvidos ou desfeitos')[1]).toContain(
    'R$ 400,00 Devolvido ou desfeito R$ 150,00. Voltou em 02/03/2026 para a conta ou o cartão de onde saiu ' +
      'R$ 250,00. O banco desfez este pagamento em 02/03/2026',
  )
})

test('a receipt that went back does not list what went back of a second payment, which is a row of its own', async () => {
  const ana = await customer()
  const { contracting, payments } = web.app
  const chargeId = await pay(ana)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  await simulator.act(await providerIdOf(chargeId), 'pay-again')
  await simulator.act(await providerIdOf(chargeId), 'pay-again', { amount: 99.9 })
  await payments.jobs['payments.reconcile'].run()
  const credits = await payments.creditsOf({ userId: ana.userId })
  const decision = { isOurs: true, forgive: false, by: newId(), reason: 'pagou em dobro' }
  const [first] = await payments.pendingOf({ userId: ana.userId })
  for (const { id: creditId, amount } of credits)
    await web.database.transaction(async (tx) =>
      amount === 9_990
        ? payments.applyCredit(tx, { ...decision, creditId, instalmentIds: [first?.id ?? ''] })
        : payments.refundCredit(tx, { ...decision, creditId }),
    )
  await contracting.withdraw({ orderId: ana.orderId, viewer: ana.viewer })
  const { rows } = await web.database.$client.query('select id from refunds where charge_id = $1', [chargeId])
  expect(rows).toHaveLength(3)
  for (const { id } of rows) await payments.jobs['refunds.issue'].run({ refundId: id })
  const paid = wordsOf(await pageOf(ana.browser, '/payments?aba=pagas'))
  const [, returned = ''] = paid.split('Pagamentos devolvidos ou desfeitos')
  const wentBack = 'Devolvido Voltou em 02/03/2026 para a conta ou o cartão de onde saiu'
  expect(returned).toContain(`R$ 400,00 ${wentBack} Recibo (PDF)`)
  expect(returned).toContain(`Pago em dobro Recebido em 02/03/2026 R$ 400,00 ${wentBack}`)
  expect(returned.match(/R\$ [\d,.]+ Devolvido/g)).toEqual([
    'R$ 400,00 Devolvido',
    'R$ 400,00 Devolvido',
    'R$ 99,90 Devolvido',
  ])
})

test('an order that waits for its first payment says until when that is due', async () => {
  const ana = await customer()
  expect(wordsOf(await pageOf(ana.browser, '/tracking'))).toContain('A pagar até 02/03/2026')
})

test('the lists link to receipts and schedules', async () => {
  const ana = await customer()
  const schedule = `href="/payments/carne/${ana.orderId}"`
  expect(await (await ana.browser.get('/payments')).text()).toContain(schedule)
  expect(await (await ana.browser.get('/tracking')).text()).toContain(schedule)
  const chargeId = await pay(ana, 2)
  const html = await (await ana.browser.get('/payments?aba=pagas')).text()
  expect(html.match(new RegExp(`href="/payments/recibo/${chargeId}"`, 'g'))).toHaveLength(2)
  expect(html).toContain(schedule)
})

test('a person who follows a link to a page of another account reads with which account they are signed in', async () => {
  const [ana, eve] = [await customer(), await customer()]
  const refused = await eve.browser.get(`/contract/desistir/${ana.orderId}`)
  expect(refused.status).toBe(404)
  expect(wordsOf(await refused.text())).toContain(
    `Oops! Page not found Esta página não existe ou é de outra conta. Você entrou como ${eve.email}.`,
  )
  expect(wordsOf(await (await eve.browser.get('/nao-existe')).text())).toContain(
    'Oops! Page not found Esta página não existe ou mudou de endereço.',
  )
})

test("another customer's receipts and schedules are a 404", async () => {
  const [ana, eve] = [await customer(), await customer()]
  const chargeId = await pay(ana)
  const paths = [`/payments/recibo/${chargeId}`, `/payments/carne/${ana.orderId}`]
  for (const made of [false, true]) {
    for (const path of paths) {
      const refused = await eve.browser.get(path)
      expect(refused.status).toBe(404)
      expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const page = await refused.text()
      expect(wordsOf(page)).toContain('Arquivo não encontrado Este arquivo não existe ou é de outra conta.')
      expect(page).toContain('<a class="btn btn-primary" href="/">Voltar para o início</a>')
      expect((await web.browser().get(path)).headers.get('location')).toBe('/auth')
      if (made) await pdfAt(ana.browser, path)
    }
    await web.app.receipts.openReceipt({ receiptId: chargeId, userId: ana.userId })
    await web.app.receipts.openSchedule({ orderId: ana.orderId, userId: ana.userId })
  }
  expect(await rowsOf(eve.userId, 'receipt')).toEqual([])
  expect(await rowsOf(eve.userId, 'schedule')).toEqual([])
  for (const path of ['/payments/recibo/nada', `/payments/carne/${newId()}`]) {
    expect((await ana.browser.get(path)).status).toBe(404)
  }
})

test.each([
  ['receipt', (_ana: Customer, chargeId: string) => `/payments/recibo/${chargeId}`],
  ['schedule', (ana: Customer) => `/payments/carne/${ana.orderId}`],
])('a lost file of a %s is rendered again, byte-identical', async (kind, pathOf) => {
  const ana = await customer()
  const chargeId = await pay(ana)
  const path = pathOf(ana, chargeId)
  const first = await pdfAt(ana.browser, path)
  const before = await rowsOf(ana.userId, kind)
  const emails = await receiptEmailsTo(ana.email)
  await rm(join(dataDir, 'files', 'receipts', before[0].id, before[0].sha256))

  // Two tabs find that it is missing at the same time.
  const again = await Promise.all([pdfAt(ana.browser, path), pdfAt(ana.browser, path)])
  for (const { bytes } of again) expect(Buffer.compare(bytes, first.bytes)).toBe(0)
  const after = await rowsOf(ana.userId, kind)
  expect(after).toHaveLength(before.length)
  const { id, number, sha256 } = before[0]
  expect(after[0]).toMatchObject({ id, number, sha256 })
  expect(await receiptEmailsTo(ana.email)).toEqual(emails)
})

test('a damaged file of a receipt is rendered again', async () => {
  const ana = await customer()
  const path = `/payments/recibo/${await pay(ana)}`
  const first = await pdfAt(ana.browser, path)
  const [{ id, sha256 }] = await rowsOf(ana.userId, 'receipt')
  const file = join(dataDir, 'files', 'receipts', id, sha256)
  for (const bytes of [(await readFile(file)).fill(0, 40, 50), Buffer.alloc(0)]) {
    await writeFile(file, bytes)
    const again = await pdfAt(ana.browser, path)
    expect(Buffer.compare(again.bytes, first.bytes)).toBe(0)
  }
})

test('a lost receipt that an earlier release announced in another layout keeps its number and is not announced again', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  const first = await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)
  const [{ id, number, sha256 }] = await rowsOf(ana.userId, 'receipt')
  const emails = await receiptEmailsTo(ana.email)
  await web.database.$client.query('update receipts set sha256 = $2, announced_at = null where id = $1', [
    id,
    'f'.repeat(64),
  ])
  const { bytes } = await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)
  expect(Buffer.compare(bytes, first.bytes)).toBe(0)
  expect(await rowsOf(ana.userId, 'receipt')).toMatchObject([{ id, number, sha256 }])
  expect(await receiptEmailsTo(ana.email)).toEqual(emails)
})

test('five years after its year the file is deleted; a party of the contract gets it made again under its number', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)
  const [row] = await rowsOf(ana.userId, 'receipt')
  const file = join(dataDir, 'files', 'receipts', row.id, row.sha256)
  const years = (count: number) => web.pass(count * 366 * 24 * 60)
  const forget = () => web.app.jobs['receipts.forget']?.run({})
  years(5)
  await forget()
  expect(existsSync(file)).toBe(true)
  years(1)
  await forget()
  years(-6)
  expect(existsSync(file)).toBe(false)
  expect((await rowsOf(ana.userId, 'receipt'))[0]).toMatchObject({
    number: row.number,
    sha256: null,
    made_at: null,
  })
  const { bytes } = await pdfAt(ana.browser, `/payments/recibo/${chargeId}`)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256)
})
