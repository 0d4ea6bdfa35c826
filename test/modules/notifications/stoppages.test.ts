// Databases: one

import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { channelsFor } from '../../../src/adapters.ts'
import { exampleCompany } from '../../../src/core/company.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/core/durations.ts'
import { keptChannel } from '../../../src/modules/notifications/adapters/kept.ts'
import { smtpChannel } from '../../../src/modules/notifications/adapters/smtp.ts'
import {
  createNotifications,
  type MessageChannel,
  type MessageToSend,
} from '../../../src/modules/notifications/index.server.ts'
import { channelRefusals, messages } from '../../../src/modules/notifications/tables.server.ts'
import { parseConfig } from '../../../src/platform/config/config.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createJobs, type JobData, type Jobs } from '../../../src/platform/jobs/jobs.ts'
import { requeueLost, workOn } from '../../../src/platform/jobs/outbox.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../../src/platform/telemetry/metrics.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { unguarded } from '../../support/guard.ts'
import { memoryJournal } from '../../support/memory-journal.ts'

/** What the mail server does with a message. */
type Behaviour =
  | 'accept'
  | 'refuse the password'
  | 'close'
  | 'say nothing'
  | 'say nothing after a message'
  | 'refuse the recipient'
  | 'defer the recipient'

const log = createLog({ level: 'silent' })
/** A Monday at noon in São Paulo. */
const noon = new Date('2026-11-23T15:00:00Z')

let source: TestDatabase
let database: Database
let jobs: Jobs
let server: SMTPServer
let behaviour: Behaviour
let received: number
let time: Date
const sockets = new Set<Socket>()

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url })
  jobs = createJobs({ database, embedded: false, log })
  await jobs.prepare(shop().jobs)
  server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      if (behaviour === 'say nothing') return
      if (behaviour === 'close') return done(refusal(421))
      done()
    },
    onAuth: (_auth, _session, done) =>
      behaviour === 'refuse the password' ? done(refusal(535)) : done(null, { user: 'u' }),
    onRcptTo(_address, _session, done) {
      if (behaviour === 'refuse the recipient') return done(refusal(550))
      if (behaviour === 'defer the recipient') return done(refusal(451))
      done()
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        if (behaviour === 'say nothing after a message') return
        received += 1
        done()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await jobs.stop()
  await database.$client.end()
  await source.close()
})
beforeEach(async () => {
  await database.delete(messages)
  await database.delete(channelRefusals)
  await database.$client.query("delete from pgboss.job where name = 'messages.deliver'")
  behaviour = 'accept'
  received = 0
  time = noon
})

const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })
const smtpUrl = () => `smtp://user:senha@127.0.0.1:${(server.server.address() as AddressInfo).port}`

/** E-mail as production sends it, with a server that is given up sooner. */
function email(): MessageChannel {
  return smtpChannel({
    url: smtpUrl(),
    from: 'contato@recomeco.exemplo',
    domain: 'recomeco.exemplo',
    render: () => '<p>Olá</p>',
    timeout: 400,
    silence: 400,
  })
}

/** A process of the shop. */
function shop(channel: MessageChannel = keptChannel(), whatsapp: MessageChannel = keptChannel()) {
  const module = createNotifications({
    ...{ database, newId, log, sender: () => exampleCompany, journal: memoryJournal() },
    ...{ ...unguarded, enqueue: jobs?.enqueue },
    clock: { now: () => time },
    channels: { email: channel, whatsapp },
    publicUrl: 'https://recomeco.exemplo',
    renderMail: () => '',
  })
  const run = ({ data }: { data: JobData }) =>
    module.jobs['messages.deliver'].run(data).then(
      () => true,
      () => false,
    )
  return {
    ...module,
    /** Makes the first attempts that are due, then the next attempt of each message of which one failed. */
    async work() {
      const { rows } = await database.$client.query<{ id: string; data: JobData }>(
        "select id, data from pgboss.job where name = 'messages.deliver' and state < 'active'",
      )
      await workOn(module.outbox, { database, enqueue: jobs.enqueue, run, limit: 100, lanes: 4 })
      for (const { id, data } of rows) {
        if (await run({ data })) await database.$client.query('delete from pgboss.job where id = $1', [id])
      }
    },
  }
}

