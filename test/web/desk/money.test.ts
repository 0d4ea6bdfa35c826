// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { formatBRL } from '../../../src/core/money.ts'
import type { ListedPayment } from '../../../src/modules/payments/ports.ts'
import { keepRaw } from '../../../src/modules/payments/set-aside/raw-store.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { actionWords } from '../../../src/web/copy/desk-team.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let finance: Browser
let owner: Browser
let customer: string

beforeAll(async () => {
  finance = await atDesk(web, 'finance')
  owner = await atDesk(web, 'owner')
  const account = await web.app.identity.accountOf(web.database, demoAccount('customer').email)
  customer = account?.userId ?? ''
  await web.database.transaction((tx) =>
    web.app.identity.updateProfile(tx, {
      ...{ userId: customer, nome: 'Joana Pereira', documento: '52998224725', telefone: '+5548999990000' },
    }),
  )
})

const htmlOf = async (browser: Browser, path: string) => textOf(await browser.get(path))
const textOf = async (response: Response) =>
  (await response.text()).replaceAll('<!-- -->', '').replaceAll(/\u00a0|&nbsp;/g, ' ')

/** Creates an order of Joana's with an instalment due on each of these days. */
async function addInstalments(amount: number, dueDates: readonly string[]): Promise<string[]> {
  const orderId = newId()
  return web.database.transaction(async (tx) => {
    await web.app.orders.openOrder(tx, {
      ...{ id: orderId, userId: customer, serviceId: 'clean-name', planId: 'semanal-20x' },
      ...{ serviceTitle: 'Limpeza de Nome', servicePrice: amount, paymentType: 'PIX semanal' },
    })
    return web.app.payments.scheduleInstalments(tx, {
      ...{
        orderId,
        userId: customer,
        serviceTitle: 'Limpeza de Nome',
        paymentType: 'PIX semanal',
        rate: undefined,
      },
      rows: dueDates.map((dueDate, index) => ({
        ...{ number: index + 1, kind: 'parcela' as const, amount, dueDate, method: 'pix' as const },
      })),
    })
  })
}

/** Stores money that came to the shop's key without a charge, with the payer in the words of the provider. */
async function stray(amount: number, payer: object = {}): Promise<string> {
  const [paymentId, creditId, providerId] = [newId(), newId(), newId()]
  const now = web.app.clock.now()
  const query = (text: string, values: unknown[]) => web.database.$client.query(text, values)
  await query(
    `insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee,
       approved_at, received_at, created_at, updated_at)
     values ($1, 'mercado-pago', $2, 'pix', 'approved', 'approved', $3, 0, 0, $4, $4, $4, $4)`,
    [paymentId, providerId, amount, now],
  )
  await query(
    `insert into credits (id, key, reason, amount, provider_payment_id, status, created_at)
     values ($1, $2, 'unmatched', $3, $4, 'open', $5)`,
    [creditId, `k-${creditId}`, amount, paymentId, now],
  )
  const cipher = createCipher('ab'.repeat(32))
  const said = { providerId, raw: JSON.stringify({ payer }) } as ListedPayment
  await keepRaw(web.database, { cipher, provider: 'mercado-pago', listed: [said], now })
  return creditId
}

const place = (creditId: string) => `/painel/dinheiro/credito/${creditId}`

test('money without an owner is suggested for the payer’s instalment, applied by one form, and leaves the queue', async () => {
  const [first = ''] = await addInstalments(19_990, ['2026-03-01', '2026-04-01'])
  const creditId = await stray(19_990, {
    identification: { type: 'CPF', number: '52998224725' },
    first_name: 'JOANA',
    last_name: 'P',
  })
  expect(await htmlOf(finance, '/painel')).toContain('dinheiro de nenhuma cobrança')
  const html = await htmlOf(finance, place(creditId))
  expect(html).toContain('R$ 199,90 sem destino')
  expect(html).toContain('quase certo')
  expect(html).toContain('mesmo CPF, mesmo valor, pago 1 dia depois do vencimento')
  expect(html).not.toContain('52998224725')

  const nothing = await finance.post(place(creditId), { intent: 'apply-credit', motivo: 'mesmo CPF' })
  expect(nothing.status).toBe(422)
  expect(await nothing.text()).toContain('Marque pelo menos uma parcela')
  const done = await finance.post(place(creditId), {
    ...{ intent: 'apply-credit', parcela: first, motivo: 'mesmo CPF e valor' },
  })
  expect(done.headers.get('Location')).toBe(place(creditId))
  const paid = await web.app.payments.paidOf({ userId: customer })
  expect(paid.map(({ id }) => id)).toContain(first)
  const decided = await htmlOf(finance, place(creditId))
  expect(decided).toContain('Já decidido')
  expect(decided).toContain('Crédito de R$ 199,90')
  expect(decided).not.toContain('R$ 199,90 sem destino')
  expect((await web.app.backoffice.latestAudit({ limit: 1 }))[0]).toMatchObject({ action: 'credit.apply' })
})

