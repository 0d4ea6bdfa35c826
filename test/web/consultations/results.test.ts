// Databases: one
import { afterAll, expect, test } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { pdf } from '../../modules/documents/sample-files.ts'
import { movableClock, startProvider } from '../../modules/payments/payments-harness.ts'
import { deliver } from '../../support/listeners.ts'
import { type Browser, webWith } from '../../support/web.ts'

let simulator: Awaited<ReturnType<typeof startProvider>>

const web = webWith(
  {
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/complete-consult': () => import('../../../src/web/routes/consultations/complete.tsx'),
    '/consulta/:key': () => import('../../../src/web/routes/consultations/lookup.tsx'),
    '/resultado/:key': () => import('../../../src/web/routes/consultations/result.tsx'),
    '/resultado/:key/arquivo': () => import('../../../src/web/routes/consultations/result-file.ts'),
  },
  async () => {
    simulator = await startProvider(movableClock('2026-03-02T12:00:00Z'))
    return { MERCADOPAGO_BASE_URL: simulator.url, MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken }
  },
)
afterAll(() => simulator.close())

const secret = 'Nada consta em seu nome.'

/** Creates a paid and delivered look-up and returns the path of its page, and of its result as in the message. */
async function delivered(browser: Browser, email: string, bytes = pdf()) {
  const answer = await browser.post('/complete-consult', {
    cpf: '529.982.247-25',
    nome: `Ana ${Math.random()}`,
    telefone: '(48) 99999-1234',
    email,
    paymentMethod: 'pix',
    declaracao: 'on',
  })
  const path = answer.headers.get('location') ?? ''
  const id = path.split('/').pop()?.split('.')[0] ?? ''
  const { rows } = await web.database.$client.query<{ charge_id: string; user_id: string | null }>(
    'select charge_id, user_id from consultations where id = $1',
    [id],
  )
  const [{ charge_id: chargeId, user_id: userId } = { charge_id: '', user_id: null }] = rows
  const settled = { amount: 2_500, received: 2_500, method: 'pix', paidOn: '2026-03-02', userId }
  await deliver(web.database, web.app.consultations.listeners, {
    type: 'charge.settled',
    payload: { chargeId, purpose: { kind: 'consultation', id }, ...settled },
  })
  const { consultations } = web.app
  const file = { name: 'laudo.pdf', bytes }
  const prepared = await consultations.prepareResult({
    consultationId: id,
    text: secret,
    file,
    source: 'team',
  })
  if (!prepared.ok) throw new Error(prepared.code)
  const done = await web.database.transaction((tx) =>
    consultations.deliverResult(tx, { consultationId: id, resultId: prepared.value, seenVersion: 0 }),
  )
  expect(done.ok).toBe(true)
  return { id, path, result: await lastResultLink() }
}

async function lastResultLink(): Promise<string> {
  const sent = await web.app.notifications.recent({ limit: 20 })
  const link = sent.flatMap(({ links }) => links).find((url) => url.includes('/resultado/'))
  return new URL(link ?? '').pathname
}

async function lastCode(): Promise<string> {
  const sent = await web.app.notifications.recent({ limit: 5 })
  return /^(\d{3} \d{3})$/m.exec(sent.find(({ kind }) => kind === 'consultation.code')?.text ?? '')?.[1] ?? ''
}

test('a result that nobody reads takes the memory of four files, however many connections ask for it', async () => {
  const large = pdf('x'.repeat(400_000))
  const phone = web.browser()
  const { result } = await delivered(phone, 'grande@exemplo.com.br', large)
  await phone.post(result, { intent: 'email' })
  await phone.post(`${result}?codigo=1`, { codigo: await lastCode() })
  const ask = () => phone.get(`${result}/arquivo`)
  const unread = [await ask(), await ask(), await ask(), await ask()]
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await ask()).status).toBe(429)
  await unread[0]?.body?.cancel()
  expect(Buffer.from(await (await ask()).arrayBuffer()).equals(large)).toBe(true)
  for (const one of unread.slice(1)) await one.body?.cancel()
})