async function write(module: ReturnType<typeof shop>, count: number, more: Partial<MessageToSend> = {}) {
  for (let n = 0; n < count; n++) {
    await module.send(database, {
      ...{ to: `cliente-${n}@exemplo.com.br`, channel: 'email', kind: 'account.welcome' },
      ...{ subject: 'Bem-vinda', text: 'Olá.', ...more },
    })
  }
}

const pass = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

test.each<[Behaviour, string]>([
  ['refuse the password', 'EAUTH 535'],
  ['close', 'EPROTOCOL 421'],
  ['say nothing', 'ETIMEDOUT'],
])(
  'a mail server that would %s is said to accept nothing, from every process, until it accepts',
  async (fault, code) => {
    const module = shop(email())
    await write(module, 1)
    await module.work()
    expect(received).toBe(1)
    pass(HOUR)
    behaviour = fault
    const since = time
    await write(module, 3)
    await module.work()
    // Its server may only be starting again.
    expect(await module.readStoppages()).toEqual([])
    pass(20 * SECOND)
    await module.work()
    expect(await module.readStoppages()).toEqual([])
    pass(40 * SECOND)
    await module.work()
    const said = { kind: 'refusing', channel: 'email', since, code, waiting: 3, isMore: false }
    expect(await module.readStoppages()).toEqual([said])
    pass(20 * MINUTE)
    // A process that starts now knows the same.
    const other = shop(email())
    await write(other, 1)
    expect(await other.readStoppages()).toEqual([{ ...said, waiting: 4 }])
    expect(await other.refusingSeconds()).toEqual([{ channel: 'email', seconds: 21 * 60 }])
    behaviour = 'accept'
    await other.work()
    expect(received).toBe(5)
    expect(await module.readStoppages()).toEqual([])
    expect(await module.refusingSeconds()).toEqual([{ channel: 'email', seconds: 0 }])
  },
)

test('a mail server that takes messages and never answers is reported as accepting nothing', async () => {
  const module = shop(email())
  behaviour = 'say nothing after a message'
  const since = time
  await write(module, 2)
  await module.work()
  expect(await module.readStoppages()).toEqual([])
  pass(3 * MINUTE)
  await write(module, 1)
  await module.work()
  expect(await module.readStoppages()).toMatchObject([{ channel: 'email', since, waiting: 3 }])
  behaviour = 'accept'
  await write(module, 1)
  await module.work()
  expect(await module.readStoppages()).toEqual([])
})

test.each<Behaviour>(['refuse the recipient', 'defer the recipient'])(
  'a mail server that would %s is not said to accept nothing, however long',
  async (fault) => {
    const module = shop(email())
    behaviour = fault
    await write(module, 2)
    for (let attempt = 0; attempt < 8; attempt++) {
      await module.work()
      pass(15 * MINUTE)
    }
    expect(await module.readStoppages()).toEqual([])
    expect(await module.refusingSeconds()).toEqual([{ channel: 'email', seconds: 0 }])
  },
)

test('nothing is reported in a quiet night: neither for lack of messages nor for one lost connection', async () => {
  const module = shop(email())
  expect(await module.readStoppages()).toEqual([])
  behaviour = 'close'
  await write(module, 1)
  await module.work()
  behaviour = 'accept'
  pass(10 * HOUR)
  expect(await module.readStoppages()).toEqual([])
  expect(await module.refusingSeconds()).toEqual([{ channel: 'email', seconds: 0 }])
})

test('counts the messages that wait for the channel: not those held for the morning, failed, or sent by another', async () => {
  const module = shop(email(), { deliver: async () => ({ ok: false, code: 'unavailable', detail: '190' }) })
  behaviour = 'close'
  await write(module, 2)
  await write(module, 1, { channel: 'whatsapp', to: '+5548999991234' })
  await module.work()
  pass(2 * MINUTE)
  await module.work()
  await write(module, 4)
  await database.$client.query(
    `update messages set waiting_since = null, not_before = $1 where id = (select max(id::text)::uuid from messages)`,
    [new Date(time.getTime() + HOUR)],
  )
  await database.$client.query(
    `update messages set waiting_since = null, status = 'failed'
     where id = (select max(id::text)::uuid from messages where waiting_since is not null)`,
  )
  expect(await module.readStoppages()).toMatchObject([
    { channel: 'email', waiting: 4 },
    { channel: 'whatsapp', code: '190', waiting: 1 },
  ])
})

