// Databases: one. A file over HTTP; its content has its own tests.
import { beforeAll, expect, test } from 'vitest'
import { auditLength } from '../../../src/modules/backoffice/audit-store.server.ts'
import type { ListedPayment } from '../../../src/modules/payments/ports.ts'
import { keepRaw } from '../../../src/modules/payments/set-aside/raw-store.server.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { type Node, readPdf } from '../../modules/receipts/read-pdf.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let finance: Browser
let customerId = ''
let orderId = ''
const paymentId = newId()
const providerId = '1325096001'
const endToEndId = 'E18236120202603021500s0a1b2c3d4e'

const query = async (text: string, values: unknown[]) =>
  (await web.database.$client.query<Record<string, string>>(text, values)).rows

/** A customer signs, pays the entry by Pix, and the bank opens a dispute. */
beforeAll(async () => {
  finance = await atDesk(web, 'finance')
  const { app, database } = web
  const { email } = demoAccount('customer')
  customerId = (await app.identity.accountOf(database, email))?.userId ?? ''
  const viewer = { id: customerId, email, nome: 'Ana Souza', documento: '52998224725' }
  const person = { name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }
  const plan = { serviceId: 'clean-name', planId: 'semanal-20x' }
  const draft = await app.contracting.startHiring({ ...person, ...plan, viewer })
  if (!draft.ok) throw new Error(draft.code)
  const { draftId } = draft.value
  const evidence = { ip: '203.0.113.7', userAgent: 'Navegador de teste' }
  const signed = await app.contracting.acceptContract({ draftId, viewer, ticked: ['Li e aceito.'], evidence })
  if (!signed.ok) throw new Error(signed.code)
  orderId = signed.value.orderId
  const [entry] = await app.payments.ofOrder({ orderId })
  const now = app.clock.now()
  await query(
    `insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee,
       approved_at, received_at, created_at, updated_at)
     values ($1, 'mercado-pago', $2, 'pix', 'approved', 'approved', 40000, 0, 0, $3, $3, $3, $3)`,
    [paymentId, providerId, now],
  )
  await query(
    "update payments set status = 'paid', payment_date = $2, paid_with = $3, paid_amount = 40000 where id = $1",
    [entry?.id, now, paymentId],
  )
  const payer = { identification: { type: 'CPF', number: '52998224725' }, first_name: 'ANA', last_name: 'S' }
  const raw = JSON.stringify({ payer, transaction_details: { transaction_id: endToEndId } })
  const cipher = createCipher('ab'.repeat(32))
  const listed = [{ providerId, raw } as ListedPayment]
  await keepRaw(database, { cipher, provider: 'mercado-pago', listed, now })
})

const pack = (id: string) => `/painel/dinheiro/pagamento/${id}/defesa`
const textOf = ({ text, children }: Node): string[] => [text, ...children.flatMap(textOf)]

test('the page of a payment offers the dispute pack quietly, and as the main action once the bank contests', async () => {
  const offered = await (await finance.get(`/painel/dinheiro/pagamento/${paymentId}`)).text()
  expect(offered).toContain(pack(paymentId))
  expect(offered).toContain('Se quem pagou contestar no banco')
  await query("update provider_payments set state = 'in_mediation', concern = 'in_mediation' where id = $1", [
    paymentId,
  ])
  const contested = await (await finance.get(`/painel/dinheiro/pagamento/${paymentId}`)).text()
  expect(contested).toContain('Quem pagou contestou este pagamento')
  const primary = contested.match(/<(?:a|button)[^>]*btn-primary[^>]*>/g) ?? []
  expect(primary).toHaveLength(1)
  expect(primary[0]).toContain(pack(paymentId))
})

