// Databases: one

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../simulator/clock.ts'
import { startWhatsappSimulator, type WhatsappSimulator } from '../../../simulator/whatsapp/server.ts'
import { exampleCompany } from '../../../src/core/company.ts'
import { ok } from '../../../src/core/outcome.ts'
import { retention } from '../../../src/core/retention.ts'
import { createInbox } from '../../../src/modules/inbox/index.server.ts'
import { inboxPersonal } from '../../../src/modules/inbox/personal.ts'
import { conversations, inboundMessages } from '../../../src/modules/inbox/tables.server.ts'
import { keptChannel } from '../../../src/modules/notifications/adapters/kept.ts'
import { readMailApart } from '../../../src/modules/notifications/adapters/read-mail-apart.ts'
import { whatsappChannel } from '../../../src/modules/notifications/adapters/whatsapp.ts'
import { readWhatsappNotice } from '../../../src/modules/notifications/adapters/whatsapp-notice.ts'
import { isUnreachable } from '../../../src/modules/notifications/addresses-store.server.ts'
import { failMessage } from '../../../src/modules/notifications/fail-message.ts'
import {
  createNotifications,
  type MessageChannel,
  type MessageToSend,
} from '../../../src/modules/notifications/index.server.ts'
import { messagesPersonal } from '../../../src/modules/notifications/personal.ts'
import {
  channelAddresses,
  messageConsents,
  messages,
  whatsappTemplates,
} from '../../../src/modules/notifications/tables.server.ts'
import { whatsappSimulator } from '../../../src/platform/config/simulator.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { JobData, SendJob } from '../../../src/platform/jobs/jobs.ts'
import { workOn } from '../../../src/platform/jobs/outbox.ts'
import type { Person } from '../../../src/platform/personal/personal-data.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { checkSource } from '../../support/check-source.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { unguarded } from '../../support/guard.ts'
import { memoryJournal } from '../../support/memory-journal.ts'
import { recordsOf } from '../../support/personal.ts'
import { minProcessorTime } from '../../support/processor-time.ts'

const phone = '+5548999991234'
const email = 'ana@exemplo.com.br'
const userId = '0199f0aa-0000-7000-8000-0000000000aa'
const orderId = '0199f0aa-0000-7000-8000-0000000000bb'
const member = '0199f0aa-0000-7000-8000-0000000000cc'
const mailSecret = 'one-secret-of-the-mail-server'
const log = createLog({ level: 'silent' })
const news: MessageToSend = {
  ...{ to: phone, channel: 'whatsapp', kind: 'order.step-done', subject: 'Novidade', userId },
  text: 'Uma etapa foi concluída.\nVeja https://recomeco.exemplo/tracking',
}

let source: TestDatabase
let database: Database
let simulator: WhatsappSimulator
let receiver: Server
/** A Monday at noon in São Paulo, when messages are not held back. */
const noon = '2026-11-23T15:00:00Z'
let time = new Date(noon)
let contact: { email: string; confirmed: boolean } | undefined
let users: string[]
let openOrders: string[]
let jobs: { job: string; data: JobData }[]
let mail: MessageChannel
let shop: ReturnType<typeof openShop>

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url })
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signature = request.headers['x-hub-signature-256']?.toString() ?? null
    const received = await shop.inbox
      .receiveWhatsapp({ signature, read: async () => Buffer.concat(chunks) })
      .catch(() => ({ ok: false }))
    response.writeHead(received.ok ? 200 : 500).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  simulator = await startWhatsappSimulator({
    ...whatsappSimulator,
    port: 0,
    clock: { ...systemClock, now: () => time },
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  })
})
afterAll(async () => {
  await simulator.close()
  receiver.close()
  await database.$client.end()
  await source.close()
})
beforeEach(async () => {
  await settled()
  await post('/sim/reset', {})
  for (const table of [
    messageConsents,
    inboundMessages,
    conversations,
    messages,
    channelAddresses,
    whatsappTemplates,
  ]) {
    await database.delete(table)
  }
  time = new Date(noon)
  contact = { email, confirmed: true }
  await agree()
  users = [userId]
  openOrders = [orderId]
  jobs = []
  mail = keptChannel()
  shop = openShop()
})

/** Records the customer's consent to messages on their telephone. */
async function agree(): Promise<void> {
  await database.insert(messageConsents).values({
    ...{ id: newId(), recipient: `user:${userId}`, userId, phone, statement: 'Sim', place: '/avisos' },
    ...{ ip: '127.0.0.1', userAgent: '', givenAt: time },
  })
}