test('a decision about a payment that cannot be booked is of the report that its page shows', async () => {
  const setAsideId = newId()
  const query = (text: string, values: unknown[]) => web.database.$client.query(text, values)
  await query(
    `insert into set_aside_payments (id, provider, provider_id, reason, detail, amount, currency, digest, since, tries,
       next_try_at, tell_after)
     values ($1, 'mercado-pago', '7001', 'foreign_currency', 'USD', 3000, 'USD', 'first', $2, 1, $2, 1)`,
    [setAsideId, web.app.clock.now()],
  )
  const page = `/painel/dinheiro/separado/${setAsideId}`
  const seen = async () => /name="visto" value="([^"]+)"/.exec(await htmlOf(finance, page))?.[1] ?? ''
  const resolve = (visto: string) =>
    finance.post(page, { intent: 'resolve-set-aside', visto, motivo: 'devolvido' })
  const before = await seen()
  await query(`update set_aside_payments set amount = 30000, digest = 'second' where id = $1`, [setAsideId])
  const refused = await resolve(before)
  expect(refused.status).toBe(422)
  expect(await textOf(refused)).toContain('Veja como ficou e decida de novo.')
  expect((await resolve(await seen())).status).toBe(302)
  expect(await htmlOf(finance, page)).toContain('Já decidido')
})

test('open instalments are counted by age, listed, and found by customer, with no document in a URL', async () => {
  await addInstalments(50_000, ['2025-11-01', '2026-01-10', '2026-02-10', '2026-02-26', '2026-03-20'])
  const html = await htmlOf(finance, '/painel/dinheiro?idade=older')
  expect(html).toMatch(/mais de 90 dias/)
  expect(html).toContain('venceu há 121 dias')
  for (const age of ['ahead', 'week', 'month', 'quarter']) {
    const page = await htmlOf(finance, `/painel/dinheiro?idade=${age}`)
    expect(page).toContain('Limpeza de Nome, parcela')
    expect(page).not.toContain('venceu há 121 dias')
  }
  const found = await finance.post('/painel/dinheiro', { intent: 'find', busca: '529.982.247-25' })
  expect(await textOf(found)).toContain('01/11/2025')
})

test('paging through an age group lists all of it once', async () => {
  const days = Array.from(
    { length: 35 },
    (_, index) => `2026-05-${String((index % 28) + 1).padStart(2, '0')}`,
  )
  await addInstalments(12_345, days)
  const ids: string[] = []
  let after: { dueDate: string; id: string } | undefined
  do {
    const page = await web.app.payments.openOfAge({ age: 'ahead', after, limit: 10 })
    ids.push(...page.instalments.map(({ id }) => id))
    after = page.next
  } while (after)
  const totals = await web.app.payments.openByAge()
  expect(new Set(ids).size).toBe(ids.length)
  expect(totals.find(({ age }) => age === 'ahead')?.count).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(35)
})

test('a refund above the limit waits for a second person, and nobody approves their own', async () => {
  const creditId = await stray(80_000)
  const asked = await finance.post(place(creditId), { intent: 'refund-credit', motivo: 'pago por engano' })
  expect(asked.status).toBe(302)
  const { rows } = await web.database.$client.query('select id from refund_approvals where subject_id = $1', [
    creditId,
  ])
  const approval = `/painel/dinheiro/aprovacao/${rows[0]?.id}`
  const waiting = await (await finance.get(place(creditId))).text()
  expect(waiting).toContain('espera que outra pessoa aprove')
  expect(waiting).toContain(approval)
  expect(waiting).not.toContain('value="apply-credit"')
  expect(await status(creditId)).toBe('open')
  const twice = await finance.post(place(creditId), { intent: 'refund-credit', motivo: 'outra vez' })
  expect(await twice.text()).toContain('espera que outra pessoa aprove')
  expect(await htmlOf(finance, approval)).toContain('Foi você quem pediu')
  // The second person sees from here what the money is.
  expect(await htmlOf(owner, approval)).toContain(
    `href="${place(creditId)}" data-discover="true">Ver o crédito`,
  )
  const own = await finance.post(approval, { intent: 'approve', motivo: 'eu mesma' })
  expect(own.status).toBe(422)
  expect(await own.text()).toContain('Quem pediu, ou é o cliente, não aprova')
  expect(await status(creditId)).toBe('open')

  expect(await htmlOf(owner, '/painel')).toContain('Aprovar devolução')
  expect((await owner.post(approval, { intent: 'approve', motivo: 'conferi o extrato' })).status).toBe(302)
  expect(await status(creditId)).toBe('refunding')
  expect((await owner.post(approval, { intent: 'approve', motivo: 'de novo' })).status).toBe(422)
  const last = await web.app.backoffice.latestAudit({ limit: 1 })
  expect(last[0]).toMatchObject({ action: 'refund.approve' })
})

