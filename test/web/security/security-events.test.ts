// Databases: one
import { request as httpRequest } from 'node:http'
import { Writable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '../../../src/core/durations.ts'
import { attackBuckets } from '../../../src/modules/identity/domain/sign-in-limits.ts'
import { newId } from '../../../src/platform/ids.ts'
import { allow } from '../../../src/platform/rate-limit/rate-limit.ts'
import { securityEvents } from '../../../src/platform/security/events.ts'
import { createSecurityRecorder } from '../../../src/platform/security/record.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../../src/platform/telemetry/metrics.ts'
import { atDesk, codeOf, demoAccount, signedIn } from '../../support/desk.ts'
import { serverOf } from '../../support/http.ts'
import { publicUrl, webWith } from '../../support/web.ts'

const lines: Record<string, unknown>[] = []
const metrics = createMetrics()
const destination = new Writable({
  write(line, _encoding, next) {
    lines.push(JSON.parse(String(line)))
    next()
  },
})
const log = createLog({ level: 'info', destination })

const web = webWith(
  {
    '/': () => import('../../../src/web/routes/content/home.tsx'),
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/e-golpe': () => import('../../../src/web/routes/content/scam-check.tsx'),
    '/account': () => import('../../../src/web/routes/account/account.tsx'),
    '/account/documentos/:id': () => import('../../../src/web/routes/account/download-document.ts'),
    '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
    '/payments/recibo/:receiptId': () => import('../../../src/web/routes/payments/receipt.ts'),
    '/account/privacidade': () => import('../../../src/web/routes/privacy/account-privacy.tsx'),
    '/contract/copia/:orderId': () => import('../../../src/web/routes/hiring/contract-copy.tsx'),
    '/webhooks/mercadopago': () => import('../../../src/web/routes/payments/webhook.ts'),
    '/payment': () => import('../../../src/web/routes/payments/payment.tsx'),
    '/payments/adiar/:instalmentId': () => import('../../../src/web/routes/arrangements/postpone.tsx'),
    '/payments/combinar/:orderId': () => import('../../../src/web/routes/arrangements/way-out.tsx'),
    '/payments/link/:instalmentId': () => import('../../../src/web/routes/arrangements/payer-link.tsx'),
    '/tracking/comprovante/:fileId': () => import('../../../src/web/routes/orders/download-evidence.ts'),
    '/proposta/:offerId': () => import('../../../src/web/routes/hiring/offer.tsx'),
    '/contract/renegociar/:id': () => import('../../../src/web/routes/hiring/renegotiation.tsx'),
    '/painel': () => import('../../../src/web/routes/desk/queue.tsx'),
    '/painel/entrar': () => import('../../../src/web/routes/desk/enter.tsx'),
    '/painel/equipe': () => import('../../../src/web/routes/desk/team.tsx'),
    '/painel/acessos': () => import('../../../src/web/routes/desk/access.tsx'),
    '/painel/registro': () => import('../../../src/web/routes/desk/log.tsx'),
    '/painel/clientes/:id': () => import('../../../src/web/routes/desk/customer.tsx'),
    '/painel/convite/:token': () => import('../../../src/web/routes/desk/invitation.tsx'),
  },
  async () => ({}),
  { log, metrics },
)

const server = serverOf(web, { log })

const demo = { email: 'cliente@exemplo.com.br', password: '' }
beforeAll(async () => {
  const { DEMO_ACCOUNTS } = await import('../../../src/platform/demo.ts')
  Object.assign(demo, DEMO_ACCOUNTS[0])
})

/** Returns the events recorded since the last call, without time and level. */
function events() {
  return lines
    .splice(0)
    .filter(({ msg }) => msg === 'security event')
    .map(({ event, about }) => (about === undefined ? event : `${event} ${about}`))
}

const signIn = (browser: ReturnType<typeof web.browser>, password: string) =>
  browser.post('/auth', { intent: 'sign-in', email: demo.email, password })

test('records signing in, failing to, and being slowed down, without an e-mail or a password', async () => {
  const browser = web.browser('203.0.113.5')
  await signIn(browser, 'Errada@123')
  await browser.post('/auth', { intent: 'sign-in', email: 'ninguem@exemplo.com.br', password: 'Errada@123' })
  await signIn(browser, demo.password)
  const written = JSON.stringify(lines)
  for (const secret of [demo.email, 'ninguem', 'Errada@123', '203.0.113.5', 'rc_sessao']) {
    expect(written).not.toContain(secret)
  }
  expect(lines.find(({ event }) => event === 'sign-in')).toMatchObject({
    network: '203.0.113.0/24',
    account: expect.stringMatching(/^[0-9a-f-]{36}$/),
    requestId: expect.any(String),
  })
  expect(events()).toEqual(['sign-in-failed', 'sign-in-failed', 'sign-in'])
  const stranger = () => web.browser('203.0.113.6')
  for (let n = 0; n < 11; n++) await signIn(stranger(), 'Errada@123')
  expect(events().slice(-2)).toEqual(['sign-in-slowed', 'visitor-slowed /auth'])
})

test('requesting another person’s data is recorded, and answered like an unknown id', async () => {
  const browser = web.browser()
  await signIn(browser, demo.password)
  events()
  const stranger = '0190a000-0000-7000-8000-000000000001'
  const [order, document] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b']
  const { $client } = web.database
  await $client.query(
    "insert into users (id, email, created_at) values ($1, 'outra@exemplo.com.br', now())",
    [stranger],
  )
  await $client.query(
    `insert into documents (id, user_id, person_type, name, media_type, size, sha256, storage_key, created_at, stored_at)
     values ($1, $2, 'fisica', 'rg.pdf', 'application/pdf', 1, repeat('a', 64), 'x', now(), now())`,
    [document, stranger],
  )
  await $client.query(
    `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
       delivery_days, delivery_kind, delivery_date, created_at, updated_at)
     values ($1, $2, 'clean-name', 'a-vista', 'x', 100, 'à vista', 'pending', 0, 30, 'calendarDays', now(), now(), now())`,
    [order, stranger],
  )
  const unknown = '0190a000-0000-7000-8000-0000000000ff'
  for (const [path, id, about] of [
    ['/account/documentos/', document, 'document'],
    ['/contract/copia/', order, 'order'],
  ]) {
    const answers = [await browser.get(`${path}${id}`), await browser.get(`${path}${unknown}`)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(events()).toEqual([`foreign-id-refused ${about}`])
  }
})

test('a form from another site and a forged notice are recorded', async () => {
  const browser = web.browser()
  await browser.machine('/auth', { origin: 'https://evil.example' }, '')
  const notice = await browser.machine('/webhooks/mercadopago?data.id=1&type=payment', {
    'x-signature': 'ts=1,v1=00',
    'x-request-id': 'x',
    'content-type': 'application/json',
  })
  expect(notice.status).toBe(401)
  expect(events()).toEqual(['cross-site-refused', 'webhook-forged mercado-pago'])
})

test('forms that no page of ours sends are recorded, and visitors whom a limit slows down', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (path: string, init: RequestInit) =>
    web.handle(
      new Request(publicUrl + path, { method: 'POST', headers: { origin: publicUrl, ...form }, ...init }),
      { address: '203.0.113.77' },
    )
  const refused: [status: number, path: string, init: RequestInit][] = [
    [400, '/auth', { headers: { origin: publicUrl, 'content-type': 'text/xml' }, body: '<a/>' }],
    [400, '/auth', { body: 'email=%00' }],
    [413, '/auth', { body: 'a&'.repeat(101) }],
    [413, '/auth', { body: `email=${'a'.repeat(10_001)}` }],
    [405, '/account', { method: 'PUT', body: 'a=b' }],
  ]
  for (const [status, path, init] of refused) {
    lines.length = 0
    expect((await send(path, init)).status).toBe(status)
    expect(lines.find(({ event }) => event === 'form-refused')).toMatchObject({ network: '203.0.113.0/24' })
    expect(events()).toEqual([`form-refused ${path}`])
  }
  await send('/auth', { body: 'intent=sign-in&email=ana&password=' })
  expect(events()).toEqual([])
  // Neither is a failure of ours.
  const piece = Buffer.alloc(16 * 1024, 'a')
  for (const path of ['/auth', '/webhooks/mercadopago']) {
    const sending = { host: '127.0.0.1', port: server.port(), method: 'POST', path }
    const status = await new Promise((resolve, reject) => {
      const headers = { origin: publicUrl, ...form, 'transfer-encoding': 'chunked' }
      const endless = httpRequest({ ...sending, headers }, (answer) => resolve(answer.statusCode))
      endless.on('error', reject)
      for (let sent = 0; sent < 300 * 1024; sent += piece.length) endless.write(piece)
      endless.end()
    })
    expect([path, status]).toEqual([path, 413])
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
    expect(events()).toEqual([`form-refused ${path}`])
  }

  const perHour = { limit: 40, window: HOUR, now: web.app.clock.now() }
  for (let n = 0; n < 40; n++) {
    await allow(web.database, { key: 'authenticity:203.0.113.77', ...perHour })
  }
  expect((await send('/e-golpe', { body: 'recebido=https%3A%2F%2Fexemplo.com.br' })).status).toBe(429)
  expect(events()).toEqual(['visitor-slowed /e-golpe'])
})

test('records a new password, a recovery and a revoked session; the link is in no log', async () => {
  const browser = web.browser()
  await signIn(browser, demo.password)
  await browser.post('/account?aba=trocar-senha', { intent: 'end-other-sessions' })
  await browser.post('/auth?aba=esqueci-senha', { intent: 'reset-request', email: demo.email })
  const [link = ''] = await web.linksTo(demo.email)
  const other = web.browser()
  await other.get(link)
  const fields = { newPassword: 'Ipe-amarelo@88', confirmNewPassword: 'Ipe-amarelo@88' }
  await other.post('/auth?recuperacao=1', { intent: 'recovery', ...fields })
  expect(JSON.stringify(lines)).not.toContain(new URL(link).searchParams.get('recuperar'))
  expect(events()).toEqual(['sign-in', 'session-revoked', 'recovery-requested', 'recovery-completed'])
})

test('records a new telephone, and the number is in no log', async () => {
  const email = 'telefone@exemplo.com.br'
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password: demo.password }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password: demo.password })
  await browser.post('/account?aba=cadastro', { intent: 'account-phone', phone: '(48) 98888-7777' })
  expect(events()).toEqual(['sign-in', 'phone-changed'])
  expect(JSON.stringify(lines)).not.toContain('8888')
})

