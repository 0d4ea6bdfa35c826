// Databases: one
import { expect, test } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/contract/renegociar/:id': () => import('../../../src/web/routes/hiring/renegotiation.tsx'),
  '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
  '/tracking': () => import('../../../src/web/routes/orders/tracking.tsx'),
  '/payments/combinar/:orderId': () => import('../../../src/web/routes/arrangements/way-out.tsx'),
})
const [demo] = DEMO_ACCOUNTS

/** Creates a customer with the weekly plan, whose entry is due today. */
async function customer() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password: demo?.password ?? '' }])
  const { rows } = await web.database.$client.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  const viewer = { id: rows[0]?.id ?? '', email, nome: 'Ana Maria Souza' }
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
  return { email, path: `/payments/combinar/${accepted.value.orderId}` }
}

async function signedIn(email: string) {
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password: demo?.password ?? '' })
  const shown = async (path: string) => {
    const response = await browser.get(path)
    return { status: response.status, html: (await response.text()).replaceAll('\u00a0', ' ') }
  }
  return { browser, shown }
}

test('a late customer chooses how to pay, and reads and accepts it like a contract', async () => {
  const { email, path } = await customer()
  const early = await signedIn(email)
  expect((await early.shown(path)).html).toContain('Está tudo em dia')
  expect((await early.shown('/payments')).html).not.toContain(path)

  web.pass(20 * 24 * 60)
  const { browser, shown } = await signedIn(email)
  const page = await shown(path)
  expect(page.html).toContain('Faltam R$ 2.398,00 deste pedido')
  for (const way of ['Uma nova data', 'Um primeiro pagamento menor', 'Parcelas menores']) {
    expect(page.html).toContain(way)
  }
  // 20 instalments of R$ 102,91 would be more than the total: the last ones are a centavo less.
  expect(page.html).toMatch(/depois, mais \d+ de até R\$ /)
  expect((await shown('/payments')).html).toContain(`href="${path}"`)
  expect(
    (await browser.post(path, { jeito: 'longer', 'data-longer': '2026-01-01' })).headers.get('location'),
  ).toBe(path)
  const [, date = ''] = /name="data-longer" value="([^"]+)"/.exec(page.html) ?? []
  const chosen = await browser.post(path, { jeito: 'longer', 'data-longer': date })
  const next = chosen.headers.get('location') ?? ''
  expect(next).toMatch(/^\/contract\/renegociar\//)
  expect((await shown(next)).html).toContain('O total não muda')
  // It is not signed yet, and may still be another one.
  expect((await shown(path)).html).toContain('Parcelas menores')

  const stranger = await signedIn((await customer()).email)
  expect((await stranger.shown(path)).status).toBe(404)
  expect((await web.browser().get(path)).status).toBe(302)
})

test('what the team proposed comes before what a late customer may choose', async () => {
  const { email, path } = await customer()
  web.pass(20 * 24 * 60)
  const { browser, shown } = await signedIn(email)
  const page = await shown(path)
  const { contracting, clock } = web.app
  const firstDue = addDays(todayInSaoPaulo(clock.now()), 10)
  const orderId = path.split('/').at(-1) ?? ''
  const written = { orderId, paymentType: '6x', priceText: 'R$ 1.500,00', firstDue, isMore: false }
  const plan = await contracting.planRenegotiation(written)
  if (!plan.ok) throw new Error(plan.code)
  const proposal = { ...written, plan: plan.value, validDays: 7, words: 'Como combinamos.', by: newId() }
  const proposed = await web.database.transaction((tx) => contracting.proposeRenegotiation(tx, proposal))
  if (!proposed.ok) throw new Error(proposed.code)
  const place = `/contract/renegociar/${proposed.value.renegotiationId}`
  expect((await browser.get(path)).headers.get('location')).toBe(place)
  const [, date = ''] = /name="data-longer" value="([^"]+)"/.exec(page.html) ?? []
  const chosen = await browser.post(path, { jeito: 'longer', 'data-longer': date })
  expect(chosen.headers.get('location')).toBe(path)
  // Where the page leads says it: no toast says that the plan changed.
  expect((await shown('/payments')).html).not.toContain('As datas mudaram')
})

test('an order is shown with the plan of its contract until its customer accepts another schedule', async () => {
  const { email, path } = await customer()
  web.pass(20 * 24 * 60)
  const { browser, shown } = await signedIn(email)
  const tracked = async () =>
    (await shown('/tracking')).html.replaceAll('<!-- -->', '').split('<script type="application/json"')[0]
  const contractPlan = /Pagamento<\/dt><dd>[^<]*20x[^<]*R\$ 99,90/
  expect(await tracked()).toMatch(contractPlan)

  const page = await shown(path)
  const [, date = ''] = /name="data-longer" value="([^"]+)"/.exec(page.html) ?? []
  const chosen = await browser.post(path, { jeito: 'longer', 'data-longer': date })
  const place = chosen.headers.get('location') ?? ''
  expect(await tracked()).toMatch(contractPlan)
  const [, sha256 = ''] = /name="sha256" value="([0-9a-f]{64})"/.exec((await shown(place)).html) ?? []
  await browser.post(place, { intent: 'accept', sha256, aceito: 'on' })
  const html = await tracked()
  expect(html).not.toContain('R$ 99,90')
  expect(html).toMatch(/Valor no contrato<\/dt><dd>R\$ 2\.398,00/)
  expect(html).toMatch(/Pagamento<\/dt><dd>Parcelas renegociadas em \d\d\/\d\d\/2026/)
})
