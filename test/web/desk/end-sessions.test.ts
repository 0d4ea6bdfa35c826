// Databases: one
import { expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { atDesk, codeOf, demoAccount, signedIn } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)
const motivo = 'diz que outra pessoa entrou na conta'

async function newCustomer() {
  const account = { email: `${newId()}@exemplo.com.br`, password: 'Quaresmeira@71' }
  await web.app.identity.ensureAccounts([{ role: 'customer', ...account }])
  return { ...account, path: `/painel/clientes/${await idOf(account.email)}` }
}

const idOf = async (email: string) =>
  (await web.app.identity.accountOf(web.database, email))?.userId ?? 'none'
const isSignedIn = async (browser: Browser) => (await browser.get('/account')).status === 200

/** Posts a form and returns the page after it, with its notice. */
const act = async (member: Browser, path: string, fields: Record<string, string>) =>
  (await member.follow(await member.post(path, fields))).html

test('atendimento ends every session of a customer, whose next request leads to signing in', async () => {
  const support = await atDesk(web, 'support')
  const [customer, other] = [await newCustomer(), await newCustomer()]
  const long = await signedIn(web, customer)
  const [phone, thief] = [await signedIn(web, customer), await signedIn(web, customer)]
  const neighbour = await signedIn(web, other)
  // Signed out already: not counted.
  await long.post('/sair', {})

  const ended = await act(support, customer.path, { intent: 'end-sessions', motivo })
  expect(ended).toContain('2 sessões encerradas.')
  for (const browser of [phone, thief]) {
    const next = await browser.get('/payments')
    expect([next.status, next.headers.get('Location')]).toEqual([302, expect.stringMatching(/^\/auth/)])
    expect((await browser.post('/account', { intent: 'perfil', nome: 'Ladrão' })).status).toBe(302)
  }
  expect(await isSignedIn(neighbour)).toBe(true)
  expect(await isSignedIn(await signedIn(web, customer))).toBe(true)
  const [record] = await web.app.backoffice.latestAudit({ subject: await idOf(customer.email) })
  expect(record).toMatchObject({ action: 'customer.end-sessions', reason: motivo, detail: { outcome: 2 } })
})

test('ending them again ends nothing; without a reason, or for nobody, it is refused', async () => {
  const support = await atDesk(web, 'support')
  const customer = await newCustomer()
  const browser = await signedIn(web, customer)
  expect((await support.post(customer.path, { intent: 'end-sessions', motivo: ' ' })).status).toBe(422)
  for (const id of ['x', newId()]) {
    const unknown = await support.post(`/painel/clientes/${id}`, { intent: 'end-sessions', motivo })
    expect(unknown.status).toBe(422)
  }
  expect(await isSignedIn(browser)).toBe(true)
  const end = () => act(support, customer.path, { intent: 'end-sessions', motivo })
  expect(await end()).toContain('1 sessão encerrada.')
  expect(await end()).toContain('Nenhuma sessão estava aberta.')
})

test('an expired session is not counted, however many there are', async () => {
  const support = await atDesk(web, 'support')
  const customer = await newCustomer()
  await signedIn(web, customer)
  await web.database.$client.query(
    "update sessions set expires_at = created_at + interval '1 second' where user_id = $1",
    [await idOf(customer.email)],
  )
  web.pass(1)
  expect(await act(support, customer.path, { intent: 'end-sessions', motivo })).toContain(
    'Nenhuma sessão estava aberta.',
  )
})

test('nobody ends a member’s sessions on the page of a customer, and financeiro those of nobody', async () => {
  const [support, finance] = [await atDesk(web, 'support'), await atDesk(web, 'finance')]
  const owner = await atDesk(web, 'owner')
  const page = `/painel/clientes/${await idOf(demoAccount('owner').email)}`
  expect(await (await support.get(page)).text()).not.toContain('Encerrar sessões')
  const refused = await support.post(page, { intent: 'end-sessions', motivo })
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('Esta conta é da equipe'),
  ])
  expect((await owner.get('/painel')).status).toBe(200)

  const customer = await newCustomer()
  expect(await (await support.get(customer.path)).text()).toContain('Encerrar sessões')
  expect(await (await finance.get(customer.path)).text()).not.toContain('Encerrar sessões')
  expect((await finance.post(customer.path, { intent: 'end-sessions', motivo })).status).toBe(403)
})

