// Databases: one
import { Writable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { securityEvents } from '../../../src/platform/security/events.ts'
import { createSecurityRecorder } from '../../../src/platform/security/record.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../../src/platform/telemetry/metrics.ts'
import { webWith } from '../../support/web.ts'

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
    '/account': () => import('../../../src/web/routes/account/account.tsx'),
    '/account/documentos/:id': () => import('../../../src/web/routes/account/download-document.ts'),
    '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
    '/payments/recibo/:chargeId': () => import('../../../src/web/routes/payments/receipt.ts'),
    '/contract/copia/:orderId': () => import('../../../src/web/routes/hiring/contract-copy.tsx'),
    '/webhooks/mercadopago': () => import('../../../src/web/routes/payments/webhook.ts'),
  },
  async () => ({}),
  { log, metrics },
)

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

test('signing in, failing to, and being slowed down are recorded without an e-mail or a password', async () => {
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
  expect(events().at(-1)).toBe('sign-in-slowed')
})

test("asking for another person's things is recorded, and answered like an unknown id", async () => {
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

test('a form of another site and a forged notice are recorded', async () => {
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

test('a new password, a recovery and a revoked session are recorded; the link is in no log', async () => {
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

test('a new telephone number is recorded, and the number is in no log', async () => {
  const email = 'telefone@exemplo.com.br'
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password: demo.password }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password: demo.password })
  await browser.post('/account?aba=cadastro', { intent: 'account-phone', phone: '(48) 98888-7777' })
  expect(events()).toEqual(['sign-in', 'phone-changed'])
  expect(JSON.stringify(lines)).not.toContain('8888')
})

test('each event is a counter, whatever was recorded', async () => {
  const text = await metrics.registry.metrics()
  const named = /^security_events_total\{event="([\w-]+)"\} [1-9]/gm
  const counted = [...text.matchAll(named)].map(([, event]) => event)
  expect(counted).toContain('sign-in')
  expect(counted).toContain('foreign-id-refused')
  for (const event of counted) expect(Object.keys(securityEvents)).toContain(event)
})

test('counts of several processes add up in the database, and those that make no alarm are not stored', async () => {
  await web.database.$client.query('delete from security_counts')
  const clock = { now: () => new Date('2026-03-02T12:00:30Z') }
  const silent = createLog({ level: 'silent' })
  const processes = [1, 2].map(() => createSecurityRecorder({ database: web.database, clock, log: silent }))
  for (const { record } of processes) {
    for (let n = 0; n < 30; n++) record('foreign-id-refused')
    record('sign-in')
  }
  await Promise.all(processes.map(({ flush }) => flush()))
  const { rows } = await web.database.$client.query('select event, count from security_counts')
  expect(rows).toEqual([{ event: 'foreign-id-refused', count: 60 }])
  expect('alarmAbove' in securityEvents['sign-in']).toBe(false)
})

test('a database that does not answer costs no request anything', async () => {
  const broken = {
    insert: () => ({ values: () => ({ onConflictDoUpdate: () => Promise.reject(new Error('no')) }) }),
  }
  const clock = { now: () => new Date() }
  const recorder = createSecurityRecorder({ database: broken as never, clock, log })
  recorder.record('webhook-forged')
  await recorder.flush()
  expect(lines.at(-1)).toMatchObject({ msg: 'could not store the counts of security events' })
})