function openShop() {
  const clock = { now: () => time }
  const enqueue: SendJob = async (_executor, job, data) => void jobs.push({ job, data })
  const notifications = createNotifications<string>({
    ...{ database, clock, newId, log, sender: () => exampleCompany },
    channels: {
      email: { deliver: (message) => mail.deliver(message) },
      whatsapp: whatsappChannel({
        ...{ ...whatsappSimulator, baseUrl: `${simulator.url}/v23.0`, hasNotices: true, timeout: 400 },
      }),
    },
    journal: memoryJournal(),
    ...{ ...unguarded, enqueue, contactOf: async () => contact },
    whatsappNotices: {
      ...whatsappSimulator,
      read: (signed) => readWhatsappNotice({ ...signed, ...whatsappSimulator }),
    },
    renderMail: () => '',
    publicUrl: 'https://recomeco.exemplo',
  })
  const inbox = createInbox({
    ...{ database, clock, newId, log, notifications, send: notifications.send, mailSecret },
    readMail: readMailApart,
    publicUrl: 'https://recomeco.exemplo',
    identity: { usersOf: async () => users },
    orders: { openOrdersOf: async () => openOrders },
  })
  /** Processes the outbox, then the jobs that have to be retried. */
  const work = async () => {
    const run = ({ data }: { data: JobData }) =>
      notifications.jobs['messages.deliver'].run(data).then(
        () => true,
        () => false,
      )
    const again = jobs.splice(0)
    await workOn(notifications.outbox, { database, enqueue, run, limit: 100, lanes: 1 })
    for (const job of again) if (!(await run(job))) jobs.push(job)
    await settled()
  }
  const send = async (message: Partial<MessageToSend> = {}) => {
    await notifications.send(database, { ...news, ...message })
    await work()
  }
  const receiveMail = (bytes: Uint8Array, secret = mailSecret) =>
    inbox.receiveMail({ authorization: `Bearer ${secret}`, read: async () => bytes })
  return { notifications, inbox, work, send, receiveMail }
}

