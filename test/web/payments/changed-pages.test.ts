// Databases: one. Decisions of the team that are in no row of the customer: whose browser has the page gets another one nevertheless. A
// browser of the tests asks for every page that has a version again, and refuses one that changed and kept its version.
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { startAlteringProxy } from '../../modules/payments/altering-proxy.ts'
import { movableClock, startProvider } from '../../modules/payments/payments-harness.ts'
import { webWith } from '../../support/web.ts'

/** Follows the clock of the pages. */
const providerClock = movableClock('2026-03-02T12:00:00Z')
let simulator: Awaited<ReturnType<typeof startProvider>>
let proxy: Awaited<ReturnType<typeof startAlteringProxy>>
const web = webWith(
  {
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
    '/tracking': () => import('../../../src/web/routes/orders/tracking.tsx'),
  },
  async () => {
    simulator = await startProvider(providerClock)
    proxy = await startAlteringProxy(simulator.url)
    return { MERCADOPAGO_BASE_URL: proxy.url, MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken }
  },
)
afterAll(async () => {
  await proxy.close()
  await simulator.close()
})

const password = DEMO_ACCOUNTS[0]?.password ?? ''
const decision = { by: newId(), reason: 'conferido' }
const paidPage = '/payments?aba=pagas'
const within = <T>(work: (tx: Transaction) => Promise<T>) => web.database.transaction(work)

/** Creates a signed-in customer with an order; of its instalments the first two. */
async function customer() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password })
  // Shows the toast of the sign-in.
  await browser.get('/payments')
  const { rows: users } = await web.database.execute<{ id: string }>(
    sql`select id from users where email = ${email}`,
  )
  const viewer = { id: users[0]?.id ?? '', email, nome: 'Ana Maria Souza', documento: '52998224725' }
  const started = await web.app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'semanal-20x', viewer },
    ...{ name: viewer.nome, cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  })
  if (!started.ok) throw new Error(started.code)
  const evidence = { ip: '203.0.113.7', userAgent: 'Teste/1.0' }
  const accepted = await web.app.contracting.acceptContract({
    ...{ draftId: started.value.draftId, viewer, ticked: ['Li e aceito.'], evidence },
  })
  if (!accepted.ok) throw new Error(accepted.code)
  const owed = await web.app.payments.pendingOf({ userId: viewer.id })
  /** Returns a page, and asks for it once more, with the same cookies, so that the browser has its version. */
  const shown = async (path: string) => {
    await browser.get(path)
    return (await browser.get(path)).text()
  }
  return { shown, viewer, instalmentIds: owed.slice(0, 2).map(({ id }) => id) }
}

/** A customer with a charge of two instalments. */
async function charged() {
  const made = await customer()
  const { viewer, instalmentIds } = made
  const started = await web.app.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { rows } = await web.database.execute<{ reference: string }>(
    sql`select reference from charges where id = ${chargeId}`,
  )
  return { ...made, chargeId, reference: rows[0]?.reference ?? '' }
}

/** Advances the clocks of the pages and of the provider by a minute. */
function pass(): void {
  web.pass(1)
  providerClock.advance(60_000)
}

function sweep(): Promise<void> {
  return web.app.payments.jobs['payments.reconcile'].run()
}

async function idOf(query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await web.database.execute<{ id: string }>(query)
  if (!rows[0]) throw new Error('no row')
  return rows[0].id
}

test('a person said for which instalment a part came back', async () => {
  const { shown, instalmentIds, chargeId, reference } = await charged()
  await simulator.act(reference, 'approve')
  await sweep()
  pass()
  await simulator.act(reference, 'refund', { amount: 100 })
  await sweep()
  expect(await shown(paidPage)).not.toContain('Voltaram para você')
  const refundId = await idOf(sql`select id from refunds where charge_id = ${chargeId}`)
  const what = { refundId, targets: instalmentIds.slice(0, 1), ...decision }
  const attributed = await within((tx) => web.app.payments.attributeReturn(tx, what))
  expect(attributed).toEqual({ ok: true, value: 10_000 })
  expect(await shown(paidPage)).toContain('Voltaram para você')
})

test('a person looked at a payment that was in doubt', async () => {
  const { shown, chargeId, reference } = await charged()
  await simulator.act(reference, 'approve')
  await simulator.act(reference, 'status', { status: 'a_new_status' })
  await sweep()
  expect(await shown('/payments')).toContain('Não pague de novo')
  const paymentId = await idOf(sql`select id from provider_payments where charge_id = ${chargeId}`)
  const review = { paymentId, reinstateDebt: false, ...decision }
  expect(await within((tx) => web.app.payments.reviewPayment(tx, review))).toMatchObject({ ok: true })
  expect(await shown('/payments')).not.toContain('Não pague de novo')
})

test('a payment that cannot be booked came, and a person dealt with it', async () => {
  const { shown, reference } = await charged()
  const page = () => shown('/payments')
  expect(await page()).not.toContain('Não pague de novo')
  const { id } = await simulator.act(reference, 'approve')
  proxy.alter(id, { currency_id: '"USD"' })
  const providerId = String(id)
  pass()
  await sweep()
  expect(await page()).toContain('Não pague de novo')
  const setAsideId = await idOf(sql`select id from set_aside_payments where provider_id = ${providerId}`)
  const dealt = await within((tx) => web.app.payments.resolveSetAside(tx, { setAsideId, ...decision }))
  expect(dealt).toEqual({ ok: true, value: providerId })
  expect(await page()).not.toContain('Não pague de novo')
  pass()
  await sweep()
  expect(await page()).not.toContain('Não pague de novo')
})

test('a part of a payment without a charge, which a credit used, is returned', async () => {
  const { shown, instalmentIds } = await customer()
  const { id } = await simulator.stray({ amount: 400 })
  pass()
  await sweep()
  const creditId = await idOf(sql`select id from credits where reason = 'unmatched'`)
  const use = { creditId, instalmentIds: instalmentIds.slice(0, 1), forgive: false, ...decision }
  expect(await within((tx) => web.app.payments.applyCredit(tx, use))).toMatchObject({ ok: true })
  expect(await shown(paidPage)).not.toContain('Voltaram para você')
  pass()
  await simulator.act(String(id), 'refund', { amount: 100 })
  await sweep()
  expect(await shown(paidPage)).toContain('Voltaram para você')
})

test('the team asks for a document, and then no longer does', async () => {
  const { shown, viewer } = await customer()
  const asked = { userId: viewer.id, kind: 'other' as const, words: 'A conta de luz.' }
  expect(await shown('/tracking')).not.toContain('documento')
  const made = await within((tx) => web.app.documents.request(tx, asked))
  if (!made.ok) throw new Error(made.code)
  expect(await shown('/tracking')).toContain('documento')
  await within((tx) => web.app.documents.closeRequest(tx, { requestId: made.value }))
  expect(await shown('/tracking')).not.toContain('documento')
})