test('administração ends the sessions of a member at the shop and at the desk; role and second factor stay', async () => {
  const [owner, staff] = [await atDesk(web, 'owner'), await atDesk(web, 'staff')]
  const { email } = demoAccount('staff')
  const elsewhere = await signedIn(web, demoAccount('staff'))
  const end = (id: string) => owner.post('/painel/equipe', { intent: 'end-sessions', id, motivo })
  const ended = await owner.follow(await end(await idOf(email)))
  expect(ended.html).toMatch(/[2-9] sessões encerradas\./)
  expect((await staff.get('/painel')).status).toBe(404)
  expect([await isSignedIn(staff), await isSignedIn(elsewhere)]).toEqual([false, false])
  expect(await web.app.team.deskSessionsOf({ userId: await idOf(email) })).toEqual([])
  expect((await (await atDesk(web, 'staff')).get('/painel')).status).toBe(200)

  for (const other of [
    await idOf(demoAccount('owner').email),
    await idOf((await newCustomer()).email),
    newId(),
    'x',
  ])
    expect((await end(other)).status).toBe(422)
  expect((await owner.get('/painel')).status).toBe(200)
})

test('administração ends the sessions of everybody, and stays at the desk where it does so', async () => {
  const owner = await atDesk(web, 'owner')
  const sameOwnerElsewhere = await signedIn(web, demoAccount('owner'))
  const [support, customer] = [await atDesk(web, 'support'), await signedIn(web, await newCustomer())]
  const rows = async () => Number((await web.database.$client.query('select 1 from sessions')).rowCount)
  const stored = await rows()

  const html = await act(owner, '/painel/equipe', {
    intent: 'end-every-session',
    motivo: 'cópia do banco vazou',
  })
  expect(html).toMatch(/\d+ sessões encerradas\./)
  expect((await owner.get('/painel')).status).toBe(200)
  expect((await support.get('/painel')).status).toBe(404)
  for (const browser of [support, customer, sameOwnerElsewhere]) expect(await isSignedIn(browser)).toBe(false)
  const { rows: live } = await web.database.$client.query('select 1 from sessions where ended_at is null')
  expect(live).toHaveLength(1)
  // From where people had signed in is kept for six months by law.
  expect(await rows()).toBe(stored)
  const [record] = await web.app.backoffice.latestAudit({ subject: await idOf(demoAccount('owner').email) })
  expect(record).toMatchObject({ action: 'team.end-every-session', reason: 'cópia do banco vazou' })
  expect(await act(owner, '/painel/equipe', { intent: 'end-every-session', motivo })).toContain(
    'Nenhuma sessão estava aberta.',
  )
})

test('ending the sessions of a member or of everybody asks for the second factor again after a quarter of an hour', async () => {
  const owner = await atDesk(web, 'owner')
  const customer = await signedIn(web, await newCustomer())
  const member = { intent: 'end-sessions', id: await idOf(demoAccount('staff').email), motivo }
  web.pass(16)
  for (const form of [member, { intent: 'end-every-session', motivo }]) {
    const asked = await owner.post('/painel/equipe', form)
    expect([asked.status, await asked.text()]).toEqual([422, expect.stringContaining('segundo-fator')])
  }
  expect(await isSignedIn(customer)).toBe(true)
  const code = codeOf(web, demoAccount('owner').email)
  await owner.post('/painel/equipe', { ...member, intent: 'end-every-session', 'segundo-fator': code })
  expect(await isSignedIn(customer)).toBe(false)
})