test('a declined refund leaves the money where it was, and can be decided again', async () => {
  const creditId = await stray(90_000)
  await finance.post(place(creditId), { intent: 'refund-credit', motivo: 'pago por engano' })
  const { rows } = await web.database.$client.query('select id from refund_approvals where subject_id = $1', [
    creditId,
  ])
  const approval = `/painel/dinheiro/aprovacao/${rows[0]?.id}`
  expect(await waits(creditId)).toBe(false)
  expect((await finance.post(approval, { intent: 'decline', motivo: 'era de outra' })).status).toBe(302)
  expect(await status(creditId)).toBe('open')
  expect(await waits(creditId)).toBe(true)
})

const approvalOf = async (subjectId: string) =>
  String(
    (await web.database.$client.query('select id from refund_approvals where subject_id = $1', [subjectId]))
      .rows[0]?.id,
  )

test('an item says what was decided about it, by whom and why, also what the second person decided', async () => {
  const creditId = await stray(95_000)
  await finance.post(place(creditId), { intent: 'refund-credit', motivo: 'pago por engano' })
  const approvalId = await approvalOf(creditId)
  const approval = `/painel/dinheiro/aprovacao/${approvalId}`
  await owner.post(approval, { intent: 'decline', motivo: 'vai usar na parcela' })
  for (const path of [place(creditId), approval]) {
    const html = await htmlOf(finance, path)
    expect(html).toContain('O que a equipe decidiu')
    expect(html).toMatch(/Não aprovou uma devolução.*Administração · 02\/03\/2026 às .*“vai usar na parcela”/)
  }
  const html = await htmlOf(finance, place(creditId))
  expect(html).toMatch(/Pediu a devolução de um crédito: R\$ 950,00.*Financeiro · .*“pago por engano”/)
  await finance.post(place(creditId), { intent: 'dismiss-credit', motivo: 'era de outra loja' })
  expect(await htmlOf(finance, place(creditId))).toMatch(
    /Encerrou um crédito: R\$ 950,00.*“era de outra loja”/,
  )
})

test('the log and an item name a former member of the team, and the log can be searched for their actions', async () => {
  const staff = await atDesk(web, 'staff')
  const creditId = await stray(1_500)
  await staff.post(place(creditId), { intent: 'dismiss-credit', motivo: 'de outra loja' })
  const { email } = demoAccount('staff')
  const { userId = '' } = (await web.app.identity.accountOf(web.database, email)) ?? {}
  await web.database.$client.query("update users set role = 'customer' where id = $1", [userId])
  expect(await htmlOf(owner, place(creditId))).toContain('Equipe · 02/03/2026')
  const html = await htmlOf(owner, `/painel/registro?quem=${userId}`)
  expect(html).toContain('<td class="is-wide">Equipe</td>')
  expect(html).toContain(`<option value="${userId}" selected="">Equipe</option>`)
  expect(html).not.toContain('<td class="is-wide">Administração</td>')
  await web.database.$client.query("update users set role = 'staff' where id = $1", [userId])
})

test('the log says which way a decision went and how much money it moved, and finds what was done by the number of an order', async () => {
  const creditId = await stray(85_000)
  await finance.post(place(creditId), { intent: 'refund-credit', motivo: 'pago por engano' })
  const approvalId = await approvalOf(creditId)
  await owner.post(`/painel/dinheiro/aprovacao/${approvalId}`, { intent: 'approve', motivo: 'confere' })
  expect(await htmlOf(owner, `/painel/registro?sobre=${creditId}`)).toContain(
    'Pediu a devolução de um crédito: R$ 850,00',
  )
  expect(await htmlOf(owner, `/painel/registro?sobre=${approvalId}`)).toContain(
    'Aprovou uma devolução: R$ 850,00',
  )
  const { orderId, query } = await paidInstalment()
  const { rows } = await query('select number from orders where id = $1', [orderId])
  await owner.post(`/painel/pedidos/${orderId}`, { intent: 'note', nota: 'ligou', motivo: 'ligou' })
  const found = await htmlOf(owner, `/painel/registro?sobre=${String(rows[0]?.number).toLowerCase()}`)
  expect(found).toContain('Escreveu uma nota no pedido')
})

