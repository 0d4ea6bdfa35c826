// Databases: one

import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Clock } from '../../../src/core/clock.ts'
import { exampleCompany } from '../../../src/core/company.ts'
import { DAY, MINUTE, SECOND } from '../../../src/core/durations.ts'
import { ok, refuse } from '../../../src/core/outcome.ts'
import { CONTRACT_DAYS } from '../../../src/core/retention.ts'
import { keptChannel } from '../../../src/modules/notifications/adapters/kept.ts'
import { maxSilence, maxWait } from '../../../src/modules/notifications/adapters/smtp.ts'
import { maxAttempts } from '../../../src/modules/notifications/deliver.ts'
import { eraseOldBodies } from '../../../src/modules/notifications/erase-old-bodies.ts'
import {
  createNotifications,
  type MessageChannel,
  type MessageJournal,
  type MessageToSend,
  type RecipientLimits,
  write,
} from '../../../src/modules/notifications/index.server.ts'
import { messages } from '../../../src/modules/notifications/tables.server.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createJobs, type JobData, type Jobs, type SendJob } from '../../../src/platform/jobs/jobs.ts'
import { workOn } from '../../../src/platform/jobs/outbox.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { createMailRenderer } from '../../../src/web/mail/mail-renderer.tsx'
import { checkSource } from '../../support/check-source.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { unguarded } from '../../support/guard.ts'
import { memoryJournal } from '../../support/memory-journal.ts'

const now = '2026-11-21T13:00:00.000Z'
const welcome: MessageToSend = {
  to: 'ana@exemplo.com.br',
  channel: 'email',
  kind: 'account.welcome',
  subject: 'Bem-vinda,\r\nBcc: todos@exemplo.com.br',
  text: 'Entre em https://recomeco.exemplo/auth?t=1.\nNada em https://outro.exemplo/golpe',
}

let source: TestDatabase
let database: Database
let journal: MessageJournal
let jobs: Jobs
let enqueued: { job: string; data: JobData }[]

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url })
  jobs = createJobs({ database, embedded: false, log: createLog({ level: 'silent' }) })
  await jobs.prepare(notifications().jobs)
})
afterAll(async () => {
  await jobs.stop()
  await database.$client.end()
  await source.close()
})
beforeEach(async () => {
  await database.delete(messages)
  enqueued = []
  journal = memoryJournal()
})

function notifications(
  email: MessageChannel = keptChannel(),
  limits: RecipientLimits<string> = {},
  clock: Clock = fixedClock(now),
) {
  const module = createNotifications({
    database,
    clock,
    newId,
    channels: { email, whatsapp: keptChannel() },
    journal,
    log: createLog({ level: 'silent' }),
    limits,
    ...unguarded,
    enqueue: async (_executor, job, data) => void enqueued.push({ job, data }),
    publicUrl: 'https://recomeco.exemplo',
    renderMail: createMailRenderer({ sender: () => exampleCompany, publicUrl: 'https://recomeco.exemplo' }),
    sender: () => exampleCompany,
  })
  /** Processes the first attempts, then those of the queue. */
  const work = async () => {
    const run = async ({ data }: { data: JobData }) =>
      module.jobs['messages.deliver'].run(data).then(
        () => true,
        () => false,
      )
    const enqueue: SendJob = async (_executor, job, data) => void enqueued.push({ job, data })
    const first = enqueued.splice(0)
    await workOn(module.outbox, { database, enqueue, run, limit: 100, lanes: 4 })
    for (const { data } of first) await module.jobs['messages.deliver'].run(data)
  }
  return { ...module, work }
}

const rows = () => database.select().from(messages)

test('a message is stored with the signature, a single-line subject and the links of this site', async () => {
  const { send } = notifications()
  await database.transaction((tx) => send(tx, welcome))
  const [row] = await rows()
  expect(row).toMatchObject({
    to: 'ana@exemplo.com.br',
    subject: 'Bem-vinda, Bcc: todos@exemplo.com.br',
    links: ['https://recomeco.exemplo/auth?t=1'],
    status: 'queued',
    attempts: 0,
    waitingSince: new Date(now),
  })
  expect(row?.text).toContain(
    '\n-- \nEmpresa Exemplo Ltda\nCNPJ 12.ABC.345/01DE-35\nRua do Exemplo, 100, Centro, Florianópolis/SC, CEP 88000-000\n',
  )
  expect(row?.text).toContain('(48) 99999-0000')
})

