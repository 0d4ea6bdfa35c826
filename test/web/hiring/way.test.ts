// Databases: one
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { contractTerms } from '../../../src/modules/contracting/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type Browser, webWith } from '../../support/web.ts'

const recordings = await mkdtemp(join(tmpdir(), 'recordings-'))
afterAll(() => rm(recordings, { recursive: true }))

const pages = {
  '/': () => import('../../../src/web/routes/content/home.tsx'),
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/auth/confirmar': () => import('../../../src/web/routes/auth/confirm.tsx'),
  '/auth/confira-seu-email': () => import('../../../src/web/routes/auth/check-email.tsx'),
  '/create-account': () => import('../../../src/web/routes/auth/create-account.tsx'),
  '/sair': () => import('../../../src/web/routes/auth/sign-out.ts'),
  '/service/clean-name': () => import('../../../src/web/routes/content/clean-name.tsx'),
  '/contract': () => import('../../../src/web/routes/hiring/contract.tsx'),
  '/contract/copia/:orderId': () => import('../../../src/web/routes/hiring/contract-copy.tsx'),
  '/contract/audio/:version/:clause': () => import('../../../src/web/routes/hiring/clause-audio.ts'),
  '/contratacao/apagar': () => import('../../../src/web/routes/hiring/discard.ts'),
  '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
  '/payment': () => import('../../../src/web/routes/payments/payment.tsx'),
}
const mp3 = Buffer.from('ID3, as far as its first bytes say')
const web = webWith(pages, async () => {
  const folder = join(recordings, contractTerms.version)
  await mkdir(folder)
  for (const [clause, sentence] of [
    [2, 'Fazemos o serviço dentro da lei, mostramos cada etapa e respondemos às suas dúvidas.'],
    [7, 'Você pode desistir até 1º de janeiro de 2026, sem explicar nada, e recebe tudo de volta.'],
  ]) {
    await writeFile(join(folder, `clausula-${clause}.mp3`), mp3)
    await writeFile(join(folder, `clausula-${clause}.txt`), `${sentence}\n`)
  }
  return { CLAUSE_AUDIO_DIR: recordings }
})

const password = 'Varanda7!k'
const party = { name: 'Ana Beatriz Moreira', cpf: '529.982.247-25', phone: '(48) 99999-1234' }
const order = ['Limpeza de Nome', 'R$ 400 hoje + 20 × R$ 99,90']
let emails = 0
const freshEmail = () => `caminho${++emails}@gmail.com`

const hire = (browser: Browser, plan = 'semanal-20x') =>
  browser.post('/service/clean-name', { plan, ...party })

/** Returns the HTML of a page, with non-breaking spaces replaced. */
const read = async (browser: Browser, path: string) =>
  (await (await browser.get(path)).text()).replaceAll('\u00a0', ' ')

/** Chooses a plan and signs up on the short form. @returns the path of the link in the e-mail */
async function signUp(browser: Browser, email: string): Promise<string> {
  await hire(browser)
  const signedUp = await browser.post('/auth?aba=criar-conta', { intent: 'hiring-sign-up', email, password })
  expect(signedUp.headers.get('location')).toBe('/auth/confira-seu-email')
  const { pathname, search } = new URL((await web.linksTo(email))[0] ?? '', 'http://localhost')
  return pathname + search
}

async function customer() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  return { email, device: () => signedIn(email) }
}

async function signedIn(email: string, browser = web.browser()) {
  const entered = await browser.post('/auth', { intent: 'sign-in', email, password })
  return { browser, to: entered.headers.get('location') }
}