test('counts no more than a thousand', async () => {
  const module = shop(email())
  await write(module, 1)
  await database.$client.query(
    `insert into messages (id, "to", channel, kind, subject, text, links, status, created_at, waiting_since)
     select gen_random_uuid(), 'to', 'email', 'kind', 'subject', 'text', '{}', 'queued', $1, $1
     from generate_series(1, 1000)`,
    [time],
  )
  await database.insert(channelRefusals).values({ channel: 'email', since: time, latestAt: time })
  pass(10 * MINUTE)
  await database.update(channelRefusals).set({ latestAt: time })
  expect(await module.readStoppages()).toMatchObject([
    { kind: 'refusing', waiting: 1_000, isMore: true },
    { kind: 'unworked', since: noon, waiting: 1_000, isMore: true },
  ])
})

test('a channel that is no longer configured is not said to accept nothing', async () => {
  await database
    .insert(channelRefusals)
    .values({ channel: 'email', since: noon, latestAt: new Date(noon.getTime() + HOUR) })
  expect(await shop(email()).readStoppages()).toHaveLength(1)
  expect(await shop().readStoppages()).toEqual([])
  expect(await shop().refusingSeconds()).toEqual([])
})

test('without a worker the queue is reported as stalled, and the channel is not', async () => {
  const module = shop(email())
  await write(module, 2)
  pass(4 * MINUTE)
  expect(await module.readStoppages()).toEqual([])
  pass(MINUTE)
  const said = { kind: 'unworked', since: noon, waiting: 2, isMore: false }
  expect(await module.readStoppages()).toEqual([said])
  // A worker that takes one at a time is at work on the others too.
  await module.outbox.take(1)
  expect(await module.readStoppages()).toEqual([])
  // It was killed, and no other one is there to notice.
  await database.$client.query(
    "update messages set taken_at = now() - interval '2 minutes' where taken_at is not null",
  )
  expect(await module.readStoppages()).toEqual([said])
  await module.outbox.take(1)
  await database.$client.query("update messages set taken_at = now() - interval '2 minutes'")
  expect(await module.readStoppages()).toEqual([said])
  await requeueLost(module.outbox, { database, enqueue: jobs.enqueue })
  await module.work()
  expect(received).toBe(2)
  expect(await module.readStoppages()).toEqual([])
})

test('without a worker, messages held for the morning are not released, which is reported too', async () => {
  const module = shop(email())
  await write(module, 1)
  const morning = new Date(noon.getTime() + 20 * HOUR)
  await database.$client.query('update messages set waiting_since = null, not_before = $1', [morning])
  pass(20 * HOUR)
  expect(await module.readStoppages()).toEqual([])
  pass(5 * MINUTE)
  expect(await module.readStoppages()).toEqual([
    { kind: 'unworked', since: morning, waiting: 1, isMore: false },
  ])
  await module.jobs['messages.release'].run()
  await module.work()
  expect(await module.readStoppages()).toEqual([])
})

test('each message handed to a channel is counted once, by its result', async () => {
  const metrics = createMetrics()
  const config = parseConfig({ SMTP_URL: smtpUrl(), MAIL_FROM: 'Loja <contato@recomeco.exemplo>' }, () => ({
    session: 's'.repeat(64),
    encryption: 'ab'.repeat(32),
  }))
  const channels = channelsFor(config, { render: () => '<p>Olá</p>' }, metrics)
  const counted = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('channel_calls_total{'))
  // From the start: Prometheus sees no increase in the first value of a series.
  expect(await counted()).toEqual(
    ['ok', 'error', 'refused', 'deferred', 'unavailable', 'unknown'].map(
      (result) => `channel_calls_total{channel="email",result="${result}"} 0`,
    ),
  )
  const module = shop(channels.email, channels.whatsapp)
  for (const now of ['accept', 'refuse the recipient', 'defer the recipient', 'close'] as const) {
    behaviour = now
    await database.delete(messages)
    await write(module, now === 'accept' ? 2 : 1)
    await module.work()
  }
  expect(await counted()).toEqual([
    'channel_calls_total{channel="email",result="ok"} 2',
    'channel_calls_total{channel="email",result="error"} 0',
    'channel_calls_total{channel="email",result="refused"} 1',
    'channel_calls_total{channel="email",result="deferred"} 1',
    'channel_calls_total{channel="email",result="unavailable"} 1',
    'channel_calls_total{channel="email",result="unknown"} 0',
  ])
})