test('a rolled-back transaction leaves no message', async () => {
  const { send } = notifications()
  await database
    .transaction(async (tx) => {
      await send(tx, welcome)
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await rows()).toEqual([])
})

test('a delivered message records the time and the provider id, and is not delivered again', async () => {
  let deliveries = 0
  const module = notifications({
    deliver: async () => ok({ status: 'sent', providerId: `p-${++deliveries}` }),
  })
  await module.send(database, welcome)
  await module.work()
  await module.work()
  expect(deliveries).toBe(1)
  expect(await rows()).toMatchObject([
    { status: 'sent', attempts: 1, providerId: 'p-1', sentAt: new Date(now) },
  ])
})

test('a sent message keeps its text without the secrets of its links', async () => {
  const module = notifications({ deliver: async () => ok({ status: 'sent' }) })
  const id = '0199f0aa-0000-7000-8000-000000000001'
  const secret = 'Zk3x_Qm9PzR1tUv5wXy7AbCdEfGhIjKlMnOpQr2sT4'
  const base = 'https://recomeco.exemplo'
  await module.send(database, {
    ...welcome,
    text: `Entre: ${base}/auth/confirmar?pedido=${id}&t=${secret}. Ou ${base}/c/${secret} e ${base}/tracking`,
  })
  await module.work()
  const [row] = await rows()
  expect(row?.links).toEqual([`${base}/auth/confirmar?pedido=${id}&t=…`, `${base}/c/…`, `${base}/tracking`])
  expect(JSON.stringify(row)).not.toContain(secret)
  expect(row?.text).toContain(`/auth/confirmar?pedido=${id}&t=`)
})

test('without a configured channel a message is only stored', async () => {
  const module = notifications()
  await module.send(database, welcome)
  await module.work()
  expect(await rows()).toMatchObject([{ status: 'kept', sentAt: new Date(now) }])
})

test('a permanent error is not retried', async () => {
  const module = notifications({ deliver: async () => refuse('refused', 'no such address') })
  await module.send(database, welcome)
  await module.work()
  expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1 }])
})

test('an unavailable channel fails the job for a retry, and the last attempt gives the message up, until it is sent again', async () => {
  const module = notifications({ deliver: async () => refuse('unavailable', 'no answer') })
  await module.send(database, welcome)
  await module.work()
  const [row] = await rows()
  expect(row).toMatchObject({ status: 'queued', attempts: 1, waitingSince: null })
  expect(enqueued).toEqual([{ job: 'messages.deliver', data: { messageId: row?.id } }])
  await database.update(messages).set({ attempts: maxAttempts - 1 })
  await module.work()
  expect(await rows()).toMatchObject([{ status: 'failed', attempts: maxAttempts }])
  await database.transaction((tx) =>
    module.decideMessage(tx, { messageId: row?.id ?? '', resend: true, reason: 'o servidor voltou' }),
  )
  await module.work()
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
})

test('the team’s list of waiting messages has those of the first attempt, held ones, and those between two attempts', async () => {
  const unavailable = notifications({ deliver: async () => refuse('unavailable', 'no answer') })
  const listed = async () => {
    const { messages: found } = await unavailable.listMessages({
      list: 'queued',
      after: undefined,
      limit: 10,
    })
    return found.map(({ kind }) => kind).sort()
  }
  await unavailable.send(database, { ...welcome, kind: 'retried' })
  await unavailable.work()
  const [{ job, data } = { job: '', data: {} }] = enqueued.splice(0)
  await jobs.enqueue(database, job, data)
  await unavailable.send(database, { ...welcome, kind: 'first' })
  await unavailable.send(database, { ...welcome, kind: 'held' })
  await database
    .update(messages)
    .set({ waitingSince: null, notBefore: new Date(Date.parse(now) + 60_000) })
    .where(eq(messages.kind, 'held'))
  expect(await listed()).toEqual(['first', 'held', 'retried'])

  await database.execute(sql`delete from pgboss.job where name = ${job}`)
  await notifications().send(database, { ...welcome, kind: 'sent' })
  await database
    .update(messages)
    .set({ status: 'sent', waitingSince: null })
    .where(inArray(messages.kind, ['sent', 'first']))
  expect(await listed()).toEqual(['held'])
})

/** Lets minutes pass at once, with the jobs that run meanwhile. @returns the number of deliveries by then */
function overTime(channel: MessageChannel, time: { now: Date }, deliveries: () => number) {
  const module = notifications(channel, {}, { now: () => time.now })
  const later = async (minutes: number) => {
    time.now = new Date(time.now.getTime() + minutes * 60_000)
    await module.jobs['messages.release'].run()
    await module.work()
    return deliveries()
  }
  return { module, later }
}