test('during a hiring the account is one short form, below the hired service', async () => {
  const browser = web.browser()
  expect((await hire(browser)).headers.get('location')).toBe('/auth?aba=criar-conta')
  const form = await read(browser, '/auth?aba=criar-conta')
  expect(form).toContain('foot-lean')
  expect(await read(web.browser(), '/auth?aba=criar-conta')).not.toContain('foot-lean')
  for (const text of ['Crie a sua conta', 'Passo 2 de 4: sua conta', 'Sua escolha está guardada', ...order]) {
    expect(form).toContain(text)
  }
  expect(form).toContain('<title>Crie a sua conta · Recomeço</title>')
  expect(form).not.toContain('confirmPassword')
  expect(form.match(/<input class="control"/g)).toHaveLength(2)
  const signIn = await read(browser, '/auth')
  for (const text of ['Entre na sua conta', 'Entrar e ler o contrato', ...order])
    expect(signIn).toContain(text)
  const refused = await browser.post('/auth?aba=criar-conta', {
    intent: 'hiring-sign-up',
    email: 'torto',
    password,
  })
  const again = await refused.text()
  expect(refused.status).toBe(400)
  for (const text of ['Crie a sua conta', 'Email inválido', 'value="torto"']) expect(again).toContain(text)

  const direct = await read(web.browser(), '/auth?aba=criar-conta')
  expect(direct).toContain('name="confirmPassword"')
  expect(direct).not.toContain('Passo 2 de 4')
})

test('nothing is typed twice: the dialog, the long form and the sign-in know the given data', async () => {
  const browser = web.browser()
  await hire(browser)
  for (const path of ['/service/clean-name?plano=a-vista', '/create-account']) {
    const page = await read(browser, path)
    for (const value of Object.values(party)) expect(page).toContain(`value="${value}"`)
  }
  const email = freshEmail()
  await signUp(browser, email)
  expect(await read(browser, '/auth')).toContain(`value="${email}"`)
  const stranger = await read(web.browser(), '/service/clean-name?plano=a-vista')
  expect(stranger).not.toContain(party.cpf)
  // No cache may store a page that contains a CPF.
  const filledIn = await browser.get('/service/clean-name?plano=a-vista')
  expect(filledIn.headers.get('cache-control')).toBe('private, no-store')
})

test('in the browser that signed up a button leads to the contract, and the account has the dialog’s data', async () => {
  const browser = web.browser()
  const email = freshEmail()
  const link = await signUp(browser, email)
  const waits = await read(browser, '/auth/confira-seu-email')
  for (const text of ['Confira seu e-mail', 'Passo 2 de 4', 'Abrir o Gmail', ...order]) {
    expect(waits).toContain(text)
  }
  expect(await read(browser, link)).toContain('Passo 2 de 4: sua conta')
  expect((await browser.post(link, {})).headers.get('location')).toBe('/contract')
  const contract = await read(browser, '/contract')
  for (const text of ['Passo 3 de 4: contrato', party.name, ...order]) expect(contract).toContain(text)
  const { rows } = await web.database.$client.query('select id from users where email = $1', [email])
  expect(await web.app.identity.profileOf(rows[0]?.id)).toMatchObject({
    ...{ nome: party.name, documento: '52998224725', telefone: '+5548999991234' },
  })
  const sha256 = /name="sha256" value="([^"]+)"/.exec(contract)?.[1] ?? ''
  const signed = await browser.follow(await browser.post('/contract', { sha256, aceito: 'on' }))
  expect(signed.path).toBe('/payments')
  expect(signed.html).toContain('Passo 4 de 4: pagamento')
  expect(await read(browser, '/')).not.toContain('Continue de onde parou')

  const { rows: orders } = await web.database.$client.query<{ id: string; user_id: string; email: string }>(
    'select o.id, o.user_id, u.email from orders o join users u on u.id = o.user_id order by o.created_at desc limit 1',
  )
  const [{ id: orderId = '', user_id: userId = '', email: address = '' } = {}] = orders
  const viewer = { id: userId, email: address, nome: party.name }
  expect(await read(browser, '/payment')).toContain('Passo 4 de 4: pagamento')
  const setStatus = (status: string) =>
    web.database.$client.query('update payments set status = $2 where order_id = $1', [orderId, status])
  await setStatus('cancelled')
  await web.database.transaction(async (tx) => {
    const [service, other] = [{ userId, serviceTitle: 'Estudo de Viabilidade', paymentType: 'PIX' }, newId()]
    await web.app.orders.openOrder(tx, {
      ...{ ...service, id: other, serviceId: 'credit-viability', planId: 'a-vista', servicePrice: 89_700 },
    })
    const rows = [
      { number: 0, kind: 'a-vista' as const, amount: 89_700, dueDate: '2026-03-09', method: 'pix' as const },
    ]
    await web.app.payments.scheduleInstalments(tx, { ...service, orderId: other, rows })
  })
  const another = await read(browser, '/payment')
  expect(another).toContain('Estudo de Viabilidade')
  expect(another).not.toContain('Passo 4 de 4')
  await setStatus('pending')
  expect(await web.app.contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: true })
  expect(await read(browser, '/payments')).not.toContain('Passo 4 de 4')
})

