// Databases: postgres. Processes that are killed have connections of their own, which the embedded database has not.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { quickResolution } from '../../../scripts/lib/preloaded.mjs'
import { shellEnvironment } from '../../../scripts/lib/shell-environment.ts'
import { random as seeded } from '../../../scripts/torture/random.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { propertySeed } from '../../support/property-seed.ts'
import { startS3 } from '../../support/s3.ts'
import type { Viewer } from '../../support/shop.ts'
import { pdf } from '../documents/sample-files.ts'
import { movableClock, startProvider, webhookSecret } from '../payments/payments-harness.ts'
import { apiPix, certificate, noticeSecret } from '../payments/providers.ts'
import { type Asked, openShop } from './killed-shop.ts'

/** Number of processes that are killed. `KILLED_PROCESSES=60` means about a thousand calls. */
const processes = Number(process.env.KILLED_PROCESSES ?? 4)
/** In each of these acts some process has to be killed; on a busy machine one more is needed now and then. */
const acts = [
  ...['charge', 'cancellation', 'refund', 'preference', 'e-mail', 'file of documents'],
  ...['charge at the bank', 'cancellation at the bank', 'return at the bank'],
]
/** A call is held once more when it is made again; the third time it is answered. */
const maxHeld = 2
/** Milliseconds without another held call after which a process is killed, longer than its outboxes wait, and those that it may take. */
const [quiet, enough] = [1_500, 20_000]

const random = seeded(`killed processes ${propertySeed}`)
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A call whose work is done at the provider, and whose answer is on its way. */
interface Held {
  act: string
  answer(): void
}
let held: Held[] = []
let lastHeld = 0
/** What becomes of answers: they go, they are held, or they still go to a process that is being killed. */
let answers: 'go' | 'held' | 'too late' = 'go'
/** How often a call was made by processes that were killed. */
const times = new Map<string, number>()
/** How many processes were killed in each act: before it was answered (`held`), or in the moment after (`answered`). */
const deaths = new Map<string, number>()

/** Lets an answer go at once, or keeps it until the process that waits for it is killed. */
function pass(act: string, call: string, answer: () => void): void {
  const seen = times.get(call) ?? 0
  if (answers !== 'go') times.set(call, seen + 1)
  if (answers === 'held' && seen < maxHeld) {
    lastHeld = Date.now()
    held.push({ act, answer })
  } else answer()
}

/** Starts a proxy in front of a service that holds back its answers to what changes something. */
async function startGate(url: string, actOf: (request: IncomingMessage) => string) {
  const { host } = new URL(url)
  const [hostname = '', port] = host.split(':')
  const server = createServer(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await bytesOf(incoming)
    const { method = 'GET', url: path = '/', headers } = incoming
    const forward = send({ hostname, port, method, path, headers }, async (response) => {
      const answered = await bytesOf(response)
      const answer = () => void outgoing.writeHead(response.statusCode ?? 500, response.headers).end(answered)
      if (method === 'GET' || path.startsWith('/oauth')) return answer()
      pass(actOf(incoming), `${method} ${path} ${headers['x-idempotency-key'] ?? ''}`, answer)
    })
    forward.on('error', () => outgoing.destroy())
    forward.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The e-mails that the mail server took: the id in their Message-ID, once for each time. */
const mails: string[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  closeTimeout: 100,
  onData(stream, _, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const [, id = ''] = /^Message-ID: <([^@>]+)@/im.exec(String(Buffer.concat(chunks))) ?? []
      mails.push(id)
      pass('e-mail', `mail ${id}`, done)
    })
  },
})
mailServer.on('error', () => {})

const undo: (() => unknown)[] = []
let source: TestDatabase
let provider: Awaited<ReturnType<typeof startProvider>>
let bank: Awaited<ReturnType<typeof apiPix>>
let files: Awaited<ReturnType<typeof startS3>>
type Shop = Awaited<ReturnType<typeof openShop>>
type ProviderName = 'mercado-pago' | 'api-pix'
/** Two shops on one database, which differ in the provider of new charges. */
let shops: Record<ProviderName, Shop>
/** Variables of the processes that are killed: they call every service through a gate. */
let variables: NodeJS.ProcessEnv

