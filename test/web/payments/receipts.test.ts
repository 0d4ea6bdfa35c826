// Databases: both
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { movableClock, startProvider } from '../../modules/payments/payments-harness.ts'
import { readPdf } from '../../modules/receipts/read-pdf.ts'
import { deliver } from '../../support/listeners.ts'
import { type Visitor, webWith } from '../../support/web.ts'

let simulator: Awaited<ReturnType<typeof startProvider>>
let dataDir = ''

const web = webWith(
  {
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/tracking': () => import('../../../src/web/routes/orders/tracking.tsx'),
    '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
    '/payments/recibo/:chargeId': () => import('../../../src/web/routes/payments/receipt.ts'),
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

/** Somebody signed in who signed for an entry of R$ 400,00 and twenty weeks. */
async function customer() {
  const email = `${newId()}@exemplo.com.br`
  const { app, database } = web
  await app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const { rows } = await database.$client.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  const viewer = { id: rows[0]?.id ?? '', email, nome: 'Ana Souza', documento: '52998224725' }
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
  const visitor = web.visitor()
  await visitor.post('/auth', { intent: 'sign-in', email, password })
  return { viewer, userId: viewer.id, visitor, email, orderId: signed.value.orderId }
}

type Customer = Awaited<ReturnType<typeof customer>>

/** Pays the first instalments of an order in one charge. */
async function pay({ viewer, orderId }: Customer, howMany = 1): Promise<string> {
  const { payments } = web.app
  const instalments = (await payments.ofOrder({ orderId })).filter(({ status }) => status === 'pending')
  const instalmentIds = instalments.slice(0, howMany).map(({ id }) => id)
  const started = await payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  await simulator.act(await providerIdOf(chargeId), 'approve')
  await payments.settleCharge({ chargeId })
  return chargeId
}

async function providerIdOf(chargeId: string): Promise<string> {
  const { rows } = await web.database.$client.query('select provider_id from charges where id = $1', [
    chargeId,
  ])
  return rows[0]?.provider_id
}

/** Hands a stored event to the listeners of receipts and runs what they enqueued, as the worker would. */
async function deliverStored(type: string, field: string, id: string): Promise<void> {
  const { rows: events } = await web.database.$client.query(
    'select payload from events where type = $1 and payload ->> $2 = $3',
    [type, field, id],
  )
  expect(events).toHaveLength(1)
  await deliver(web.database, web.app.receipts.listeners, { type, payload: events[0]?.payload })
  await work()
}

/** Runs the jobs of receipts that are due; one that throws is left to be run again. */
async function work(): Promise<void> {
  const { rows } = await web.database.$client.query<{ id: string; name: string; data: never }>(
    "select id, name, data from pgboss.job where name in ('receipts.receipt', 'receipts.schedule')",
  )
  for (const { id, name, data } of rows) {
    await web.app.receipts.jobs[name as 'receipts.receipt'].run(data)
    await web.database.$client.query('delete from pgboss.job where id = $1', [id])
  }
}

async function rowsOf(userId: string, kind: string) {
  const { rows } = await web.database.$client.query(
    'select * from receipts where user_id = $1 and kind = $2 order by number',
    [userId, kind],
  )
  return rows
}

const lettersTo = async (email: string) =>
  (await web.app.notifications.recent({ limit: 200 })).filter(
    ({ to, kind }) => to === email && kind === 'receipt.made',
  )

async function pdfAt(visitor: Visitor, path: string) {
  const response = await visitor.get(path)
  expect(response.status).toBe(200)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('money that settled a charge makes one receipt, and one letter that leads to it', async () => {
  const ana = await customer()
  const chargeId = await pay(ana, 2)
  await deliverStored('charge.settled', 'chargeId', chargeId)

  const [row, ...others] = await rowsOf(ana.userId, 'receipt')
  expect(others).toEqual([])
  expect(row).toMatchObject({ charge_id: chargeId, year: 2026, amount: 49_990, key: chargeId })
  const [letter, ...more] = await lettersTo(ana.email)
  expect(more).toEqual([])
  expect(letter?.links).toEqual([`http://localhost:3000/payments/recibo/${chargeId}`])
  expect(letter?.subject).toBe('Seu recibo de R$ 499,90')
  expect(letter?.text).not.toMatch(/982|CPF|Limpeza/)

  const { response, bytes } = await pdfAt(ana.visitor, `/payments/recibo/${chargeId}`)
  const number = `2026-${String(row?.number).padStart(6, '0')}`
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="recibo-${number}.pdf"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; object-src 'self'/)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row?.sha256)
  const { text } = readPdf(bytes).tree
  for (const said of [
    'Recebemos de Ana Souza, CPF ***.982.247-**, a quantia de R$ 499,90 (quatrocentos e noventa e nove reais e noventa centavos)',
    'EntradaLimpeza de Nome',
    'Parcela 1Limpeza de Nome',
    `pagamento ${await providerIdOf(chargeId)} no Mercado Pago`,
    'CNPJ12.ABC.345/01DE-35',
  ]) {
    expect(text).toContain(said)
  }
})

test('the same event again, the job again, opening it meanwhile: one receipt, one letter', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  const open = () => web.app.receipts.openReceipt({ chargeId, userId: ana.userId })
  const [one, other] = await Promise.all([open(), open()])
  expect(one).toEqual(other)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  await deliverStored('charge.settled', 'chargeId', chargeId)
  expect(await open()).toEqual(one)
  expect(await rowsOf(ana.userId, 'receipt')).toHaveLength(1)
  expect(await lettersTo(ana.email)).toHaveLength(1)
})