const counterOf = async (event: string) => {
  const text = await metrics.registry.metrics()
  return Number(new RegExp(`^security_events_total\\{event="${event}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

/**
 * Expects what happened to be recorded: by these events in this order, each a line at `info` and one more of its counter, and without
 * the secrets that were typed or sent.
 */
async function records(
  expected: string[],
  secrets: readonly string[],
  act: () => Promise<unknown>,
): Promise<void> {
  const names = [...new Set(expected.map((line) => line.split(' ', 1)[0] ?? ''))]
  const before = await Promise.all(names.map(counterOf))
  lines.splice(0)
  await act()
  const written = JSON.stringify(lines)
  const recorded = lines.filter(({ msg }) => msg === 'security event')
  for (const line of recorded) expect(line).toMatchObject({ level: 30 })
  for (const secret of [...secrets, '529.982.247-25', '52998224725']) expect(written).not.toContain(secret)
  expect(events()).toEqual(expected)
  const counted = await Promise.all(names.map(counterOf))
  const times = names.map((name) => expected.filter((line) => line.split(' ', 1)[0] === name).length)
  expect(counted.map((count, at) => count - (before[at] ?? 0))).toEqual(times)
}

/** Creates a customer, who is signed in. */
async function customer() {
  const email = `${newId()}@exemplo.com.br`
  const password = 'Quaresmeira@71'
  const profile = { nome: 'Ana Souza', documento: '52998224725' }
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password, profile }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password })
  return { browser, email, password }
}

test('records a change of the password, and a failed one', async () => {
  const { browser, email, password } = await customer()
  const newPassword = 'Manacá-da-serra@9'
  const change = (currentPassword: string) =>
    browser.post('/account?aba=trocar-senha', {
      ...{ intent: 'account-password', currentPassword, newPassword, confirmPassword: newPassword },
    })
  const secrets = [email, password, newPassword, 'Errada@12345']
  await records(['password-change-failed'], secrets, () => change('Errada@12345'))
  await records(['password-changed'], secrets, () => change(password))
})

test('records the end of one session', async () => {
  const { browser, email, password } = await customer()
  await web.browser().post('/auth', { intent: 'sign-in', email, password })
  const at = '/account?aba=trocar-senha'
  const page = await (await browser.get(at)).text()
  const [, id = ''] = /name="sessionId" value="([^"]+)"/.exec(page) ?? []
  await records(['session-revoked'], [email], () =>
    browser.post(at, { intent: 'end-session', sessionId: id }),
  )
})

test('records too many recoveries, and a used link', async () => {
  const { email } = await customer()
  const ask = () => web.browser('203.0.113.40').post('/auth', { intent: 'reset-request', email })
  const expected = [...Array(5).fill('recovery-requested'), 'recovery-slowed', 'visitor-slowed /auth']
  await records(expected, [email], async () => {
    for (let times = 0; times < 6; times++) await ask()
  })
  const [link = ''] = await web.linksTo(email)
  const token = new URL(link).searchParams.get('recuperar') ?? 'none'
  const newPassword = 'Manacá-da-serra@9'
  const fields = { intent: 'recovery', newPassword, confirmNewPassword: newPassword }
  const [first, second] = [web.browser(), web.browser()]
  for (const browser of [first, second]) await browser.get(link)
  const secrets = [email, token, newPassword]
  await records(['recovery-completed'], secrets, () => first.post('/auth?recuperacao=1', fields))
  await records(['recovery-link-refused'], secrets, () => second.post('/auth?recuperacao=1', fields))
})

test('records an account that is attacked from many networks', async () => {
  const { email, password } = await customer()
  const { userId = '' } = (await web.app.identity.accountOf(web.database, email)) ?? {}
  const text = 'select password_changed_at as "changedAt" from accounts where user_id = $1'
  const { rows } = await web.database.$client.query<{ changedAt: Date }>(text, [userId])
  const account = `${userId} ${rows[0]?.changedAt.getTime()}`
  const now = web.app.clock.now()
  // As many attempts as are usual; one more is an attack.
  for (const bucket of attackBuckets({ account, ip: '203.0.113.41', device: undefined }))
    for (let times = 0; times < bucket.limit; times++) await allow(web.database, { ...bucket, now })
  const browser = web.browser('203.0.113.41')
  await records(['account-attacked', 'sign-in-failed'], [email, password, 'Errada@123'], () =>
    browser.post('/auth', { intent: 'sign-in', email, password: 'Errada@123' }),
  )
})

test('records the second factor: wrong, right, and slowed down', async () => {
  web.pass(1)
  const account = demoAccount('finance')
  const browser = await signedIn(web, account)
  const code = codeOf(web, account.email)
  const enter = (codigo: string) => browser.post('/painel/entrar', { codigo })
  const wrong = code === '000000' ? '000001' : '000000'
  await records(['second-factor-failed'], [code, account.email], () => enter(wrong))
  await records(['second-factor'], [code, account.email], () => enter(code))
  web.pass(1)
  const next = codeOf(web, account.email)
  const tries = [...Array(5).fill('second-factor-failed'), 'second-factor-slowed']
  await records(tries, [next, account.email], async () => {
    for (let times = 0; times < 5; times++) await enter(wrong === next ? code : wrong)
    await enter(next)
  })
})

test('records every change of rights: an invitation, another role, a new factor, new codes, a role given by hand', async () => {
  const owner = await atDesk(web, 'owner')
  const email = `${newId()}@exemplo.com.br`
  const password = 'Quaresmeira@71'
  await owner.post('/painel/equipe', { intent: 'invite', nome: 'Nova Pessoa', email, funcao: 'support' })
  const [link = ''] = await web.linksTo(email)
  const token = link.split('/').pop() ?? 'none'
  await records(['rights-changed support'], [email, password, token], () =>
    web.browser().post(new URL(link).pathname, { senha: password }),
  )
  const { userId = '' } = (await web.app.identity.accountOf(web.database, email)) ?? {}
  const act = (intent: string, fields: Record<string, string> = {}) =>
    owner.post('/painel/equipe', { intent, id: userId, motivo: 'muda de setor', ...fields })
  await records(['rights-changed finance'], [email], () => act('role', { funcao: 'finance' }))
  await records(['rights-changed second-factor'], [email], () => act('reset-factor'))
  let page = ''
  await records(['rights-changed recovery-codes'], [email], async () => {
    page = await (await owner.post('/painel/acessos', { intent: 'renew-codes' })).text()
  })
  expect(page).toContain('digos')
})

test('records which sessions the team ended: of a customer, of a member, of everybody', async () => {
  const owner = await atDesk(web, 'owner')
  const end = (intent: string, fields: Record<string, string> = {}, path = '/painel/equipe') =>
    owner.post(path, { intent, motivo: 'celular roubado', ...fields })
  const idOf = async (email: string) =>
    (await web.app.identity.accountOf(web.database, email))?.userId ?? 'none'
  const { email } = await customer()
  const path = `/painel/clientes/${await idOf(email)}`
  await records(['session-revoked customer'], [email], () => end('end-sessions', {}, path))
  const member = demoAccount('finance').email
  const id = await idOf(member)
  await records(['session-revoked member'], [member], () => end('end-sessions', { id }))
  await records(['session-revoked everybody'], [], () => end('end-every-session'))
})

test('records what the back office refuses for lack of a right, whoever requested it', async () => {
  const { email } = await customer()
  const { userId: actor = '' } = (await web.app.identity.accountOf(web.database, email)) ?? {}
  await records(['rights-refused credit.refund'], [email], () =>
    web.app.backoffice.refundCredit({ actor, creditId: newId(), reason: 'quero para mim' }),
  )
})

/** Signs a contract as a customer. */
async function sign(email: string) {
  const { app, database } = web
  const { userId = '' } = (await app.identity.accountOf(database, email)) ?? {}
  const viewer = { id: userId, email, nome: 'Ana Souza' }
  const draft = await app.contracting.startHiring({
    ...{ name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' },
    ...{ serviceId: 'clean-name', planId: 'a-vista', viewer },
  })
  if (!draft.ok) throw new Error(draft.code)
  const accepted = await app.contracting.acceptContract({
    ...{ draftId: draft.value.draftId, viewer, ticked: ['Li e aceito.'] },
    evidence: { ip: '203.0.113.7', userAgent: 'Navegador de teste' },
  })
  if (!accepted.ok) throw new Error(accepted.code)
  return { userId, orderId: accepted.value.orderId }
}

test('records a changed contract', async () => {
  const { database } = web
  const { email } = await customer()
  await sign(email)
  const owner = await atDesk(web, 'owner')
  await database.$client.query(`
    alter table contract_acceptances disable trigger contract_acceptances_append_only;
    update contract_acceptances set ip = '203.0.113.9';
    alter table contract_acceptances enable trigger contract_acceptances_append_only`)
  const { rows } = await database.$client.query<{ chain: number }>('select chain from contract_acceptances')
  const verify = () => owner.post('/painel/registro', { intent: 'verify-contracts' })
  await records([`contract-evidence-broken chain ${rows[0]?.chain}`], [email], verify)
})

test('records the first account of the team', async () => {
  for (const { email } of await web.app.team.members())
    await web.database.transaction((tx) => web.app.identity.changeRole(tx, { email, role: 'customer' }))
  const first = { email: `${newId()}@exemplo.com.br`, password: 'Quaresmeira@71' }
  await records(['rights-changed owner'], [first.email, first.password], () =>
    web.app.backoffice.bootstrapTeam(first),
  )
})

test('records requests for each kind of another person’s data', async () => {
  const { browser } = await customer()
  const { userId, orderId } = await sign((await customer()).email)
  const instalmentId = (await web.app.payments.ofOrder({ orderId }))[0]?.id ?? ''
  const [charge, evidence, offer, renegotiation, request] = [newId(), newId(), newId(), newId(), newId()]
  for (const [text, ...values] of [
    [
      `insert into charges (id, user_id, purpose, method, amount, description, status, reference, idempotency_key,
         selection_key, most_instalments, provider, provider_id, created_at)
       values ($1, $2, 'instalments', 'pix', 100, 'x', 'pending', $3, $3, $3, 1, 'mercado-pago', $3, now())`,
      ...[charge, userId, charge],
    ],
    [
      `insert into step_files (id, order_id, name, media_type, size, sha256, storage_key, added_by, created_at)
       values ($1, $2, 'x.pdf', 'application/pdf', 1, repeat('a', 64), 'x', $3, now())`,
      ...[evidence, orderId, userId],
    ],
    [
      `insert into custom_offers (id, user_id, service_id, lines, payment_type, price_text, terms, total, cash_price,
         valid_until, status, created_by, created_at)
       values ($1, $2, 'clean-name', '[]', 'x', 'x', '{}', 100, 100, now(), 'sent', $2, now())`,
      ...[offer, userId],
    ],
    [
      `insert into renegotiations (id, order_id, user_id, payment_type, price_text, replaced, rows, open_amount, new_amount,
         words, status, proposed_by, proposed_at, expires_at)
       values ($1, $2, $3, 'x', 'x', '[]', '[]', 100, 100, 'x', 'open', $3, now(), now())`,
      ...[renegotiation, orderId, userId],
    ],
    [
      `insert into privacy_requests (id, kind, user_id, person_key, status, created_at)
       values ($1, 'question', $2, $3, 'open', now())`,
      ...[request, userId, userId],
    ],
  ] as [text: string, ...values: string[]][])
    await web.database.$client.query(text, values)
  const party = { name: 'Bruno Lima', cpf: '390.533.447-05', phone: '(11) 97777-6666' }
  const asked: [about: string, act: () => Promise<Response>][] = [
    ['charge', () => browser.get(`/payments/recibo/${charge}`)],
    ['charge', () => browser.post('/payment', { intent: 'renew', chargeId: charge })],
    ['charge', () => browser.post('/payment', { intent: 'check', chargeId: charge })],
    ['instalment', () => browser.post('/payment', { intent: 'generate', paymentIds: instalmentId })],
    ['instalment', () => browser.post('/payments', { paymentIds: instalmentId })],
    ['instalment', () => browser.get(`/payments/adiar/${instalmentId}`)],
    ['instalment', () => browser.post(`/payments/link/${instalmentId}`, { intent: 'create' })],
    ['instalment', () => browser.post(`/payments/link/${instalmentId}`, { intent: 'revoke' })],
    ['evidence', () => browser.get(`/tracking/comprovante/${evidence}`)],
    ['offer', () => browser.get(`/proposta/${offer}`)],
    ['offer', () => browser.post(`/proposta/${offer}`, party)],
    ['order', () => browser.post(`/payments/combinar/${orderId}`, { jeito: 'parts' })],
    ['renegotiation', () => browser.get(`/contract/renegociar/${renegotiation}`)],
    ['renegotiation', () => browser.post(`/contract/renegociar/${renegotiation}`, { aceito: 'on' })],
    ['renegotiation', () => browser.post(`/contract/renegociar/${renegotiation}`, { intent: 'refuse' })],
    ['privacy-request', () => browser.post('/account/privacidade', { intent: 'cancel', pedido: request })],
  ]
  for (const [about, act] of asked) await records([`foreign-id-refused ${about}`], [], act)
})

test('each event has a counter', async () => {
  const text = await metrics.registry.metrics()
  const named = /^security_events_total\{event="([\w-]+)"\} [1-9]/gm
  const counted = [...text.matchAll(named)].map(([, event]) => event)
  expect(counted).toContain('sign-in')
  expect(counted).toContain('foreign-id-refused')
  for (const event of counted) expect(Object.keys(securityEvents)).toContain(event)
})

test('counts of several processes add up in the database; events without an alarm are not stored', async () => {
  // A minute of its own: the shop of this file may store what it still counts meanwhile.
  const clock = { now: () => new Date('2031-03-02T12:00:30Z') }
  const silent = createLog({ level: 'silent' })
  const processes = [1, 2].map(() => createSecurityRecorder({ database: web.database, clock, log: silent }))
  for (const { record } of processes) {
    for (let n = 0; n < 30; n++) record('foreign-id-refused')
    record('sign-in')
  }
  await Promise.all(processes.map(({ flush }) => flush()))
  const { rows } = await web.database.$client.query(
    'select event, count from security_counts where minute = $1',
    ['2031-03-02T12:00:00Z'],
  )
  expect(rows).toEqual([{ event: 'foreign-id-refused', count: 60 }])
  expect('alarmAbove' in securityEvents['sign-in']).toBe(false)
})

test('a database outage fails no request', async () => {
  const broken = {
    insert: () => ({ values: () => ({ onConflictDoUpdate: () => Promise.reject(new Error('no')) }) }),
  }
  const clock = { now: () => new Date() }
  const recorder = createSecurityRecorder({ database: broken as never, clock, log })
  recorder.record('webhook-forged')
  await recorder.flush()
  expect(lines.at(-1)).toMatchObject({ msg: 'could not store the counts of security events' })
})