beforeAll(async () => {
  source = await testDatabase()
  undo.push(source.close)
  const clock = { ...movableClock(new Date().toISOString()), now: () => new Date() }
  provider = await startProvider(clock)
  bank = await apiPix(clock, { isPlain: true })
  files = await startS3()
  undo.push(provider.close, bank.close, files.close)
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  undo.push(() => new Promise<void>((resolve) => mailServer.close(() => resolve())))
  const { port } = mailServer.server.address() as AddressInfo
  const at = {
    provider: provider.url,
    bank: new URL(bank.options.baseUrl).origin,
    files: files.settings.endpoint,
  }
  const gates = {
    provider: await startGate(at.provider, ({ method, url = '' }) => {
      if (url.startsWith('/checkout')) return method === 'POST' ? 'preference' : 'closed preference'
      if (url.includes('/refunds')) return 'refund'
      return method === 'POST' ? 'charge' : 'cancellation'
    }),
    bank: await startGate(at.bank, ({ method, url = '' }) => {
      if (url.includes('/devolucao/')) return 'return at the bank'
      return method === 'PUT' ? 'charge at the bank' : 'cancellation at the bank'
    }),
    files: await startGate(at.files, ({ url = '' }) => `file of ${url.split('/')[2]}`),
  }
  undo.push(gates.provider.close, gates.bank.close, gates.files.close)
  const common = {
    ...{ DATABASE_URL: source.url, PUBLIC_URL: 'http://127.0.0.1:9', DATA_DIR: '/nonexistent' },
    ...{ MERCADOPAGO_ACCESS_TOKEN: provider.accessToken, MERCADOPAGO_WEBHOOK_SECRET: webhookSecret },
    ...{ API_PIX_CLIENT_ID: bank.options.clientId, API_PIX_CLIENT_SECRET: bank.options.clientSecret },
    ...{ API_PIX_KEY: bank.options.key, API_PIX_WEBHOOK_SECRET: noticeSecret },
    ...{ API_PIX_CERT_FILE: certificate('shop'), API_PIX_KEY_FILE: certificate('shop-key') },
    ...{ S3_BUCKET: files.settings.bucket, S3_REGION: files.settings.region },
    ...{ S3_ACCESS_KEY_ID: files.settings.accessKeyId, S3_SECRET_ACCESS_KEY: files.settings.secretAccessKey },
    ...{ SESSION_SECRET: 's'.repeat(64), ENCRYPTION_KEY: 'ab'.repeat(32), RECONCILE_SECONDS: '1' },
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  }
  const through = (urls: typeof at) => ({
    ...common,
    ...{ MERCADOPAGO_BASE_URL: urls.provider, S3_ENDPOINT: urls.files },
    ...{ API_PIX_BASE_URL: `${urls.bank}/v2`, API_PIX_TOKEN_URL: `${urls.bank}/oauth/token` },
  })
  variables = through({ provider: gates.provider.url, bank: gates.bank.url, files: gates.files.url })
  shops = {
    'mercado-pago': await openShop({ ...through(at), PAYMENT_PROVIDER: 'mercado-pago' }),
    'api-pix': await openShop({ ...through(at), PAYMENT_PROVIDER: 'api-pix' }),
  }
  undo.push(
    ...Object.values(shops).map(
      ({ database }) =>
        () =>
          database.$client.end(),
    ),
  )
})
afterAll(async () => {
  for (const step of undo.toReversed()) await step()
})

async function rows<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await shops['mercado-pago'].database.$client.query(text, values)).rows as T[]
}

/** Every upload that was asked for, also before a second try of the test. */
const uploads: Extract<Asked, { kind: 'upload' }>[] = []
/** What the subjects of a test came to, by what was asked of them. */
const ids: Record<'whole' | 'part', string[]> = { whole: [], part: [] }

async function hire(): Promise<{ viewer: Viewer; orderId: string; first: string }> {
  const { app } = shops['mercado-pago']
  const id = newId()
  const viewer = { id, email: `${id}@exemplo.com.br`, nome: 'Ana Souza', documento: '52998224725' }
  await rows('insert into users (id, email, email_confirmed_at, created_at) values ($1, $2, now(), now())', [
    ...[id, viewer.email],
  ])
  const started = await app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'semanal-20x', viewer, name: viewer.nome },
    ...{ cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  })
  if (!started.ok) throw new Error(started.code)
  const accepted = await app.contracting.acceptContract({
    ...{ draftId: started.value.draftId, viewer, ticked: ['Li e aceito os termos do contrato.'] },
    evidence: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' },
  })
  if (!accepted.ok) throw new Error(accepted.code)
  const [first] = await app.payments.pendingOf({ userId: id, documento: viewer.documento })
  return { viewer, orderId: accepted.value.orderId, first: first?.id ?? '' }
}

async function charged(at: ProviderName) {
  const { viewer, orderId, first } = await hire()
  const started = await shops[at].app.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const [charge] = await rows<{ reference: string }>('select reference from charges where id = $1', [
    chargeId,
  ])
  return { viewer, orderId, chargeId, reference: charge?.reference ?? '' }
}

async function paid(at: ProviderName) {
  const one = await charged(at)
  if (at === 'api-pix') await bank.act(`charges/${one.reference}/pay`)
  else await provider.act(one.reference, 'approve')
  await shops[at].app.payments.checkCharge({ chargeId: one.chargeId })
  return one
}