interface Truth {
  messages: { wamid: string; to: string; sentAs: string; text: string; opaque: string; status: string }[]
  requests: number
  notices: { waiting: number; abandoned: number }
}
const truth = async () => (await (await fetch(`${simulator.url}/sim/truth.json`)).json()) as Truth
const post = async (path: string, body: object) => {
  const answer = await fetch(`${simulator.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
}
const settled = () =>
  vi.waitFor(async () => expect((await truth()).notices.waiting).toBe(0), { timeout: 5_000, interval: 10 })
const rows = () => database.select().from(messages).orderBy(messages.createdAt, messages.id)
const day = 24 * 3_600_000
const later = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

describe('WhatsApp', () => {
  test('a message uses the template of its kind, and its delivery status is stored', async () => {
    await shop.notifications.jobs['messages.templates'].run()
    await shop.send()
    const [sent] = (await truth()).messages
    expect(sent).toMatchObject({ to: '5548999991234', sentAs: 'andamento' })
    expect(sent?.text).toContain('Uma etapa foi concluída. Veja https://recomeco.exemplo/tracking')
    const [row] = await rows()
    expect(row).toMatchObject({ id: sent?.opaque, providerId: sent?.wamid, status: 'sent', readAt: null })
    expect(row?.deliveredAt).toBeInstanceOf(Date)
    await post(`/sim/messages/${sent?.wamid}/read`, {})
    await settled()
    expect((await rows())[0]?.readAt).toBeInstanceOf(Date)
  })

  test('a notice belongs to the message whose id it names, although another has the same id at Meta', async () => {
    await shop.send()
    await shop.send()
    const [first, second] = await rows()
    const providerId = second?.providerId ?? ''
    await database
      .update(messages)
      .set({ providerId })
      .where(eq(messages.id, first?.id ?? ''))
    await post(`/sim/messages/${providerId}/read`, {})
    await settled()
    const read = (await rows()).map(({ id, readAt }) => [id, readAt !== null])
    expect(Object.fromEntries(read)).toEqual({ [first?.id ?? '']: false, [second?.id ?? '']: true })
  })

  test('a notice brings the id at Meta of a message that only the journal knew to be sent', async () => {
    await shop.send()
    const [sent] = (await truth()).messages
    // The database was lost between the answer and its record, and the next try found the message in the journal.
    await database.update(messages).set({ providerId: null, deliveredAt: null })
    await post(`/sim/messages/${sent?.wamid}/read`, {})
    await settled()
    expect(await rows()).toMatchObject([{ providerId: sent?.wamid, readAt: expect.any(Date) }])
  })

  test('duplicate, late and out-of-order notices change nothing more', async () => {
    await post('/sim/faults', { duplicate: 3, reorder: true, delayMs: 30 })
    await shop.send()
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'sent', attempts: 1, failureCode: null })
    expect(row?.deliveredAt).toBeInstanceOf(Date)
    expect((await rows()).length).toBe(1)
  })

  test('a forged notice is refused', async () => {
    await post('/sim/faults', { forgeSignature: true })
    await shop.send()
    expect((await rows())[0]).toMatchObject({ status: 'sent', deliveredAt: null })
    const body = Buffer.from('{"object":"whatsapp_business_account","entry":[]}')
    let reads = 0
    const read = async () => {
      reads++
      return body
    }
    expect(await shop.inbox.receiveWhatsapp({ read, signature: null })).toMatchObject({ code: 'unsigned' })
    expect(reads).toBe(0)
    expect(await shop.inbox.receiveWhatsapp({ read, signature: 'sha256=00' })).toMatchObject({
      code: 'forged',
    })
  })

  test('retries after a rate limit, or a server error before the message was accepted', async () => {
    await post('/sim/faults', { rateLimit: 1 })
    await shop.send()
    expect((await rows())[0]).toMatchObject({ status: 'queued', triedAt: null })
    await post('/sim/faults', { fail: 1 })
    await shop.work()
    expect((await rows())[0]?.triedAt).toEqual(time)
    later(4 * 60_000)
    await shop.work()
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 3 })
    expect((await truth()).messages).toHaveLength(1)
  })

  test.each([{ fail: 1 }, { hang: 1 }])(
    'a lost answer (%o) does not send the message twice',
    async (fault) => {
      await post('/sim/faults', { ...fault, afterTaking: true, delayMs: 800 })
      const { opaque } = await (async () => {
        await shop.notifications.send(database, news)
        await shop.work()
        return { opaque: (await rows())[0]?.id }
      })()
      // The status notice reported what the lost response did not.
      expect((await rows())[0]).toMatchObject({ id: opaque, status: 'sent', attempts: 1 })
      await shop.work()
      later(3_600_000)
      await shop.work()
      expect((await truth()).requests).toBe(1)
      expect(await shop.notifications.readStoppages()).toEqual([])
    },
  )

  test('is reported as accepting nothing while it refuses every message; lost answers replaced by notices are not counted', async () => {
    const stoppages = () => shop.notifications.readStoppages()
    for (let lost = 0; lost < 3; lost++) {
      await post('/sim/faults', { hang: 1, afterTaking: true, delayMs: 800 })
      await shop.send()
      later(3_600_000)
    }
    expect(await stoppages()).toEqual([])
    const since = time
    await post('/sim/faults', { rateLimit: 2 })
    await shop.send()
    later(2 * 60_000)
    await shop.work()
    expect(await stoppages()).toMatchObject([{ channel: 'whatsapp', since, code: '130429' }])
    await shop.work()
    expect(await stoppages()).toEqual([])
  })

  test('sends nothing while it is unknown whether the message was accepted', async () => {
    await post('/sim/faults', { hang: 1, afterTaking: true, dropNotices: true })
    await shop.send()
    later(60_000)
    await shop.work()
    expect((await truth()).requests).toBe(1)
    // Waiting is no attempt.
    expect((await rows())[0]).toMatchObject({ status: 'queued', attempts: 1 })
  })

  test('a number that is not on WhatsApp gets one e-mail and is not retried', async () => {
    await post('/sim/phones/5548999991234', { absent: true })
    await post('/sim/faults', { duplicate: 2 })
    await shop.send({ orderId, about: [orderId] })
    await shop.work()
    const [first, second, ...others] = await rows()
    expect(first).toMatchObject({ status: 'failed', failureCode: '131026', givenUpReason: 'segue por email' })
    expect(second).toMatchObject({ channel: 'email', to: email, followsId: first?.id, userId })
    // It is shown with its order, and only sent while it is still true.
    expect(second).toMatchObject({ orderId, about: [orderId] })
    expect(second?.text).toContain('Uma etapa foi concluída.\nVeja https://recomeco.exemplo/tracking')
    expect(second?.text.match(/CNPJ/g)).toHaveLength(1)
    expect(others).toEqual([])
    await shop.send({ subject: 'Outra' })
    expect((await truth()).requests).toBe(1)
    expect((await rows()).at(-2)).toMatchObject({ status: 'failed', failureCode: 'unreachable' })
    expect(await isUnreachable(database, { channel: 'whatsapp', address: phone, now: time })).toBe(true)
  })

  test('fetches the templates from Meta on request, and shows their state', async () => {
    const shown = async () =>
      (await shop.notifications.readTemplates()).templates.map(({ name, status }) => [name, status])
    expect((await shown()).map(([, status]) => status)).toEqual(Array(4).fill(undefined))
    await post('/sim/faults', { dropNotices: true })
    // A NUL, which no database takes.
    await post('/sim/templates/lembrete', { status: 'REJECTED\0' })
    expect(await shop.notifications.fetchTemplates()).toEqual({ ok: true, value: null })
    expect(await shown()).toEqual([
      ['aviso', 'APPROVED'],
      ['andamento', 'APPROVED'],
      ['lembrete', 'REJECTED'],
      ['resposta', 'APPROVED'],
    ])
  })

  test('a paused template is replaced by the general one, and that by e-mail', async () => {
    await shop.notifications.jobs['messages.templates'].run()
    await post('/sim/templates/andamento', { status: 'PAUSED' })
    await settled()
    await shop.send()
    expect((await truth()).messages.at(-1)).toMatchObject({ sentAs: 'aviso' })
    await post('/sim/faults', { dropNotices: true })
    await post('/sim/templates/aviso', { status: 'PAUSED' })
    await shop.send({ subject: 'Outra' })
    expect((await rows()).slice(1)).toMatchObject([
      { status: 'failed', failureCode: '132015' },
      { channel: 'email', subject: 'Outra' },
    ])
    // A template that is known to be paused is not even tried.
    const { requests } = await truth()
    await shop.send({ subject: 'Mais uma' })
    expect((await truth()).requests).toBe(requests)
    expect((await rows()).at(-2)).toMatchObject({ failureCode: 'no template' })
  })

  test('a kind without a template goes by e-mail, also before the list of templates was read', async () => {
    await post('/sim/faults', { dropNotices: true })
    for (const name of ['aviso', 'andamento']) await post(`/sim/templates/${name}`, { status: 'DISABLED' })
    await database.insert(whatsappTemplates).values({ name: 'lembrete', status: 'APPROVED', changedAt: time })
    await shop.send()
    await shop.work()
    expect(await rows()).toMatchObject([
      { channel: 'whatsapp', status: 'failed', failureCode: '132016' },
      { channel: 'email', status: 'kept' },
    ])
    // With the list it is not even tried.
    await shop.notifications.fetchTemplates()
    const { requests } = await truth()
    await shop.send({ subject: 'Outra' })
    await shop.work()
    expect((await truth()).requests).toBe(requests)
    expect((await rows()).slice(2)).toMatchObject([
      { failureCode: 'no template' },
      { channel: 'email', subject: 'Outra' },
    ])
  })

  test.each([true, false])(
    'free text after the 24 hours goes out by template (refused at once: %s)',
    async (refuseAtOnce) => {
      await shop.notifications.noteInbound(database, { channel: 'whatsapp', address: phone, at: time })
      await post('/sim/faults', { refuseAtOnce })
      await shop.send()
      await shop.work()
      expect((await rows())[0]).toMatchObject({ status: 'sent', sentAs: 'aviso' })
      expect(await rows()).toHaveLength(1)
      const taken = (await truth()).messages
      expect(taken.map(({ status }) => status)).toEqual(
        refuseAtOnce ? ['delivered'] : ['failed', 'delivered'],
      )
    },
  )

  test('a failed message is not sent to an unconfirmed address', async () => {
    contact = { email, confirmed: false }
    await post('/sim/phones/5548999991234', { absent: true })
    await shop.send()
    expect(await rows()).toMatchObject([{ channel: 'whatsapp', status: 'failed', givenUpAt: null }])
    const totals = () => shop.notifications.totals(database, time)
    expect(await totals()).toEqual([{ status: 'failed', count: 1 }])
    const [row] = await rows()
    const decision = { messageId: row?.id ?? '', resend: false, reason: 'sem contato' }
    await database.transaction((tx) => shop.notifications.decideMessage(tx, decision))
    expect(await totals()).toEqual([{ status: 'failed', count: 0 }])
  })

  test('a failed message without another channel waits for the team, which can retry it', async () => {
    contact = undefined
    await database.delete(messageConsents)
    await post('/sim/phones/5548999991234', { absent: true })
    await shop.send()
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'failed', givenUpAt: null })
    const [duty] = shop.notifications.obligations
    expect(await duty?.count({ limit: 9 })).toBe(1)
    await post('/sim/phones/5548999991234', { absent: false })
    const decision = { messageId: row?.id ?? '', resend: true, reason: 'voltou' }
    expect(await database.transaction((tx) => shop.notifications.decideMessage(tx, decision))).toEqual(
      ok(null),
    )
    await shop.work()
    expect((await rows())[0]).toMatchObject({ status: 'sent', failureCode: null })
    expect((await truth()).messages.map(({ status }) => status)).toEqual(['failed', 'delivered'])
  })
})

describe('a bounced e-mail', () => {
  const bounced = (messageId: string, to = email, status = '5.1.1') =>
    shop.receiveMail(
      Buffer.from(
        [
          'Content-Type: multipart/report; report-type=delivery-status; boundary=r',
          ...['', '--r', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x', ''],
          ...[`Final-Recipient: rfc822; ${to}`, 'Action: failed', `Status: ${status}`],
          ...['--r', 'Content-Type: text/rfc822-headers', '', `Message-ID: <${messageId}@exemplo>`, '--r--'],
        ].join('\r\n'),
      ),
    )

  beforeEach(() => {
    mail = { deliver: async () => ok({ status: 'sent' }) }
  })

  test('is sent by WhatsApp once, and its address gets no more e-mails', async () => {
    await shop.send({ channel: 'email', to: email })
    const [{ id } = { id: '' }] = await rows()
    expect(await bounced(id)).toEqual(ok(null))
    expect(await bounced(id)).toEqual(ok(null))
    await shop.work()
    expect(await rows()).toMatchObject([
      { status: 'failed', failureCode: '5.1.1', givenUpReason: 'segue por whatsapp' },
      { channel: 'whatsapp', to: phone, followsId: id, status: 'sent' },
    ])
    await shop.send({ channel: 'email', to: email.toUpperCase() })
    expect((await rows())[2]).toMatchObject({ failureCode: 'unreachable' })
  })

  test('with a secret in its link waits for the team', async () => {
    const secret = 'Zk3x_Qm9PzR1tUv5wXy7AbCdEfGhIjKlMnOpQr2sT4'
    await shop.send({ channel: 'email', to: email, text: `Entre: https://recomeco.exemplo/auth?t=${secret}` })
    const [{ id } = { id: '' }] = await rows()
    await bounced(id)
    expect(await rows()).toMatchObject([{ status: 'failed', givenUpAt: null }])
  })

  test('of another address, of WhatsApp or of no message changes nothing; a full mailbox is retried', async () => {
    await shop.send({ channel: 'email', to: email })
    await shop.send()
    const [first, second] = await rows()
    await bounced(first?.id ?? '', 'outra@exemplo.com.br')
    await bounced(second?.id ?? '')
    await bounced(newId())
    expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent'])
    contact = undefined
    await database.delete(messageConsents)
    await bounced(first?.id ?? '', email, '5.2.2')
    expect((await rows())[0]).toMatchObject({ status: 'failed', failureCode: '5.2.2' })
    expect(await isUnreachable(database, { channel: 'email', address: email, now: time })).toBe(false)
  })
})