test('an e-mail without an answer is sent once more half an hour later, and then the team decides', async () => {
  let deliveries = 0
  const time = { now: new Date(now) }
  const channel: MessageChannel = {
    async deliver() {
      deliveries++
      return refuse('unknown', 'ETIMEDOUT')
    },
  }
  const { module, later } = overTime(channel, time, () => deliveries)
  await module.send(database, welcome)
  expect(await later(0)).toBe(1)
  expect(enqueued).toEqual([])
  expect([await later(1), await later(28)]).toEqual([1, 1])
  expect(await rows()).toMatchObject([{ status: 'queued', triedAt: new Date(now) }])
  expect([await later(1), await later(60)]).toEqual([2, 2])
  const [row] = await rows()
  expect(row).toMatchObject({ status: 'failed', failureCode: 'no answer' })

  await database.transaction((tx) =>
    module.decideMessage(tx, { messageId: row?.id ?? '', resend: true, reason: 'não chegou' }),
  )
  expect(await later(0)).toBe(3)
  expect(await rows()).toMatchObject([{ status: 'queued' }])
})

test('an attempt that waits for the outcome of an earlier one does not count', async () => {
  let deliveries = 0
  const time = { now: new Date(now) }
  const channel: MessageChannel = {
    hasDeliveryReports: true,
    deliver: async () => (++deliveries === 1 ? refuse('unknown', 'ETIMEDOUT') : ok({ status: 'sent' })),
  }
  const { module, later } = overTime(channel, time, () => deliveries)
  await module.send(database, welcome)
  expect(await later(0)).toBe(1)
  const [row] = await rows()
  // More often than a message has attempts, as after a queue that lost its back-off.
  for (let count = 0; count < maxAttempts + 1; count++) {
    await module.jobs['messages.deliver'].run({ messageId: row?.id ?? '' })
    expect(await later(0.2)).toBe(1)
  }
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
  expect(await later(1)).toBe(2)
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }])
})

test('an e-mail whose process is killed before the answer waits the same half hour', async () => {
  let deliveries = 0
  const time = { now: new Date(now) }
  let answer: 'killed' | 'unavailable' | 'unknown' | 'sent' = 'killed'
  const channel: MessageChannel = {
    async deliver(_message, onSent) {
      deliveries++
      onSent?.()
      if (answer === 'sent') return ok({ status: 'sent' })
      if (answer !== 'killed') return refuse(answer)
      await vi.waitFor(async () => expect((await rows())[0]?.triedAt).toEqual(time.now))
      throw new Error('killed')
    },
  }
  const { module, later } = overTime(channel, time, () => deliveries)
  await module.send(database, welcome)
  expect(await later(0)).toBe(1)
  // Its job is run again, as after a killed process.
  expect([await later(0), await later(1), await later(28)]).toEqual([1, 1, 1])
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1, triedAt: new Date(now) }])
  // Not accepted this time, and the first attempt is still in doubt.
  answer = 'unavailable'
  expect(await later(1)).toBe(2)
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: 2, triedAt: new Date(now) }])
  answer = 'unknown'
  expect(await later(1)).toBe(3)
  expect(await rows()).toMatchObject([{ status: 'failed', failureCode: 'no answer' }])

  const other = async () => (await rows()).find(({ subject }) => subject === 'outra')
  await module.send(database, { ...welcome, subject: 'outra' })
  answer = 'unavailable'
  await later(0)
  expect(await other()).toMatchObject({ status: 'queued', triedAt: null })
  answer = 'sent'
  await later(0)
  expect(await other()).toMatchObject({ status: 'sent', triedAt: null })
})

test('an e-mail without an answer whose bounce came first stays failed', async () => {
  const module = notifications({
    async deliver({ id }) {
      await database
        .update(messages)
        .set({ status: 'failed', failureCode: '5.1.1' })
        .where(eq(messages.id, id))
      return refuse('unknown', 'ETIMEDOUT')
    },
  })
  await module.send(database, welcome)
  await module.work()
  expect(await rows()).toMatchObject([{ status: 'failed', failureCode: '5.1.1', notBefore: null }])
})

test('a failed message can be delivered by running its job again', async () => {
  let answer: Awaited<ReturnType<MessageChannel['deliver']>> = refuse('refused')
  const module = notifications({ deliver: async () => answer })
  await module.send(database, welcome)
  await module.work()
  answer = ok({ status: 'sent' })
  const [row] = await rows()
  await module.jobs['messages.deliver'].run({ messageId: row?.id })
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }])
})