/** Prepares work for the next process: what is asked of it, and refunds that its jobs make. */
async function prepare(): Promise<Asked[]> {
  const asked: Asked[] = []
  const { app, database } = shops['mercado-pago']
  for (const at of ['mercado-pago', 'api-pix'] as const) {
    const { chargeId } = await charged(at)
    asked.push({ kind: 'cancel', chargeId })
    const withdrawn = await paid(at)
    ids.whole.push(withdrawn.chargeId)
    expect(await app.contracting.withdraw(withdrawn)).toMatchObject({ ok: true })
    const partly = await paid(at)
    ids.part.push(partly.chargeId)
    const part = {
      chargeId: partly.chargeId,
      amount: 1_500,
      origin: 'team' as const,
      by: newId(),
      reason: 'acordo',
    }
    expect(await database.transaction((tx) => app.payments.refundCharge(tx, part))).toMatchObject({
      ok: true,
    })
  }
  for (const method of ['pix', 'credit_card'] as const) {
    const { viewer, first } = await hire()
    asked.push({ kind: 'charge', viewer, instalmentIds: [first], method })
  }
  const { viewer } = await hire()
  asked.push({ kind: 'upload', userId: viewer.id, bytes: String(pdf(viewer.id)) })
  return asked
}

function startProcess(asked: Asked[], at: ProviderName) {
  return spawn(
    process.execPath,
    [
      ...['--disable-warning=ExperimentalWarning', ...quickResolution],
      ...[join(import.meta.dirname, 'killed-shop.ts'), JSON.stringify(asked)],
    ],
    {
      env: { ...shellEnvironment(), ...variables, PAYMENT_PROVIDER: at },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}

/** Lets the times pass after which a process counts as dead, jobs are tried again and charges are looked at. */
async function passTime(): Promise<void> {
  await rows("update pgboss.job set start_after = now() where state = 'retry'")
  await rows(
    "update messages set taken_at = taken_at - interval '1 minute' where taken_at < now() - interval '15 seconds'",
  )
  await rows('update charges set next_check_at = now() where next_check_at > now()')
  await rows(
    "update messages set not_before = now(), tried_at = tried_at - interval '1 hour' where not_before > now() and tried_at is not null",
  )
  await shops['mercado-pago'].app.notifications.jobs['messages.release'].run()
}

/** Marks what the killed process was at as the next process would after half a minute without its heartbeat. */
async function loseHeartbeats(): Promise<void> {
  await rows("update pgboss.job set state = 'retry', start_after = now() where state = 'active'")
  await rows("update messages set taken_at = taken_at - interval '1 minute' where taken_at is not null")
}

/** Starts a process, and kills it when the services have done all that it asked of them, before it can commit anything of it. */
async function killBetween(asked: Asked[], at: ProviderName): Promise<void> {
  held = []
  answers = 'held'
  lastHeld = 0
  const started = Date.now()
  const child = startProcess(asked, at)
  const exited = once(child, 'exit')
  while (Date.now() - started < enough && (lastHeld === 0 || Date.now() - lastHeld < quiet)) await sleep(20)
  answers = 'too late'
  const moment = random.chance(0.3) ? 'answered' : 'held'
  for (const { act, answer } of held) {
    deaths.set(`${act} ${moment}`, (deaths.get(`${act} ${moment}`) ?? 0) + 1)
    if (moment === 'answered') answer()
  }
  if (moment === 'answered') await sleep(random.between(0, 12))
  child.kill('SIGKILL')
  await exited
  // What it had sent may still be on its way to the mail server.
  while (mailServer.connections.size > 0) await sleep(10)
  answers = 'go'
  await loseHeartbeats()
}

/** What is still to do. A cancellation of which the process died before it called the provider is asked again by its customer. */
async function unfinished() {
  const cancelled = (await chargesAtProviders()).filter((charge) => charge.cancelled)
  return rows(
    `
    select 'refund' as what, status from refunds where status not in ('done')
    union all select 'charge', status from charges where status = 'created' or reference = any($1) and status <> 'cancelled'
    union all select 'message ' || kind, status from messages where status <> 'sent' and (attempts > 0 or waiting_since is not null)
    union all select 'document', id::text from documents where stored_at is null
    union all select 'job', name from pgboss.job where state in ('created', 'retry', 'active')
      and name in ('charges.issue', 'charges.cancel', 'refunds.issue', 'messages.deliver')`,
    [cancelled.map(({ reference }) => reference)],
  )
}

test('a process killed between the work of a provider and its commit loses nothing, and nothing is done twice', async () => {
  onTestFailed(() => console.error(`STORY_SEED=${propertySeed}`, Object.fromEntries(deaths)))
  /** Somebody whose upload was not acknowledged sends the file again. */
  const notStored = async () => {
    const stored = await rows<{ user_id: string }>(
      'select user_id from documents where stored_at is not null',
    )
    return uploads.filter(({ userId }) => !stored.some((document) => document.user_id === userId))
  }
  const spared = () =>
    acts.filter((act) => ![...deaths.keys()].some((death) => death.replace(/ (held|answered)$/, '') === act))
  for (let number = 0; number < processes || (spared().length > 0 && number < 2 * processes); number++) {
    const asked = await prepare()
    await killBetween([...asked, ...(await notStored())], number % 2 === 0 ? 'mercado-pago' : 'api-pix')
    uploads.push(...asked.filter((one) => one.kind === 'upload'))
  }
  const survivor = startProcess(await notStored(), 'mercado-pago')
  try {
    await expect
      .poll(
        async () => {
          await passTime()
          return unfinished()
        },
        { timeout: 120_000 + processes * 10_000, interval: 1_000 },
      )
      .toEqual([])
  } finally {
    survivor.kill('SIGTERM')
    await once(survivor, 'exit')
  }
  const killed = [...deaths.values()].reduce((sum, one) => sum + one, 0)
  console.log(`${killed} calls in ${uploads.length} killed processes`, Object.fromEntries(deaths))
  expect(spared()).toEqual([])

  // The providers have one charge for each of ours, cancelled where ours is, and one refund for each that was asked.
  const here = await rows<AgreedCharge>(
    `select c.reference, c.status = 'cancelled' as cancelled, coalesce(
       (select jsonb_agg(r.amount::int) from refunds r join provider_payments p on p.id = r.provider_payment_id
        where p.charge_id = c.id and r.status = 'done'), '[]') as refunds from charges c`,
  )
  expect(here.toSorted(byReference)).toEqual((await chargesAtProviders()).toSorted(byReference))
  const ended = await rows<{ id: string; status: string; back: number; amount: number }>(
    `select c.id, c.status, c.amount::int, coalesce(sum(r.amount), 0)::int as back from charges c
     left join provider_payments p on p.charge_id = c.id left join refunds r on r.provider_payment_id = p.id group by c.id`,
  )
  const of = (those: string[]) => ended.filter(({ id }) => those.includes(id))
  expect(of(ids.whole).filter(({ amount, back }) => amount !== back)).toEqual([])
  expect(of(ids.part).map(({ back }) => back)).toEqual(ids.part.map(() => 1_500))
  expect(await shops['mercado-pago'].app.payments.checkBooks()).toEqual([])
  expect(await shops['mercado-pago'].app.payments.openItems()).toEqual([])

  // A mail without an answer may have been taken: it is sent again for each process that was killed with it, under the same id.
  const sent = await rows<{ id: string }>(
    "select id from messages where status = 'sent' and channel = 'email'",
  )
  for (const { id } of sent) {
    const copies = mails.filter((one) => one === id).length
    expect(copies).toBeGreaterThan(0)
    expect(copies).toBeLessThanOrEqual(1 + (times.get(`mail ${id}`) ?? 0))
  }
  const documents = await rows<{ id: string }>('select id from documents where stored_at is not null')
  expect(documents).toHaveLength(uploads.length)
  const stored = [...files.objects.keys()].filter((key) => key.startsWith('/files/documents/'))
  expect(stored.toSorted()).toEqual(documents.map(({ id }) => `/files/documents/${id}`).toSorted())
}, 3_600_000)

/** A charge as both sides have to know it; refunds in centavos. */
interface AgreedCharge {
  reference: string
  cancelled: boolean
  refunds: number[]
}
const byReference = (one: AgreedCharge, other: AgreedCharge) => (one.reference < other.reference ? -1 : 1)

async function chargesAtProviders(): Promise<AgreedCharge[]> {
  const truth = (await (await fetch(`${provider.url}/sim/truth.json`)).json()) as {
    payments: { external_reference: string; status: string; refunds: { amount: number }[] }[]
    preferences: { external_reference: string; closed: boolean }[]
  }
  const { charges, pix } = (await bank.state()) as {
    charges: { txid: string; status: string }[]
    pix: { txid: string; devolucoes?: { valor: string }[] }[]
  }
  return [
    ...truth.payments.map(({ external_reference: reference, status, refunds }) => ({
      ...{ reference, cancelled: status === 'cancelled', refunds: refunds.map(({ amount }) => amount) },
    })),
    ...truth.preferences.map(({ external_reference: reference, closed: cancelled }) => ({
      ...{ reference, cancelled, refunds: [] },
    })),
    ...charges.map(({ txid: reference, status }) => {
      const returns = pix
        .filter(({ txid }) => txid === reference)
        .flatMap(({ devolucoes = [] }) => devolucoes)
      return {
        ...{ reference, cancelled: status.startsWith('REMOVIDA') },
        refunds: returns.map(({ valor }) => Math.round(Number(valor) * 100)),
      }
    }),
  ]
}
