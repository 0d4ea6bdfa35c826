// Databases: one
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { deliver } from '../../support/listeners.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/account': () => import('../../../src/web/routes/account/account.tsx'),
  '/consulta/:key': () => import('../../../src/web/routes/consultations/lookup.tsx'),
})
const [demo] = DEMO_ACCOUNTS

async function customer() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password: demo?.password ?? '' }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password: demo?.password ?? '' })
  const account = await web.app.identity.accountOf(web.database, email)
  const shown = async () => {
    const [html = ''] = (await (await browser.get('/account')).text()).split(
      '<script type="application/json"',
    )
    return html.replaceAll('<!-- -->', '')
  }
  return { browser, email, userId: account?.userId ?? '', shown }
}

/** Requests a look-up of an account, or of a guest. No provider is available to issue its charge. */
async function request(kind: 'complete' | 'bacen', { userId, email }: { userId?: string; email: string }) {
  await web.app.consultations.requestConsultation({
    ...{ kind, method: 'pix', declared: true, userId },
    subject: { cpf: '52998224725', name: 'Joana Pereira', phone: '+5548999991234', email },
    evidence: { ip: '198.51.100.9', userAgent: `test ${Math.random()}` },
  })
  const { rows } = await web.database.$client.query<{ id: string; chargeId: string }>(
    'select id, charge_id as "chargeId" from consultations order by created_at desc, id desc limit 1',
  )
  return rows[0] ?? { id: '', chargeId: '' }
}

async function pay({ id, chargeId }: { id: string; chargeId: string }): Promise<void> {
  const settled = { amount: 2_500, received: 2_500, method: 'pix', paidOn: '2026-03-02', userId: null }
  await deliver(web.database, web.app.consultations.listeners, {
    type: 'charge.settled',
    payload: { chargeId, purpose: { kind: 'consultation', id }, ...settled },
  })
}

const linkOf = ({ id }: { id: string }) => `/consulta/${web.app.consultations.keyOf({ consultationId: id })}`

test('lists the look-ups that a customer bought while signed in, with their state and link', async () => {
  const [ana, rui] = [await customer(), await customer()]
  expect(await ana.shown()).not.toContain('Suas consultas')
  const paid = await request('complete', ana)
  await pay(paid)
  const waiting = await request('bacen', ana)
  const others = [await request('complete', rui), await request('bacen', { email: ana.email })]
  for (const other of others) await pay(other)

  const html = await ana.shown()
  expect(html).toContain('Suas consultas')
  expect(html).toMatch(
    new RegExp(
      `href="${linkOf(paid)}"[^>]*>Consulta Completa.{1,200}\\*\\*\\*\\.982\\.247-\\*\\*.{1,300}Em andamento`,
      's',
    ),
  )
  expect(html).toMatch(new RegExp(`href="${linkOf(waiting)}".{1,600}Aguardando pagamento`, 's'))
  for (const other of others) expect(html).not.toContain(linkOf(other))
  expect(html).not.toContain('52998224725')
  expect(html).not.toContain('529.982.247-25')
  expect((await ana.browser.get(linkOf(paid))).status).toBe(200)

  const his = await rui.shown()
  expect(his).toContain(linkOf(others[0] ?? { id: '' }))
  for (const hers of [paid, waiting]) expect(his).not.toContain(linkOf(hers))
})

test('a late look-up is marked late; an unpaid one leaves the list after a week', async () => {
  const ana = await customer()
  const paid = await request('complete', ana)
  await pay(paid)
  const waiting = await request('bacen', ana)
  web.pass(2 * 24 * 60)
  expect(await ana.shown()).toContain('Passou do prazo')
  const refunding = 'update consultations set refund_requested_at = $2 where id = $1'
  await web.database.$client.query(refunding, [paid.id, web.app.clock.now()])
  expect(await ana.shown()).toContain('Devolvendo o dinheiro')
  expect(await ana.shown()).not.toContain('Passou do prazo')
  await web.database.$client.query(refunding, [paid.id, null])
  expect(await ana.shown()).toContain(linkOf(waiting))
  web.pass(6 * 24 * 60)
  const html = await ana.shown()
  expect(html).not.toContain(linkOf(waiting))
  expect(html).toContain(linkOf(paid))
  // After its retention period nothing is left to show.
  await web.database.$client.query('update consultations set erased_at = now() where id = $1', [paid.id])
  expect(await ana.shown()).not.toContain(linkOf(paid))
})