test('recent messages are listed newest first', async () => {
  const { send, recent } = notifications()
  for (const subject of ['primeira', 'segunda', 'terceira']) await send(database, { ...welcome, subject })
  expect((await recent({ limit: 2 })).map(({ subject }) => subject)).toEqual(['terceira', 'segunda'])
})

test('a message that the journal knows as sent, as after a restored back-up, is not sent again', async () => {
  let deliveries = 0
  const sending: MessageChannel = {
    async deliver() {
      deliveries++
      return ok({ status: 'sent' })
    },
  }
  const module = notifications(sending)
  await module.send(database, welcome)
  await module.work()
  await module.send(database, { ...welcome, kind: 'account.later' })
  await module.work()
  expect(deliveries).toBe(2)
  // The database is restored to a time when the first message was queued and the second not yet written, one hour later.
  await database.delete(messages).where(eq(messages.kind, 'account.later'))
  await database
    .update(messages)
    .set({ status: 'queued', attempts: 0, createdAt: new Date(Date.parse(now) - 3_600_000) })
  const [{ id = '', createdAt } = { createdAt: new Date() }] = await rows()
  await journal.record({ ...welcome, id, status: 'sent', createdAt })
  enqueued = [{ job: 'messages.deliver', data: { messageId: id } }]
  await module.work()
  expect(deliveries).toBe(2)
  expect(await rows()).toMatchObject([{ id, status: 'sent' }])
  expect(await module.forgotten({ all: true })).toMatchObject([{ kind: 'account.later', to: welcome.to }])
})

test('a message sent before its process was killed is in the journal, and not sent again', async () => {
  let deliveries = 0
  const module = notifications({
    async deliver() {
      deliveries++
      return ok({ status: 'sent' })
    },
  })
  await module.send(database, welcome)
  await module.work()
  const [row] = await rows()
  await database.update(messages).set({ status: 'queued', sentAt: null })
  await module.jobs['messages.deliver'].run({ messageId: row?.id })
  expect(deliveries).toBe(1)
  expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }])
})