test('a customer who hires a service that is already open reads that before signing, with the order, and may sign', async () => {
  const browser = web.browser()
  await browser.post(await signUp(browser, freshEmail()), {})
  const first = await read(browser, '/contract')
  expect(first).not.toContain('Você já tem')
  const hashIn = (html: string) => /name="sha256" value="([^"]+)"/.exec(html)?.[1] ?? ''
  await browser.post('/contract', { sha256: hashIn(first), aceito: 'on' })
  const [, number = ''] = /pedido[^R]*(RC-[2-9B-Z]{5,})/.exec(await read(browser, '/payments')) ?? []
  await hire(browser, 'a-vista')
  const again = await read(browser, '/contract')
  expect(again.replaceAll(/<!-- -->|<[^>]+>/g, '')).toContain(
    `Você já tem Limpeza de Nome em aberto, no pedido ${number}: aceite este contrato só se quiser contratar de novo.`,
  )
  expect(again).toContain(`href="/tracking?q=${number}"`)
  const signed = await browser.post('/contract', { sha256: hashIn(again), aceito: 'on' })
  expect(signed.headers.get('location')).toBe('/payment')

  await web.database.$client.query(
    "update orders set status = 'completed' where user_id = (select user_id from orders where number = $1)",
    [number],
  )
  await hire(browser, 'a-vista')
  expect(await read(browser, '/contract')).not.toContain('Você já tem')
})

test('once another schedule is accepted, no page shows what the contract demanded for today', async () => {
  const browser = web.browser()
  const email = freshEmail()
  await browser.post(await signUp(browser, email), {})
  const sha256 = /name="sha256" value="([^"]+)"/.exec(await read(browser, '/contract'))?.[1] ?? ''
  await browser.post('/contract', { sha256, aceito: 'on' })
  expect(await read(browser, '/payments')).toContain(order[1])
  const { rows } = await web.database.$client.query<{ id: string; user_id: string }>(
    'select o.id, o.user_id from orders o join users u on u.id = o.user_id where u.email = $1',
    [email],
  )
  const [{ id: orderId = '', user_id: userId = '' } = {}] = rows
  const { contracting, clock } = web.app
  const firstDue = addDays(todayInSaoPaulo(clock.now()), 10)
  const written = { orderId, paymentType: '6x', priceText: 'R$ 1.500,00', firstDue, isMore: false }
  const plan = await contracting.planRenegotiation(written)
  if (!plan.ok) throw new Error(plan.code)
  const proposal = { ...written, plan: plan.value, validDays: 7, words: '', by: newId() }
  const sent = await web.database.transaction((tx) => contracting.proposeRenegotiation(tx, proposal))
  if (!sent.ok) throw new Error(sent.code)
  const { renegotiationId } = sent.value
  const shown = await contracting.renegotiationOf({ renegotiationId, userId })
  const accepted = await contracting.acceptRenegotiation({
    ...{ renegotiationId, viewer: { id: userId, email, nome: party.name }, ticked: ['Li.'] },
    ...{ evidence: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' }, shownSha256: shown?.sha256 ?? '' },
  })
  expect(accepted).toMatchObject({ ok: true })
  for (const path of ['/payments', '/payment']) {
    const page = await read(browser, path)
    expect(page).toContain('R$ 250,00')
    expect(page).not.toContain('Passo 4 de 4')
  }
})