test('a guest proves with a code to be the buyer, reads the result and opens its file', async () => {
  const buyer = web.browser()
  const { path, result } = await delivered(buyer, 'ana@exemplo.com.br')
  const progress = await (await buyer.get(path)).text()
  expect(progress).toContain('Ver o resultado')
  expect(progress).not.toContain(secret)

  const phone = web.browser()
  const first = await phone.get(result)
  const html = await first.text()
  expect(html).toContain('a•••@exemplo.com.br')
  expect(html).not.toContain(secret)
  expect(html).not.toContain('ana@exemplo.com.br')
  expect(first.headers.get('cache-control')).toBe('private, no-store')
  expect(first.headers.get('x-robots-tag')).toContain('noindex')
  expect((await phone.get(`${result}/arquivo`)).headers.get('location')).toBe(result)

  const asked = await phone.follow(await phone.post(result, { intent: 'email' }))
  expect(asked.html).toMatch(/autocomplete="one-time-code"/i)
  const wrong = await phone.post(`${result}?codigo=1`, { codigo: '000000' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Código errado ou vencido')
  const opened = await phone.follow(await phone.post(`${result}?codigo=1`, { codigo: await lastCode() }))
  expect(opened.html).toContain(secret)
  expect(opened.html).toContain('Este link vale até')
  const file = await phone.get(`${result}/arquivo`)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain('laudo.pdf')
  expect(file.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(file.headers.get('cache-control')).toBe('private, no-store')
  expect(file.headers.get('referrer-policy')).toBe('same-origin')
  expect(file.headers.get('x-robots-tag')).toContain('noindex')
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf())).toBe(true)

  const other = web.browser()
  expect(await (await other.get(result)).text()).not.toContain(secret)
  const closed = await phone.follow(await phone.post(result, { intent: 'close' }))
  expect(closed.html).not.toContain(secret)
})

test('a buyer who requests the code by WhatsApp gets it there, at the telephone of the look-up', async () => {
  const { result } = await delivered(web.browser(), 'ana@exemplo.com.br')
  await web.browser().post(result, { intent: 'whatsapp' })
  const sent = await web.app.notifications.recent({ limit: 5 })
  expect(sent.find(({ kind }) => kind === 'consultation.code')).toMatchObject({
    ...{ channel: 'whatsapp', to: '+5548999991234' },
  })
})

test('an account’s result requires its session, and opens with it at once', async () => {
  const [demo, ...others] = DEMO_ACCOUNTS
  const other = others.find(({ email }) => email !== demo?.email)
  await web.app.identity.ensureAccounts(DEMO_ACCOUNTS)
  const enter = async (account = demo) => {
    const browser = web.browser()
    const { email = '', password = '' } = account ?? {}
    await browser.post('/auth', { intent: 'sign-in', email, password })
    return browser
  }
  const buyer = await enter()
  const { result } = await delivered(buyer, '')
  expect(await (await buyer.get(result)).text()).toContain(secret)
  const guest = web.browser()
  const html = await (await guest.get(result)).text()
  expect(html).toContain('Entre na sua conta')
  expect(html).not.toContain('Receber no WhatsApp')
  expect((await guest.post(result, { intent: 'enter' })).headers.get('location')).toBe('/auth')
  const stranger = await (await (await enter(other)).get(result)).text()
  expect(stranger).not.toContain(secret)
  expect(stranger).toContain('Você entrou com outra conta')
})

test('an expired link says so and sends another; a revoked or forged one opens nothing', async () => {
  const browser = web.browser()
  const { id, path, result } = await delivered(browser, 'bia@exemplo.com.br')
  web.pass(retention.resultLinkDays * 24 * 60)
  expect(await (await browser.get(result)).text()).toContain('Este link venceu')
  expect(await (await browser.get(path)).text()).toContain('O link do resultado venceu')
  await browser.post(result, { intent: 'link' })
  const fresh = await lastResultLink()
  expect(fresh).not.toBe(result)
  expect(await (await browser.get(fresh)).text()).toContain('Confirme que é você')
  await web.database.transaction((tx) => web.app.consultations.revokeResultLinks(tx, { consultationId: id }))
  expect(await (await browser.get(fresh)).text()).toContain('Este link foi cancelado')
  expect(await (await browser.get(path)).text()).toContain('Nossa equipe cancelou o link')
  const key = path.replace('/consulta/', '')
  for (const forged of [`/resultado/${key}`, `${fresh.slice(0, -2)}xx`, '/resultado/x']) {
    expect((await browser.get(forged)).status).toBe(404)
  }
})