test('the journal contains no secret, fails no delivery, and deletes entries after their retention', async () => {
  const secret = 'Zk3x_Qm9PzR1tUv5wXy7AbCdEfGhIjKlMnOpQr2sT4'
  const module = notifications({ deliver: async () => ok({ status: 'sent' }) })
  await module.send(database, { ...welcome, text: `Entre: https://recomeco.exemplo/c/${secret}` })
  await module.work()
  const [row] = await rows()
  const entry = row && (await journal.read(row))
  expect(entry).toMatchObject({ kind: 'account.welcome', to: welcome.to, createdAt: new Date(now) })
  expect(JSON.stringify(entry)).not.toContain(secret)

  const old = {
    ...welcome,
    id: newId(),
    status: 'sent' as const,
    createdAt: new Date('2026-10-16T12:00:00Z'),
  }
  const kept = { ...old, id: newId(), createdAt: new Date('2026-10-17T12:00:00Z') }
  await journal.record(old)
  await journal.record(kept)
  await module.jobs['messages.purge-journal'].run()
  expect([await journal.read(old), await journal.read(kept)]).toEqual([undefined, kept])

  journal.record = async () => {
    throw new Error('the storage is full')
  }
  await module.send(database, welcome)
  await module.work()
  expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('limits per address the messages of a kind that anybody can cause, and no other kinds', async () => {
  const limits = { 'account.welcome': { perHour: 3, perDay: 4 } }
  const { send } = notifications(keptChannel(), limits)
  for (const to of [welcome.to, welcome.to.toUpperCase(), welcome.to.replace('@', '+loja@'), welcome.to]) {
    await database.transaction((tx) => send(tx, { ...welcome, to }))
  }
  expect(await rows()).toHaveLength(3)
  await send(database, { ...welcome, to: 'outra@exemplo.com.br' })
  for (let n = 0; n < 5; n++) await send(database, { ...welcome, kind: 'order.paid' })
  expect(await rows()).toHaveLength(9)
})

test('also limits them per day, so that an hour’s limit cannot be used each hour', async () => {
  let time = new Date(now)
  const limits = { 'account.welcome': { perHour: 3, perDay: 4 } }
  const { send } = notifications(keptChannel(), limits, { now: () => time })
  for (let n = 0; n < 3; n++) await send(database, { ...welcome, to: 'todo.dia@exemplo.com.br' })
  time = new Date(time.getTime() + 60 * 60_000)
  for (let n = 0; n < 3; n++) await send(database, { ...welcome, to: 'todo.dia@exemplo.com.br' })
  expect(await rows()).toHaveLength(4)
})

test('a failed message waits for the team until it is sent again, delivered, or given up', async () => {
  let answer: Awaited<ReturnType<MessageChannel['deliver']>> = refuse('refused')
  const module = notifications({ deliver: async () => answer })
  for (let sent = 0; sent < 3; sent++) await module.send(database, welcome)
  await module.work()
  const [source] = module.obligations
  if (!source) throw new Error('no source')
  const failed = await checkSource(source)
  expect(failed.map(({ about }) => about)).toEqual(Array(3).fill('Bem-vinda, Bcc: todos@exemplo.com.br'))
  const [first, second] = failed.map(({ id }) => id)
  const decide = (messageId = '', resend = true) =>
    database.transaction((tx) =>
      module.decideMessage(tx, { messageId, resend, reason: 'avisada por telefone' }),
    )

  expect(await decide(first, false)).toEqual(ok(null))
  expect(await decide(first, false)).toMatchObject({ code: 'not_failed' })
  expect(await decide(first, true)).toMatchObject({ code: 'not_failed' })
  answer = ok({ status: 'sent' })
  expect(await decide(second, true)).toEqual(ok(null))
  expect(await source.count({ limit: 9 })).toBe(1)
  await module.work()
  expect((await rows()).map(({ status }) => status).toSorted()).toEqual(['failed', 'failed', 'sent'])
  expect(await decide(second, true)).toMatchObject({ code: 'not_failed' })
  expect(await decide('x', true)).toMatchObject({ code: 'not_failed' })
})

/** Messages that failed on the given channel, each after its last attempt, a second apart in the order of their subjects. */
async function failedOn(channel: MessageChannel, subjects: readonly string[]): Promise<void> {
  const time = { now: new Date(now) }
  const module = notifications(channel, {}, { now: () => time.now })
  for (const subject of subjects) {
    await module.send(database, { ...welcome, subject })
    time.now = new Date(time.now.getTime() + 1_000)
  }
  await database.update(messages).set({ attempts: maxAttempts - 1 })
  await module.work()
  enqueued = []
}

const unavailable: MessageChannel = { deliver: async () => refuse('unavailable', 'ESOCKET ECONNREFUSED') }

const resend = (
  { resendAfterOutage }: Pick<ReturnType<typeof notifications>, 'resendAfterOutage'>,
  through?: { createdAt: Date; id: string },
) => database.transaction((tx) => resendAfterOutage(tx, { through }))

test('messages that failed because their channel was unavailable are resent together, in the order in which they were written', async () => {
  await failedOn(unavailable, ['c', 'a', 'b'])
  const delivered: string[] = []
  const module = notifications({
    async deliver({ subject }) {
      delivered.push(subject)
      return ok({ status: 'sent' })
    },
  })
  const outage = await module.readOutage()
  expect(outage).toMatchObject({ count: 3, since: new Date(Date.parse(now) + 3_000), atOnce: 3 })
  const again = await resend(module, outage?.through)
  const ids = await database.select({ id: messages.id }).from(messages).orderBy(messages.createdAt)
  expect(again).toEqual(ok({ messageIds: ids.map(({ id }) => id), left: 0 }))
  const queued = await database.select().from(messages).orderBy(messages.waitingSince)
  expect(queued.map(({ subject }) => subject)).toEqual(['c', 'a', 'b'])
  expect(queued).toMatchObject(
    Array(3).fill({ status: 'queued', attempts: 0, failureCode: null, unavailableAt: null }),
  )
  expect(await module.readOutage()).toBeUndefined()
  await module.work()
  expect(delivered.toSorted()).toEqual(['a', 'b', 'c'])
  expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
})

test('a refusal, a lost message, one given up and one that may have arrived are left to a decision of their own', async () => {
  const refused: MessageChannel = { deliver: async () => refuse('refused', 'EENVELOPE 550') }
  await failedOn(unavailable, ['down', 'given up', 'lost'])
  await failedOn(refused, ['refused'])
  const isA = (subject: string) => eq(messages.subject, subject)
  const module = notifications(refused)
  const [givenUp] = await database.select().from(messages).where(isA('given up'))
  await database.transaction((tx) =>
    module.decideMessage(tx, { messageId: givenUp?.id ?? '', resend: false, reason: 'avisada por telefone' }),
  )
  await database.update(messages).set({ status: 'queued', waitingSince: null }).where(isA('lost'))
  await module.jobs['messages.fail-lost'].run()
  // Its first attempt had no answer; then the server was unavailable.
  await module.send(database, { ...welcome, subject: 'in doubt' })
  await database
    .update(messages)
    .set({ attempts: maxAttempts - 1, triedAt: new Date(Date.parse(now) - DAY) })
    .where(isA('in doubt'))
  await notifications(unavailable).work()
  expect((await rows()).filter(({ status }) => status === 'failed')).toHaveLength(5)

  expect(await module.readOutage()).toMatchObject({ count: 1 })
  expect(await resend(module)).toMatchObject({ value: { messageIds: [expect.any(String)], left: 0 } })
  await module.work()
  const again = (await rows()).find(({ subject }) => subject === 'down')
  expect(again).toMatchObject({ status: 'failed', failureCode: 'EENVELOPE 550', attempts: 1 })
  expect(await resend(module)).toMatchObject({ code: 'not_failed' })
})

test('where a channel reports deliveries, an attempt whose report never came does not keep a message from being sent again', async () => {
  const reporting = { ...unavailable, hasDeliveryReports: true }
  const module = notifications(reporting)
  await module.send(database, welcome)
  const triedAt = new Date(Date.parse(now) - DAY)
  await database.update(messages).set({ attempts: maxAttempts - 1, triedAt })
  await module.work()
  expect(await rows()).toMatchObject([{ status: 'failed', triedAt: null, unavailableAt: new Date(now) }])
})

test('two clicks send the oldest five hundred again once, and the next decision sends the others', async () => {
  await failedOn(unavailable, ['oldest'])
  await database.execute(sql`
    insert into messages (id, "to", channel, kind, subject, text, links, status, created_at, unavailable_at)
    select gen_random_uuid(), 'ana@exemplo.com.br', 'email', 'order.paid', 'Aviso ' || n, 'a', '{}', 'failed',
      ${now}::timestamptz + n * interval '1 minute', ${now}::timestamptz from generate_series(1, 501) n`)
  const module = notifications()
  const outage = await module.readOutage()
  expect(outage).toMatchObject({ count: 502, atOnce: 500 })
  const clicks = await Promise.all([resend(module, outage?.through), resend(module, outage?.through)])
  expect(clicks.map(({ ok: isDone }) => isDone).toSorted()).toEqual([false, true])
  const done = clicks.find(({ ok: isDone }) => isDone)
  expect(done).toMatchObject({ value: { messageIds: expect.objectContaining({ length: 500 }), left: 2 } })
  const left = await database.select().from(messages).where(eq(messages.status, 'failed'))
  expect(left.map(({ subject }) => subject).toSorted()).toEqual(['Aviso 500', 'Aviso 501'])
  expect(await resend(module)).toMatchObject({ value: { messageIds: { length: 2 }, left: 0 } })
})

test('a failed message that is sent again while its batch still runs is delivered', async () => {
  let isMailboxFull = true
  let resend = async () => {}
  const module = notifications({
    async deliver({ to }) {
      if (to === welcome.to && isMailboxFull) return refuse('refused', 'EENVELOPE 552')
      if (to !== welcome.to) await resend()
      return ok({ status: 'sent' })
    },
  })
  await module.send(database, welcome)
  await module.send(database, { ...welcome, to: 'bia@exemplo.com.br' })
  resend = async () => {
    const failed = async () => (await rows()).find(({ status }) => status === 'failed')
    await expect.poll(failed).toBeDefined()
    isMailboxFull = false
    const messageId = (await failed())?.id ?? ''
    await database.transaction((tx) =>
      module.decideMessage(tx, { messageId, resend: true, reason: 'a caixa tem lugar' }),
    )
  }
  await module.work()
  await module.work()
  expect(await rows()).toMatchObject([
    { status: 'sent', waitingSince: null },
    { status: 'sent', waitingSince: null },
  ])
})

test('a delivered message waits for nothing more, although its process is killed before it ends the batch', async () => {
  const module = notifications()
  await module.send(database, welcome)
  for (const { id: messageId } of await module.outbox.take(10))
    await module.jobs['messages.deliver'].run({ messageId })
  expect(await rows()).toMatchObject([{ status: 'kept', waitingSince: null, takenAt: null }])
})

test('an attempt may take as long as the mail server is waited for, and a batch of them as long as the queue waits', () => {
  const { maxSeconds = 0 } = notifications().jobs['messages.deliver']
  expect(maxSeconds * SECOND).toBeGreaterThan(3 * maxWait + maxSilence)
  // Of sixteen, four run at the same time; the queue waits fifteen minutes.
  expect(4 * maxSeconds * SECOND).toBeLessThan(15 * MINUTE)
})

test('a message whose job was interrupted after it held the message is sent only by that job', async () => {
  const module = notifications()
  for (const kind of ['free', 'interrupted']) await module.send(database, { ...welcome, kind })
  const held = await database
    .update(messages)
    .set({ waitingSince: null, notBefore: new Date(now) })
    .returning({ id: messages.id, kind: messages.kind })
  const messageId = held.find(({ kind }) => kind === 'interrupted')?.id ?? ''
  await jobs.enqueue(database, 'messages.deliver', { messageId })
  await module.jobs['messages.release'].run()
  const waiting = (await rows()).filter(({ waitingSince }) => waitingSince)
  expect(waiting.map(({ kind }) => kind)).toEqual(['free'])
})

test('a queued message that neither a time nor a job will send waits for the team', async () => {
  const module = notifications()
  for (const kind of ['waits', 'held', 'retried', 'lost']) await module.send(database, { ...welcome, kind })
  const change = (kind: string, set: Partial<typeof messages.$inferInsert>) =>
    database.update(messages).set(set).where(eq(messages.kind, kind)).returning({ id: messages.id })
  await change('held', { waitingSince: null, notBefore: new Date(now) })
  const [retried] = await change('retried', { waitingSince: null })
  await jobs.enqueue(database, 'messages.deliver', { messageId: retried?.id ?? '' })
  await change('lost', { waitingSince: null })
  await module.jobs['messages.fail-lost'].run()
  const states = (await rows()).map(({ kind, status, failureCode }) => [kind, status, failureCode])
  expect(states.toSorted()).toEqual([
    ['held', 'queued', null],
    ['lost', 'failed', 'lost'],
    ['retried', 'queued', null],
    ['waits', 'queued', null],
  ])
})

test('an e-mail is stored with its content; a WhatsApp message says only what a locked screen may show', async () => {
  const { send } = notifications()
  const orderId = newId()
  const written = write({
    subject: 'Uma novidade do pedido RC-1',
    nome: 'Ana Souza',
    title: 'Recebemos R$ 400,00',
    preheader: 'Abra para ver.',
    lines: ['O trabalho começa agora.'],
    facts: [{ label: 'Serviço', value: 'Limpa Nome' }],
    action: { label: 'Acompanhar', url: 'https://recomeco.exemplo/tracking' },
  })
  await send(database, { ...welcome, ...written, orderId })
  await send(database, { ...welcome, ...written, channel: 'whatsapp', to: '+5548999991234' })
  const [email, whatsapp] = await database.select().from(messages).orderBy(messages.channel)
  expect(email).toMatchObject({
    orderId,
    content: written.content,
    links: ['https://recomeco.exemplo/tracking'],
  })
  expect(email?.text.split('\n\n-- \n')[0]).toBe(written.text)
  expect(whatsapp?.text).toBe(
    'Olá, Ana. O trabalho começa agora.\n\nVeja aqui:\nhttps://recomeco.exemplo/tracking\n\nEmpresa Exemplo Ltda, CNPJ 12.ABC.345/01DE-35',
  )
})

test('the content of a sent message loses the secrets of its links like its text', async () => {
  const module = notifications({ deliver: async () => ok({ status: 'sent' }) })
  const secret = 'Zk3x_Qm9PzR1tUv5wXy7AbCdEfGhIjKlMnOpQr2sT4'
  const url = `https://recomeco.exemplo/resultado/${secret}`
  const written = write({
    subject: 's',
    title: 'T',
    preheader: 'p',
    lines: ['L'],
    action: { label: 'Ver', url },
  })
  await module.send(database, { ...welcome, ...written })
  await module.work()
  const [row] = await rows()
  expect(row?.content?.action).toEqual({ label: 'Ver', url: 'https://recomeco.exemplo/resultado/…' })
  expect(JSON.stringify(row)).not.toContain(secret)
})

test('previews an e-mail as its recipient sees it, light and dark', async () => {
  const { send, renderMessage } = notifications()
  await send(database, welcome)
  await send(database, { ...welcome, channel: 'whatsapp', to: '+5548999991234' })
  const [email, whatsapp] = await database.select().from(messages).orderBy(messages.channel)
  const html = await renderMessage({ messageId: email?.id ?? '' })
  expect(html).toContain('Entre em https://recomeco.exemplo/auth?t=1.')
  expect(html).toContain('@media (prefers-color-scheme:dark)')
  expect(await renderMessage({ messageId: email?.id ?? '', alwaysDark: true })).not.toContain('@media')
  expect(await renderMessage({ messageId: whatsapp?.id ?? '' })).toBeUndefined()
  expect(await renderMessage({ messageId: newId() })).toBeUndefined()
  expect(await renderMessage({ messageId: 'x' })).toBeUndefined()
})

test('after 180 days a message has lost its text, and keeps its metadata', async () => {
  const day = 24 * 60 * 60_000
  const module = notifications({
    deliver: async ({ to }) =>
      to === welcome.to ? ok({ status: 'sent', providerId: 'p' }) : refuse('refused', 'no such address'),
  })
  const content = { title: 'T', preheader: 'p', lines: ['L'] }
  await module.send(database, { ...welcome, content, userId: newId() })
  await module.send(database, { ...welcome, to: 'nao@exemplo.com.br', kind: 'undecided' })
  await module.send(database, { ...welcome, to: 'nao@exemplo.com.br', kind: 'given-up' })
  await module.work()
  await module.send(database, { ...welcome, kind: 'queued' })
  const givenUp = eq(messages.kind, 'given-up')
  await database
    .update(messages)
    .set({ givenUpAt: new Date(now), givenUpReason: 'por telefone' })
    .where(givenUp)
  const before = await rows()

  // The last day on which they are kept, until its end in São Paulo.
  for (const [later, ended] of [
    [180 * day, []],
    [180 * day + 14 * 60 * 60_000 - 1_000, []],
    [180 * day + 14 * 60 * 60_000, ['account.welcome', 'given-up']],
  ] as const) {
    const time = new Date(Date.parse(now) + later)
    await eraseOldBodies({ database, clock: fixedClock(time.toISOString()) })
    const changed = (await rows()).filter(({ bodyEndedAt }) => bodyEndedAt !== null)
    expect(changed.map(({ kind }) => kind).sort()).toEqual(ended)
  }
  for (const row of await rows()) {
    const known = before.find(({ id }) => id === row.id)
    if (row.bodyEndedAt === null) expect(row).toEqual(known)
    else expect(row).toEqual({ ...known, text: '', links: [], content: null, bodyEndedAt: row.bodyEndedAt })
  }
  const ended = before.find(({ kind }) => kind === welcome.kind)
  expect(await module.renderMessage({ messageId: ended?.id ?? '' })).toBeUndefined()
  expect(module.jobs['messages.end-bodies'].every).toEqual({ cron: '10 4 * * *' })
})

test('old messages lose their text however many they are', async () => {
  const { to, channel, kind } = welcome
  const old = { to, channel, kind, text: 'x', subject: 's', links: [], status: 'sent' as const, attempts: 1 }
  const createdAt = new Date('2025-01-01T12:00:00Z')
  await database
    .insert(messages)
    .values(Array.from({ length: 1_200 }, () => ({ ...old, id: newId(), createdAt })))
  // One that was never sent, because it was no longer true, has nothing to wait for either.
  await database.insert(messages).values({ ...old, id: newId(), createdAt, status: 'dropped', attempts: 0 })
  await eraseOldBodies({ database, clock: fixedClock(now) })
  expect((await rows()).filter(({ text }) => text !== '')).toEqual([])
})

test('old messages lose their recipient with the last of their retention, however many they are', async () => {
  const { to, channel, kind, subject, text } = welcome
  const old = { to, channel, kind, subject, text, links: [], status: 'sent' as const, attempts: 1 }
  const createdAt = new Date(Date.parse(now) - CONTRACT_DAYS * DAY)
  await database
    .insert(messages)
    .values(Array.from({ length: 1_200 }, () => ({ ...old, id: newId(), createdAt, userId: newId() })))
  const named = async (clock: Clock) => {
    await notifications(keptChannel(), {}, clock).jobs['messages.forget'].run({})
    return (await rows()).filter((row) => row.to !== '' || row.subject !== '' || row.text !== '').length
  }
  expect(await named(fixedClock(now))).toBe(1_200)
  expect(await named(fixedClock(new Date(Date.parse(now) + 1).toISOString()))).toBe(0)
  expect((await rows())[0]).toMatchObject({ kind, channel, status: 'sent', createdAt })
})