test('killed before the bytes, or between the bytes and the row, the job finishes under the same number', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  const { put } = web.app.storage
  vi.spyOn(web.app.storage, 'put')
    .mockRejectedValueOnce(new Error('killed'))
    .mockImplementationOnce(async (key, body) => {
      await put(key, body)
      throw new Error('killed')
    })
  await expect(deliverStored('charge.settled', 'chargeId', chargeId)).rejects.toThrow('killed')
  await expect(work()).rejects.toThrow('killed')
  const [asked] = await rowsOf(ana.userId, 'receipt')
  expect(asked).toMatchObject({ sha256: null, made_at: null })
  expect(await lettersTo(ana.email)).toHaveLength(0)

  await work()
  const [made, ...others] = await rowsOf(ana.userId, 'receipt')
  expect(others).toEqual([])
  expect(made).toMatchObject({ id: asked?.id, number: asked?.number })
  const { bytes } = await pdfAt(ana.visitor, `/payments/recibo/${chargeId}`)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(made?.sha256)
  expect(await lettersTo(ana.email)).toHaveLength(1)
})

test('a look-up that was paid, and a charge that was not, have no receipt', async () => {
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
  const { rows } = await web.database.$client.query("select 1 from pgboss.job where name like 'receipts.%'")
  expect(rows).toEqual([])

  const [entry] = await web.app.payments.ofOrder({ orderId: ana.orderId })
  const started = await web.app.payments.startCharge({ viewer: ana.viewer, instalmentIds: [entry?.id ?? ''] })
  const chargeId = started.ok ? started.value.chargeId : ''
  expect((await ana.visitor.get(`/payments/recibo/${chargeId}`)).status).toBe(404)
})

test('a signed contract makes its schedule; after a payment the next opening makes another', async () => {
  const ana = await customer()
  await deliverStored('contract.accepted', 'orderId', ana.orderId)
  const [first] = await rowsOf(ana.userId, 'schedule')
  expect(first).toMatchObject({ order_id: ana.orderId, amount: 239_800 })

  const path = `/payments/carne/${ana.orderId}`
  const signed = await pdfAt(ana.visitor, path)
  expect(signed.response.headers.get('content-disposition')).toContain('inline; filename="carne-2026-')
  expect(readPdf(signed.bytes).tree.text.match(/Em aberto/g)).toHaveLength(21)
  expect(await rowsOf(ana.userId, 'schedule')).toHaveLength(1)

  await pay(ana)
  const paid = await pdfAt(ana.visitor, path)
  expect(readPdf(paid.bytes).tree.text.match(/Em aberto/g)).toHaveLength(20)
  expect(readPdf(paid.bytes).tree.text).toContain('Paga em ')
  expect((await pdfAt(ana.visitor, path)).bytes).toEqual(paid.bytes)
  expect(await rowsOf(ana.userId, 'schedule')).toHaveLength(2)
  expect(await lettersTo(ana.email)).toHaveLength(0)
})

test('money given back: the receipt stays, marked, and the schedule says what was returned and what is off', async () => {
  const ana = await customer()
  const chargeId = await pay(ana)
  const before = await pdfAt(ana.visitor, `/payments/recibo/${chargeId}`)
  expect(await (await ana.visitor.get('/payments?aba=pagas')).text()).not.toContain('Pagamento devolvido')

  const { contracting, payments } = web.app
  expect(await contracting.withdraw({ orderId: ana.orderId, viewer: ana.viewer })).toMatchObject({ ok: true })
  const { rows } = await web.database.$client.query('select id from refunds where charge_id = $1', [chargeId])
  await payments.jobs['refunds.issue'].run({ refundId: rows[0]?.id })

  const html = await (await ana.visitor.get('/payments?aba=pagas')).text()
  expect(html).toContain('Pagamento devolvido')
  expect(html).toContain(`href="/payments/recibo/${chargeId}"`)
  expect((await pdfAt(ana.visitor, `/payments/recibo/${chargeId}`)).bytes).toEqual(before.bytes)
  const { text } = readPdf((await pdfAt(ana.visitor, `/payments/carne/${ana.orderId}`)).bytes).tree
  expect(text.match(/Devolvida/g)).toHaveLength(1)
  expect(text.match(/Cancelada/g)).toHaveLength(20)
})

test('the lists lead to the papers', async () => {
  const ana = await customer()
  const schedule = `href="/payments/carne/${ana.orderId}"`
  expect(await (await ana.visitor.get('/payments')).text()).toContain(schedule)
  expect(await (await ana.visitor.get('/tracking')).text()).toContain(schedule)
  const chargeId = await pay(ana, 2)
  const html = await (await ana.visitor.get('/payments?aba=pagas')).text()
  expect(html.match(new RegExp(`href="/payments/recibo/${chargeId}"`, 'g'))).toHaveLength(2)
  expect(html).toContain(schedule)
})

test("nobody sees another person's papers: they do not exist", async () => {
  const [ana, eve] = [await customer(), await customer()]
  const chargeId = await pay(ana)
  const paths = [`/payments/recibo/${chargeId}`, `/payments/carne/${ana.orderId}`]
  for (const made of [false, true]) {
    for (const path of paths) {
      expect((await eve.visitor.get(path)).status).toBe(404)
      expect((await web.visitor().get(path)).headers.get('location')).toBe('/auth')
      if (made) await pdfAt(ana.visitor, path)
    }
    await web.app.receipts.openReceipt({ chargeId, userId: ana.userId })
    await web.app.receipts.openSchedule({ orderId: ana.orderId, userId: ana.userId })
  }
  expect(await rowsOf(eve.userId, 'receipt')).toEqual([])
  expect(await rowsOf(eve.userId, 'schedule')).toEqual([])
  for (const path of ['/payments/recibo/nada', `/payments/carne/${newId()}`]) {
    expect((await ana.visitor.get(path)).status).toBe(404)
  }
})