test('the pack is one PDF with the payment, the person and the acceptance, and the signed text attached exactly', async () => {
  for (const [status, subject] of [
    ['sent', 'Mensagem que saiu'],
    ['failed', 'Mensagem que falhou'],
  ]) {
    await query(
      `insert into messages (id, "to", channel, kind, subject, text, links, status, user_id, created_at)
       values ($1, 'a@exemplo.com.br', 'email', 'order.paid', $2, '', '{}', $3, $4, $5)`,
      [newId(), subject, status, customerId, web.app.clock.now()],
    )
  }
  for (const [step, protocol, isShared] of [
    [1, 'P-DO-CLIENTE', true],
    [2, 'P-DA-EQUIPE', false],
  ]) {
    await query(
      `insert into step_completions (id, order_id, step_number, words, protocol, is_shared, completed_by, completed_at)
       values ($1, $2, $3, 'Feito.', $4, $5, $2, $6)`,
      [newId(), orderId, step, protocol, isShared, web.app.clock.now()],
    )
  }
  const answer = await finance.get(pack(paymentId))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="defesa-1325096001\.pdf"/)
  const { tree, raw, objects, catalog } = readPdf(new Uint8Array(await answer.arrayBuffer()))
  const text = textOf(tree).join('\n')
  for (const words of [
    ...['Defesa de Pix contestado', '529.982.247-25', demoAccount('customer').email, '203.0.113.7'],
    ...['Navegador de teste', 'Li e aceito.', 'registro conferido e íntegro', 'Mecanismo Especial'],
    ...[endToEndId, 'a mesma pessoa que assinou', 'Limpeza de Nome, entrada', 'Limpeza de Nome'],
  ])
    expect([words, text.includes(words)]).toEqual([words, true])

  expect(text).toContain('P-DO-CLIENTE')
  expect(text, 'it may concern other people').not.toContain('P-DA-EQUIPE')
  expect(text).toContain('Mensagem que saiu')
  expect(text, 'no proof that it was read').not.toContain('Mensagem que falhou')
  const [row] = await query('select user_id as id from contract_acceptances where order_id = $1', [orderId])
  const signed = await web.app.contracting.copyOf({ orderId, userId: String(row?.id) })
  expect(text).toContain(signed?.sha256)
  expect(catalog).toContain('/Names')
  expect(raw).toContain('/EmbeddedFile')
  const attached = [...objects.values()].filter(({ dictionary }) => dictionary.includes('/EmbeddedFile'))
  const bytes = attached.map(({ stream = '' }) => Buffer.from(stream, 'latin1').toString('utf8'))
  expect(bytes).toContain(signed?.text)
})

test('the author of a pack is in the team’s log, and shown to the person in the privacy centre', async () => {
  const [last] = await web.app.backoffice.latestAudit({ limit: 1 })
  expect(last).toMatchObject({ action: 'dispute.pack', subject: customerId, detail: { paymentId } })
  const browser = web.browser()
  const [demo] = DEMO_ACCOUNTS
  await browser.post('/auth', { intent: 'sign-in', email: demo?.email ?? '', password: demo?.password ?? '' })
  const centre = await (await browser.get('/account/privacidade')).text()
  expect(centre).toContain('reuniu as provas de um pagamento contestado no banco')
})

test('support gets no pack, and an unreceived payment has none; neither leaves a record', async () => {
  const support = await atDesk(web, 'support')
  expect((await support.get(pack(paymentId))).status).toBe(403)
  const before = await auditLength(web.database)
  expect((await finance.get(pack(newId()))).status).toBe(404)
  expect((await finance.get(pack('x'))).status).toBe(404)
  await query("update provider_payments set state = 'pending', received_at = null where id = $1", [paymentId])
  expect((await finance.get(pack(paymentId))).status).toBe(404)
  expect(await auditLength(web.database)).toBe(before)
})

test('after a partial chargeback the page states the amount and offers the file first', async () => {
  await query(
    `insert into refunds (id, provider_payment_id, amount, origin, reason, status, idempotency_key, created_at)
     values ($1::uuid, $2, 1234, 'chargeback', 'chargeback', 'done', $1::text, now())`,
    [newId(), paymentId],
  )
  await query(
    "update provider_payments set state = 'approved', concern = 'charged_back_in_part' where id = $1",
    [paymentId],
  )
  const page = await (await finance.get(`/painel/dinheiro/pagamento/${paymentId}`)).text()
  expect(page).toContain('uma parte foi tomada de volta pelo banco')
  expect(page).toMatch(/Tomado pelo banco<\/dt><dd>R\$\s12,34/)
  expect(page).toContain('Quem pagou contestou este pagamento')
  expect(page).not.toContain('Cobrar de novo o que o banco tomou')
})

test('a cancelled order leaves nothing to pay', async () => {
  const statuses = async () =>
    (await web.app.payments.ofOrder({ orderId })).map(({ status }) => status).filter((one) => one !== 'paid')
  expect(new Set(await statuses())).toEqual(new Set(['pending']))
  const owner = await atDesk(web, 'owner')
  const cancel = { intent: 'cancel', motivo: 'cliente desistiu', version: '' }
  const order = await web.app.orders.openForTeam({ text: orderId })
  const done = await owner.post(`/painel/pedidos/${orderId}`, { ...cancel, version: String(order?.version) })
  expect(done.status).toBe(302)
  expect(new Set(await statuses())).toEqual(new Set(['cancelled']))
})