test('on another phone the sign-up’s password leads to the contract, with all data', async () => {
  const link = await signUp(web.browser(), freshEmail())
  const phone = web.browser()
  const asks = await read(phone, link)
  for (const text of ['Passo 2 de 4', 'name="senha"', ...order]) expect(asks).toContain(text)
  expect(asks).not.toContain(party.name)
  const entered = await phone.follow(await phone.post(link, { senha: password }))
  expect(entered.path).toBe('/contract')
  expect(entered.html).toContain(party.name)
})

test('on another phone another password leads to the choice, and to no typed data', async () => {
  const link = await signUp(web.browser(), freshEmail())
  const phone = web.browser()
  const entered = await phone.follow(await phone.post(link, { senha: 'Ipe-amarelo@88' }))
  expect(entered.path).toBe('/service/clean-name?plano=semanal-20x#contratar')
  expect(entered.html).not.toContain(party.name)
  expect(entered.html).not.toContain(party.cpf)
  expect(await read(phone, '/contract')).not.toContain(party.name)
  expect(await read(phone, '/')).not.toContain('Continue de onde parou')
})

test('a hiring resumes on another phone of the account, and on nobody else’s', async () => {
  const { device } = await customer()
  const first = await device()
  await hire(first.browser)
  const second = await device()
  expect(second.to).toBe('/contract')
  const home = await read(second.browser, '/')
  for (const text of ['Continue de onde parou', 'href="/contract"', ...order]) expect(home).toContain(text)
  second.browser.cookies.delete('rc_contratacao')
  expect(await read(second.browser, '/contract')).toContain(party.name)

  const other = await (await customer()).device()
  expect(other.to).toBe('/')
  for (const path of ['/', '/contract', '/service/clean-name?plano=a-vista']) {
    const page = await read(other.browser, path)
    expect(page).not.toContain('Continue de onde parou')
    expect(page).not.toContain(party.name)
  }
})

test('a page on which the waiting plan is chosen again does not also offer to resume it', async () => {
  const browser = web.browser()
  await hire(browser)
  expect(await read(browser, '/service/clean-name')).toContain('Continue de onde parou')
  expect(await read(browser, '/service/clean-name?plano=semanal-20x')).not.toContain('Continue de onde parou')
})

test('of a choice here and one of the account the newest applies, and the person is informed', async () => {
  const { email, device } = await customer()
  await hire((await device()).browser, 'a-vista')
  web.pass(5)
  const browser = web.browser()
  await hire(browser)
  const { to } = await signedIn(email, browser)
  expect(to).toBe('/contract')
  const contract = await read(browser, '/contract')
  expect(contract).toContain('Ficou valendo a sua escolha mais recente')
  expect(contract).toContain('PIX semanal')
})

test('an open hiring is discarded by a button with its data, also where a browser still has its cookie', async () => {
  const { device } = await customer()
  const [first, second] = [await device(), await device()]
  await hire(first.browser)
  const discarded = await second.browser.follow(await second.browser.post('/contratacao/apagar', {}))
  expect(discarded.html).toContain('Escolha apagada')
  expect(discarded.html).not.toContain('Continue de onde parou')
  expect(await read(first.browser, '/')).not.toContain('Continue de onde parou')
  await hire(second.browser, 'a-vista')
  // The first browser has the cookie of a deleted draft.
  const contract = await first.browser.follow(await first.browser.get('/contract'))
  expect(contract.path).toBe('/contract')
  expect(contract.html).toContain('PIX à vista')
})