describe('an answer by a person', () => {
  const says = async (text: string, more: object = {}) => {
    await post('/sim/answers', { from: '554899991234', name: 'Ana', text, ...more })
    await settled()
  }
  const open = () => shop.inbox.listConversations({ list: 'open', after: undefined, limit: 10 })
  const act = <T>(work: (tx: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<T>) =>
    database.transaction(work)

  test('waits where it can be answered, once however often it comes, and can be answered freely', async () => {
    await post('/sim/faults', { duplicate: 3 })
    await says('Oi, já paguei?')
    await says('Estou esperando')
    const [conversation, ...others] = (await open()).conversations
    expect(others).toEqual([])
    expect(conversation).toMatchObject({ channel: 'whatsapp', address: phone, name: 'Ana', userId, orderId })
    const [duty] = shop.inbox.obligations
    if (!duty || !conversation) throw new Error('nothing waits')
    expect(await checkSource(duty)).toMatchObject([{ id: conversation.id, userId, orderId, about: 'Ana' }])

    const { id, version } = conversation
    const answer = { conversationId: id, words: 'Já!\nFoi hoje.', by: member }
    expect(await act((tx) => shop.inbox.answer(tx, { ...answer, version: version - 1 }))).toMatchObject({
      code: 'changed_meanwhile',
    })
    expect(await act((tx) => shop.inbox.answer(tx, { ...answer, version }))).toEqual(ok(null))
    expect(await act((tx) => shop.inbox.answer(tx, { ...answer, version }))).toMatchObject({
      code: 'changed_meanwhile',
    })
    await shop.work()
    expect((await truth()).messages).toMatchObject([{ to: '5548999991234', sentAs: 'text' }])
    expect((await truth()).messages[0]?.text).toContain('Já!\nFoi hoje.')
    expect((await open()).conversations).toEqual([])
    const read = await shop.inbox.readConversation({ id })
    expect(read?.received.map(({ text }) => text)).toEqual(['Oi, já paguei?', 'Estou esperando'])
    expect(read?.answers).toMatchObject([{ status: 'sent', kind: 'conversation.answer' }])
    // It is among what the person may ask for, and have erased.
    expect(await rows()).toMatchObject([{ kind: 'conversation.answer', userId }])
    expect(await shop.inbox.conversationsOf({ userId, orderId })).toHaveLength(1)

    await says('Obrigada!')
    const [again] = (await open()).conversations
    expect(again).toMatchObject({ closedBy: null })
    const decision = { conversationId: id, version: again?.version ?? 0, by: member }
    expect(await act((tx) => shop.inbox.close(tx, decision))).toEqual(ok(null))
    expect((await open()).conversations).toEqual([])
  })

  test('under a fast clock opens the 24 hours from the real time', async () => {
    const at = new Date(time.getTime() + 5 * day)
    await act((tx) => shop.notifications.noteInbound(tx, { channel: 'whatsapp', address: phone, at }))
    expect(await database.select().from(channelAddresses)).toMatchObject([{ lastInboundAt: time }])
  })

  test('is answered in the member’s own words, whatever a locked screen may show', async () => {
    await says('Qual é o meu score?')
    const [{ id, version } = { id: '', version: 0 }] = (await open()).conversations
    const words = 'O seu score é 812, sem débito no Serasa.'
    await act((tx) => shop.inbox.answer(tx, { conversationId: id, version, by: member, words }))
    await shop.work()
    expect((await rows())[0]?.text).toContain(words)
    expect(JSON.stringify((await truth()).messages[0])).toContain(words)
  })

  test('after the 24 hours is answered by template, in few words', async () => {
    await says('Oi')
    later(25 * 3_600_000)
    const [{ id, version } = { id: '', version: 0 }] = (await open()).conversations
    expect(await shop.inbox.readConversation({ id })).toMatchObject({ isFree: false })
    const decision = { conversationId: id, version, by: member }
    const long = act((tx) => shop.inbox.answer(tx, { ...decision, words: 'x'.repeat(801) }))
    expect(await long).toMatchObject({ code: 'answer_too_long_for_template' })
    await act((tx) => shop.inbox.answer(tx, { ...decision, words: 'Bom dia!' }))
    await shop.work()
    expect((await truth()).messages[0]).toMatchObject({ sentAs: 'aviso' })
  })

  test('from an unknown sender, or from a telephone of two accounts, has no owner', async () => {
    for (const known of [[], [userId, member]]) {
      users = known
      await says('Quem é?')
      const [conversation] = (await open()).conversations
      expect(conversation).toMatchObject({ userId: null, orderId: null })
    }
    const strangers = await shop.inbox.listConversations({ list: 'strangers', after: undefined, limit: 1 })
    expect(strangers.conversations).toHaveLength(1)
    expect(strangers.next).toBeUndefined()
  })

  test('from a number typed into an account is in neither that account’s export nor its answer', async () => {
    await says('Meu CPF e o meu endereço são …')
    const [conversation] = (await open()).conversations
    // The team sees it with the account, which may not be the person who writes.
    expect(conversation).toMatchObject({ userId, address: phone })
    const { id, version } = conversation ?? { id: '', version: 0 }
    const words = 'O endereço que temos é Rua Exemplo, 1.'
    await act((tx) => shop.inbox.answer(tx, { conversationId: id, version, by: member, words }))
    const [answer] = await rows()
    await act((tx) =>
      failMessage(
        tx,
        { id: answer?.id ?? '', code: '131026' },
        {
          ...{ clock: { now: () => time }, newId, log, sender: () => exampleCompany },
          ...{ contactOf: async () => contact, channels: { email: mail, whatsapp: mail } },
          publicUrl: 'https://recomeco.exemplo',
        },
      ),
    )
    expect((await rows()).map(({ channel, to }) => [channel, to])).toEqual([['whatsapp', phone]])

    const sources = [...inboxPersonal, messagesPersonal]
    const read = async (person: Partial<Person>) =>
      (
        await Promise.all(
          sources.map((one) =>
            recordsOf(one, database, { userId: undefined, email: undefined, phone: undefined, ...person }),
          ),
        )
      ).flat()
    expect(await read({ userId, email })).toEqual([])
    expect(await read({ phone })).toHaveLength(3)
    expect(await read({})).toEqual([])
  })

  test('from a number typed into an account stays when the account is erased, and is no longer shown with it', async () => {
    await says('Meu CPF e o meu endereço são …')
    const [{ id, version } = { id: '', version: 0 }] = (await open()).conversations
    await act((tx) => shop.inbox.answer(tx, { conversationId: id, version, by: member, words: 'Bom dia!' }))
    await says('Obrigada. E quando começa?')
    const erase = (person: Partial<Person>) =>
      act(async (tx) => {
        const whole = { userId: undefined, email: undefined, phone: undefined, ...person }
        for (const one of [...inboxPersonal, messagesPersonal]) await one.erase?.(tx, whole, time)
      })
    await erase({ userId, email })
    const [conversation] = (await open()).conversations
    expect(conversation).toMatchObject({ id, address: phone, userId: null, orderId: null })
    expect(await shop.inbox.conversationsOf({ userId })).toEqual([])
    const kept = await shop.inbox.readConversation({ id })
    expect(kept?.received.map(({ text }) => text)).toEqual([
      'Meu CPF e o meu endereço são …',
      'Obrigada. E quando começa?',
    ])
    expect(await rows()).toMatchObject([
      { to: phone, text: expect.stringContaining('Bom dia!'), userId: null, recipient: null },
    ])

    // The number's owner erases it.
    await shop.work()
    await erase({ phone })
    expect((await open()).conversations).toEqual([])
    expect(await shop.inbox.readConversation({ id })).toBeUndefined()
    expect((await rows()).map(({ to, text }) => [to, text])).toEqual([['', '']])
  })

  test('from a number that another customer has now goes to that customer, without the order of the former', async () => {
    await says('Quando começa?')
    const newOwner = newId()
    users = [newOwner]
    openOrders = []
    await says('Este número agora é meu.')
    expect((await open()).conversations).toMatchObject([{ userId: newOwner, orderId: null }])
    expect(await shop.inbox.conversationsOf({ userId })).toEqual([])
    // It is about the order that the last message is about.
    for (const order of [newId(), newId()]) {
      openOrders = [order]
      await says('E quando começa?')
      expect((await open()).conversations).toMatchObject([{ userId: newOwner, orderId: order }])
    }
  })

  test('to one of our messages belongs to its order; a picture is not downloaded', async () => {
    await shop.send()
    const [sent] = (await truth()).messages
    users = []
    await says('', { type: 'image', repliesTo: sent?.wamid })
    const [conversation] = await shop.inbox.conversationsOf({ userId })
    expect(conversation).toMatchObject({ orderId, received: [{ text: '', left: ['image'] }] })
    // Somebody else who refers to that message is not its recipient.
    await says('Sou eu', { from: '5521977776666', repliesTo: sent?.wamid })
    const other = (await open()).conversations.find(({ address }) => address.endsWith('21977776666'))
    expect(other).toMatchObject({ userId: null, orderId: null })
    await database.delete(conversations).where(eq(conversations.id, other?.id ?? ''))
    users = [userId]
    openOrders = [newId(), orderId]
    await says('Oi', { from: '5511988887777' })
    expect((await open()).conversations[1]).toMatchObject({ userId, orderId: null })
  })

  test('by e-mail also waits, once, and is answered by e-mail', async () => {
    openOrders = [newId(), orderId]
    const raw = [
      ...['From: Ana <ana@exemplo.com.br>', 'Subject: Re: Seu pedido', 'Message-ID: <a1@exemplo>'],
      ...[`References: <pedido.${orderId}@exemplo>`, '', 'Quando termina?'],
    ].join('\n')
    const bytes = Buffer.from(raw)
    await Promise.all([shop.receiveMail(bytes), shop.receiveMail(bytes)])
    const [conversation] = await shop.inbox.conversationsOf({ userId })
    expect(conversation).toMatchObject({ channel: 'email', orderId, isFree: true, version: 2 })
    expect(conversation?.received).toMatchObject([{ subject: 'Re: Seu pedido', text: 'Quando termina?' }])
    const decision = { conversationId: conversation?.id ?? '', version: 2, by: member, words: 'Sexta.' }
    await act((tx) => shop.inbox.answer(tx, decision))
    expect(await rows()).toMatchObject([{ to: email, channel: 'email', subject: 'Re: Seu pedido' }])
    expect(await shop.receiveMail(Buffer.alloc(0))).toMatchObject({ code: 'unreadable' })
    expect(await shop.receiveMail(bytes, 'another')).toMatchObject({ code: 'forged' })
  })

  test('with a link of ours pasted is stored without its secret, which may still open an account', async () => {
    const secret = 'x1_'.repeat(14)
    const drive = `https://drive.exemplo/d/${secret}`
    const pasted = `Não abre: https://recomeco.exemplo/auth?recuperar=${secret}#x e RECOMECO.exemplo/painel/convite/${secret}\n${drive}`
    const kept = `Não abre: https://recomeco.exemplo/auth?recuperar=…#x e RECOMECO.exemplo/painel/convite/…\n${drive}`
    await says(pasted)
    await shop.receiveMail(
      Buffer.from(`From: ana@exemplo.com.br\nContent-Type: text/plain; charset=utf-8\n\n${pasted}`),
    )
    const stored = await database.select().from(inboundMessages)
    expect(stored.map(({ text }) => text)).toEqual([kept, kept])
  })

  test.each([
    ['in a subject', (link: string) => link, 'https://recomeco.exemplo/auth?recuperar=…#x'],
    [
      'as Outlook rewrites it',
      (link: string) => `https://x.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=1`,
      'https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Frecomeco.exemplo%2Fauth%3Frecuperar%3D…%23x&data=1',
    ],
    [
      'as two services rewrote it, beside others of ours',
      (link: string) =>
        `https://a.exemplo/?u=${encodeURIComponent(encodeURIComponent(link))},https://recomeco.exemplo/pagar/${'x1_'.repeat(14)}`,
      'https://a.exemplo/?u=https%253A%252F%252Frecomeco.exemplo%252Fauth%253Frecuperar%253D…%2523x,https://recomeco.exemplo/pagar/…',
    ],
  ])('with a link of ours %s is stored without its secret', async (_, written, kept) => {
    const line = written(`https://recomeco.exemplo/auth?recuperar=${'x1_'.repeat(14)}#x`)
    await shop.receiveMail(Buffer.from(`From: ana@exemplo.com.br\nSubject: ${line}\n\nVeja ${line}`))
    const [stored] = await database.select().from(inboundMessages)
    expect([stored?.subject, stored?.text]).toEqual([kept, `Veja ${kept}`])
  })

  test('by e-mail with a duplicate or missing id is not lost, and is stored once', async () => {
    const write = (from: string, ...lines: string[]) =>
      shop.receiveMail(Buffer.from([`From: ${from}`, ...lines].join('\n')))
    for (const _again of [1, 2]) {
      await write('bia@exemplo.org', 'Message-ID: <same@x>', '', 'Da Bia')
      await write(email, 'Message-ID: <same@x>', '', 'Da Ana')
      // Without id and date, and two of the same second.
      for (const text of ['Primeira', 'Segunda']) {
        await write(email, '', text)
        await write(email, 'Date: Mon, 23 Nov 2026 11:00:00 -0300', '', `${text} com data`)
      }
      later(1_000)
    }
    const texts = (await database.select().from(inboundMessages)).map(({ text }) => text)
    expect(texts.toSorted()).toEqual(
      ['Da Ana', 'Da Bia', 'Primeira', 'Primeira com data', 'Segunda', 'Segunda com data'].toSorted(),
    )
  })

  test('by e-mail beyond every limit is notified to a person, with its sender and subject', async () => {
    const nested = 'Content-Type: multipart/mixed; boundary=a\n\n--a\n'
    for (const _again of [1, 2])
      await shop.receiveMail(
        Buffer.from(`From: ${email}\nSubject: =?utf-8?Q?Minha_m=C3=A3e?=\n${nested.repeat(400)}`),
      )
    const [conversation] = await shop.inbox.conversationsOf({ userId })
    expect(conversation?.received).toMatchObject([{ subject: 'Minha mãe', text: '', left: ['unreadable'] }])
    expect(await shop.receiveMail(Buffer.from(nested.repeat(400)))).toEqual(ok(null))
  })

  test('by e-mail of megabytes is read in another process', async () => {
    const html = `<p>Oi</p>${'<blockquote>'.repeat(200_000)}`
    const bytes = Buffer.from(`From: Ana <ana@exemplo.com.br>\nContent-Type: text/html\n\n${html}`)
    expect(await minProcessorTime(50, () => shop.receiveMail(bytes))).toBeLessThan(50)
    const [conversation] = (await open()).conversations
    const read = await shop.inbox.readConversation({ id: conversation?.id ?? '' })
    expect(read?.received).toMatchObject([{ text: 'Oi\n[…]' }])
  })

  test('by e-mail from a forged address is marked as such; a wrong clock hides nothing', async () => {
    const write = (...lines: string[]) =>
      shop.receiveMail(Buffer.from(['From: ana@exemplo.com.br', ...lines, '', 'Oi'].join('\n')))
    const forged = 'Authentication-Results: mx.loja; dmarc=fail header.from=exemplo.com.br'
    for (const [index, date] of [
      '0001-01-01',
      '1970-01-02',
      '-271821-04-20',
      '2026-11-01',
      '2099-01-01',
    ].entries())
      expect(await write(`Message-ID: <${index}@x>`, `Date: ${date}T00:00:00Z`)).toEqual(ok(null))
    expect(await write('Message-ID: <f@x>', 'Subject: Minha chave Pix', forged)).toEqual(ok(null))
    expect(await write('Message-ID: <a\u0000b@x>', 'Subject: a\u0000b')).toEqual(ok(null))
    const [conversation] = await shop.inbox.conversationsOf({ userId })
    expect(conversation?.received.map(({ at }) => at)).toEqual(Array(7).fill(time))
    expect(conversation?.received.map(({ subject }) => subject)).toContain(
      '[remetente não confirmado] Minha chave Pix',
    )
  })

  test('waits since the first message that was not answered, however often its writer insists', async () => {
    await says('Oi')
    const since = (await open()).conversations[0]?.openSince
    expect(since).toEqual(time)
    time = new Date(time.getTime() + 3 * 3_600_000)
    await says('Tem alguém aí?')
    expect((await open()).conversations[0]?.openSince).toEqual(since)
  })

  test('is on one page of the list and on no other, also if its writer insisted meanwhile', async () => {
    await says('Oi')
    time = new Date(time.getTime() + 3_600_000)
    await post('/sim/answers', { from: '554899995678', name: 'Rui', text: 'Bom dia' })
    await settled()
    time = new Date(time.getTime() + 3_600_000)
    await says('Tem alguém aí?')
    const list = { list: 'open', limit: 1 } as const
    const first = await shop.inbox.listConversations({ ...list, after: undefined })
    const second = await shop.inbox.listConversations({ ...list, after: first.next })
    const names = [first, second].flatMap((page) => page.conversations.map(({ name }) => name))
    expect(names).toEqual(['Ana', 'Rui'])
    expect(second.next).toBeUndefined()
  })

  test('without a name keeps the name that its writer gave before', async () => {
    await says('Oi')
    await says('De outro aparelho', { name: ' ' })
    expect((await open()).conversations).toMatchObject([{ name: 'Ana' }])
    await says('Casei', { name: 'Ana Lima' })
    expect((await open()).conversations).toMatchObject([{ name: 'Ana Lima' }])
  })

  test('with characters that a database cannot store is stored without them, and blocks no other', async () => {
    await says('Oi\u0000 \u202etudo', { name: 'A\u0000n\u202ea' })
    expect((await open()).conversations).toMatchObject([{ name: 'A n a' }])
    const [conversation] = await shop.inbox.conversationsOf({ userId })
    expect(conversation?.received).toMatchObject([{ text: 'Oi tudo' }])
  })

  test('loses its text half a year later, and is deleted years later', async () => {
    await says('Moro na Rua Exemplo')
    await says('', { type: 'image' })
    const forget = () => shop.inbox.jobs['inbox.forget'].run({})
    later(retention.messageDays * day)
    await forget()
    const [conversation] = (await open()).conversations
    const words = async () => (await shop.inbox.readConversation({ id: conversation?.id ?? '' }))?.received
    expect(await words()).toMatchObject([
      { text: 'Moro na Rua Exemplo', bodyEndedAt: null },
      { left: ['image'], bodyEndedAt: null },
    ])
    expect(await database.select().from(channelAddresses)).toHaveLength(1)
    later(day)
    await forget()
    const ended = { text: '', left: [], bodyEndedAt: time }
    expect(await words()).toMatchObject([ended, ended])
    await shop.notifications.jobs['messages.forget'].run({})
    expect(await database.select().from(channelAddresses)).toEqual([])
    later((retention.contractYears - 1) * 365 * day)
    await forget()
    expect(await words(), 'that it was written').toHaveLength(2)
    later(366 * day)
    await forget()
    expect([await words(), await database.select().from(inboundMessages)]).toEqual([undefined, []])
  })
})