test('the log says that a debt was charged again only where one was', () => {
  const words = (outcome: number) =>
    actionWords({ action: 'payment.review', detail: { owed: true, outcome } })
  expect(words(40_000)).toBe(
    `Conferiu um pagamento e cobrou de novo o que o banco tomou: ${formatBRL(40_000)}`,
  )
  expect(words(0)).toBe('Conferiu um pagamento')
})

test('the log says how much of a credit paid which instalments, where it knows', () => {
  const words = (outcome: object) => actionWords({ action: 'credit.apply', detail: { outcome } })
  const paid = [
    { kind: 'entrada', number: 0 },
    { kind: 'parcela', number: 3 },
  ]
  expect(words({ amount: 49_990, forgiven: 0, paid })).toBe(
    `Usou um crédito de ${formatBRL(49_990)}: Entrada, Parcela 3`,
  )
  expect(words({ amount: 49_900, forgiven: 90, paid })).toBe(
    `Usou um crédito de ${formatBRL(49_900)}: Entrada, Parcela 3, com ${formatBRL(90)} perdoados`,
  )
  expect(words({ forgiven: 0 })).toBe('Usou um crédito em parcelas')
})

/** Creates an order whose instalment of R$ 700,00 was paid. */
async function paidInstalment() {
  const [instalment = ''] = await addInstalments(70_000, ['2026-03-02', '2026-04-02'])
  const paymentId = newId()
  const now = web.app.clock.now()
  const query = (text: string, values: unknown[]) => web.database.$client.query(text, values)
  await query(
    `insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee,
       approved_at, received_at, created_at, updated_at)
     values ($1, 'mercado-pago', $2, 'pix', 'approved', 'approved', 70000, 0, 0, $3, $3, $3, $3)`,
    [paymentId, `p-${paymentId}`, now],
  )
  await query(
    "update payments set status = 'paid', payment_date = $2, paid_with = $3, paid_amount = 70000 where id = $1",
    [instalment, now, paymentId],
  )
  const { rows } = await query('select order_id from payments where id = $1', [instalment])
  return { orderId: String(rows[0]?.order_id), paymentId, query }
}

test('money stays where the member who cancels an order does not ask to return it', async () => {
  const { orderId, paymentId, query } = await paidInstalment()
  const version = String((await web.app.orders.openForTeam({ text: orderId }))?.version)
  const cancel = { intent: 'cancel', motivo: 'serviço já entregue', version }
  expect((await finance.post(`/painel/pedidos/${orderId}`, cancel)).status).toBe(302)
  expect((await web.app.orders.openForTeam({ text: orderId }))?.status).toBe('cancelled')
  expect((await query('select id from refunds where provider_payment_id = $1', [paymentId])).rows).toEqual([])
  expect((await query('select id from refund_approvals where subject_id = $1', [orderId])).rows).toEqual([])
  // And nobody is asked for the rest.
  const { rows } = await query('select status from payments where order_id = $1 order by due_date', [orderId])
  expect(rows).toEqual([{ status: 'paid' }, { status: 'cancelled' }])
})