test('a plan that is no longer sold says so, and leads to the current plans', async () => {
  const { email, device } = await customer()
  const { browser } = await device()
  await hire(browser)
  const sha256 = /name="sha256" value="([^"]+)"/.exec(await read(browser, '/contract'))?.[1] ?? ''
  await web.database.$client.query(
    "update hiring_drafts set plan_id = 'gone' where user_id = (select id from users where email = $1)",
    [email],
  )
  const refused = await browser.follow(await browser.post('/contract', { sha256, aceito: 'on' }))
  expect(refused.path).toBe('/contract')
  expect(refused.html).toContain('Este plano não é mais vendido')
  expect(refused.html).not.toContain('Dados não encontrados')
  expect(/<a[^>]*href="([^"]+)"[^>]*>(?:<[^>]+>)*Ver os planos de agora/.exec(refused.html)?.[1]).toBe(
    '/service/clean-name#planos',
  )
})

test('a guest who signed in on this device before is asked to sign in, not to sign up', async () => {
  const { device } = await customer()
  const { browser } = await device()
  await browser.post('/sair', {})
  expect((await hire(browser)).headers.get('location')).toBe('/auth')
  expect(await read(browser, '/')).toContain('Continue de onde parou')
  expect((await browser.get('/contract')).headers.get('location')).toBe('/auth')
})

test('a clause’s recording plays before and after signing, while it says the clause’s current text', async () => {
  const { email, device } = await customer()
  const { browser } = await device()
  await hire(browser)
  const contract = await read(browser, '/contract')
  const [audio = ''] = /<audio[^>]+>/.exec(contract) ?? []
  expect(contract.match(/<audio/g)).toHaveLength(1)
  expect(audio).toContain('Gravação do resumo da cláusula 2')
  // The recording of clause 7 states another day; the device's voice reads it, where there is one.
  const spoken = [...contract.matchAll(/data-speak="clausula-(\d+)-simples"[^>]*>/g)]
  expect(spoken.map(([, clause]) => Number(clause))).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(spoken.every(([button]) => button.includes('hidden'))).toBe(true)

  const address = /src="([^"]+)"/.exec(audio)?.[1] ?? ''
  const whole = await browser.get(address)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(mp3)
  const part = await browser.get(address, { range: 'bytes=4-6' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-6/${mp3.length}`])
  expect(await part.text()).toBe(String(mp3.subarray(4, 7)))
  expect((await browser.get(address, { range: `bytes=${mp3.length}-` })).status).toBe(416)
  for (const other of ['/3', '/0', '/2.mp3', '/..%2f2']) {
    expect((await browser.get(address.replace(/\/2\?.*/, other))).status).toBe(404)
  }
  expect((await web.browser().get(address)).headers.get('location')).toBe('/auth')

  const sha256 = /name="sha256" value="([^"]+)"/.exec(contract)?.[1] ?? ''
  await browser.post('/contract', { sha256, aceito: 'on' })
  const { rows } = await web.database.$client.query(
    'select order_id from contract_acceptances where email = $1',
    [email],
  )
  const copy = await read(browser, `/contract/copia/${rows[0]?.order_id}`)
  expect(copy.match(/<audio/g)).toHaveLength(1)
  expect(copy.match(/data-speak=/g)).toHaveLength(9)
})

test('a chosen plan is counted, unless its browser asks not to be', async () => {
  const counted = vi.spyOn(web.app.numbers, 'countVisit')
  const fields = { plan: 'semanal-20x', ...party }
  for (const asked of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
    await web.browser().post('/service/clean-name', fields, asked)
  }
  expect(counted).not.toHaveBeenCalled()
  await web.browser().post('/service/clean-name', fields)
  expect(counted.mock.calls).toEqual([['plan']])
  counted.mockRestore()
})