test('an order is cancelled at once, and its refund above the limit waits for a second person', async () => {
  const { orderId, paymentId, query } = await paidInstalment()
  const member = (await web.app.team.members()).find(({ email }) => email === demoAccount('finance').email)
  const cancel = { orderId, refund: true, actor: member?.id ?? '', reason: 'não será entregue' }
  const cancelled = await web.app.backoffice.cancelOrder(cancel)
  expect(cancelled).toEqual({ ok: true, value: { requested: 0, held: 0, unapproved: 70_000 } })
  expect((await query('select id from refunds where provider_payment_id = $1', [paymentId])).rows).toEqual([])
  const asked = await query('select id, kind from refund_approvals where subject_id = $1', [orderId])
  expect(asked.rows).toMatchObject([{ kind: 'order' }])
  const approval = `/painel/dinheiro/aprovacao/${asked.rows[0]?.id}`
  expect(await htmlOf(owner, approval)).toContain('Tudo o que um pedido recebeu')
  expect((await owner.post(approval, { intent: 'approve', motivo: 'conferi' })).status).toBe(302)
  const requested = await query('select amount::int, status from refunds where provider_payment_id = $1', [
    paymentId,
  ])
  expect(requested.rows).toEqual([{ amount: 70_000, status: 'requested' }])

  // Until the provider has carried it out, it is shown with its order, and is not called decided.
  const accepted = "update refunds set last_error = 'in_process' where provider_payment_id = $1 returning id"
  const [refund] = (await query(accepted, [paymentId])).rows
  const progress = 'aceita pelo provedor, que ainda a está fazendo'
  expect(await htmlOf(finance, `/painel/pedidos/${orderId}`)).toContain(progress)
  const screen = await htmlOf(finance, `/painel/dinheiro/devolucao/${refund?.id}`)
  expect(screen).toContain(progress)
  expect(screen).not.toMatch(/Já decidido|in_process/)
})

test('up to the limit one person decides', async () => {
  const creditId = await stray(50_000)
  await finance.post(place(creditId), { intent: 'refund-credit', motivo: 'pago por engano' })
  expect(await status(creditId)).toBe('refunding')
})

test('the books are summed on request, and a future day is not compared', async () => {
  const books = await textOf(await finance.post('/painel/dinheiro', { intent: 'books' }))
  expect(books).toContain('A receber de clientes')
  expect(books).toContain('Os livros não fecham')
  const early = await finance.post('/painel/dinheiro', { intent: 'close-day', dia: '2026-12-01' })
  expect(early.status).toBe(422)
})

async function status(creditId: string): Promise<string> {
  const { rows } = await web.database.$client.query('select status from credits where id = $1', [creditId])
  return rows[0]?.status
}

async function waits(creditId: string): Promise<boolean> {
  const source = web.app.payments.obligations.find(({ kind }) => kind === 'credit.decide')
  return (await source?.among({ ids: [creditId] }))?.length === 1
}

test('a partial refund form sent twice refunds once, and one without the remaining amount is refused', async () => {
  const instalmentIds = await addInstalments(10_000, ['2026-03-03'])
  const recorded = await web.database.transaction((tx) =>
    web.app.payments.recordManualPayment(tx, {
      ...{ key: newId(), instalmentIds, amount: 10_000, receivedOn: todayInSaoPaulo(web.app.clock.now()) },
      ...{ channel: 'cash', protocol: 'R-1', payerKind: 'person', by: newId(), reason: 'em dinheiro' },
    }),
  )
  if (!recorded.ok) throw new Error(recorded.code)
  const query = (text: string, values: unknown[]) => web.database.$client.query(text, values)
  const { rows } = await query('select paid_by from payments where id = $1', [instalmentIds[0]])
  const chargeId = String(rows[0]?.paid_by)
  const path = `/painel/dinheiro/cobranca/${chargeId}`
  const shown = await htmlOf(finance, path)
  expect(shown).toContain('name="resto" value="10000"')
  // Nobody has decided anything about a charge that was paid.
  expect(shown).not.toContain('Já decidido')
  const form = { intent: 'refund-charge', valor: '40,00', motivo: 'desconto combinado' }
  expect((await finance.post(path, form)).status).toBe(422)
  // Blank would return everything: a refused amount is not lost.
  expect(await textOf(await finance.post(path, { ...form, motivo: 'x', resto: '10000' }))).toMatch(
    /<input[^>]*name="valor"[^>]*value="40,00"/,
  )
  const sent = { ...form, resto: '10000' }
  const both = await Promise.all([finance.post(path, sent), finance.post(path, sent)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([302, 422])
  const refunds = await query('select amount::int from refunds where charge_id = $1', [chargeId])
  expect(refunds.rows).toEqual([{ amount: 4_000 }])
  expect(await htmlOf(finance, path)).toContain('name="resto" value="6000"')
})

test.each([
  ['dashes', '-'.repeat(36)],
  ['a UUID in capitals', '0199B3C2-7D00-7000-8000-000000000001'],
  ['a word', 'x'],
])('a page of open instalments that continues after %s instead of an id is the first page', async (_, id) => {
  const page = await finance.get(`/painel/dinheiro?depois=2026-01-01~${id}`)
  expect(page.status).toBe(200)
  expect(/"isFirst":(true|false)/.exec(await textOf(page))?.[1]).toBe('true')
})
