// Databases: one

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exampleCompany } from '../../../src/core/company.ts'
import { ok } from '../../../src/core/outcome.ts'
import { formatPhone } from '../../../src/core/phone.ts'
import { keptChannel } from '../../../src/modules/notifications/adapters/kept.ts'
import {
  createNotifications,
  type Manner,
  type MessageToSend,
} from '../../../src/modules/notifications/index.server.ts'
import type { OutgoingMessage } from '../../../src/modules/notifications/ports.ts'
import { whatsappStatement } from '../../../src/modules/notifications/public.ts'
import {
  messageConsents,
  messagePreferences,
  messages,
} from '../../../src/modules/notifications/tables.server.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { workOn } from '../../../src/platform/jobs/outbox.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { unguarded } from '../../support/guard.ts'
import { memoryJournal } from '../../support/memory-journal.ts'

const manners: Record<string, Manner> = {
  code: { topic: 'account', when: 'at_once' },
  step: { topic: 'progress', when: 'by_day' },
  due: { topic: 'reminders', when: 'by_day' },
  cancelled: { topic: 'contract', when: 'by_day' },
  alarm: { topic: 'team', when: 'at_once' },
}
const phone = '+5548999991234'
const evidence = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' }

let source: TestDatabase
let database: Database
let userId: string
let time: Date
let isStillValid: boolean
let contact: { email: string } | undefined
let delivered: (OutgoingMessage & { channel: string })[]

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url })
})
afterAll(async () => {
  await database.$client.end()
  await source.close()
})
beforeEach(async () => {
  await database.delete(messages)
  userId = newId()
  isStillValid = true
  contact = { email: 'ana@exemplo.com.br' }
  delivered = []
  // A Friday.
  set('2026-12-18', '10:00')
})

/** Sets the clock to a time in São Paulo. */
function set(date: string, clock: string) {
  time = new Date(Date.parse(`${date}T${clock}:00Z`) + 3 * 60 * 60_000)
}

const channel = (name: string) => ({
  deliver: async (message: OutgoingMessage) => {
    delivered.push({ ...message, channel: name })
    return ok({ status: 'sent' as const })
  },
})

function shop() {
  const module = createNotifications({
    renderMail: () => '',
    ...unguarded,
    database,
    clock: { now: () => time },
    newId,
    channels: { email: channel('email'), whatsapp: channel('whatsapp') },
    journal: memoryJournal(),
    log: createLog({ level: 'silent' }),
    manners,
    isStillValid: async () => isStillValid,
    contactOf: async () => contact,
    publicUrl: 'https://recomeco.exemplo',
    sender: () => exampleCompany,
  })
  return {
    ...module,
    say: (kind: string, more: Partial<MessageToSend> = {}) =>
      database.transaction((tx) =>
        module.send(tx, {
          ...{ to: 'ana@exemplo.com.br', channel: 'email', kind, userId, subject: 'Um aviso', text: 'Olá!' },
          ...more,
        }),
      ),
    /** Does the work of one minute of the worker. */
    async work() {
      await module.jobs['messages.release'].run()
      const run = async ({ data }: { data: object }) =>
        module.jobs['messages.deliver'].run(data as { messageId: string }).then(
          () => true,
          () => false,
        )
      await workOn(module.outbox, { database, enqueue: async () => {}, run, limit: 100, lanes: 1 })
    },
  }
}

const rows = () => database.select().from(messages).orderBy(messages.createdAt, messages.id)

test('a message that nobody waits for is held overnight, on Sundays and holidays, and sent in the morning', async () => {
  const { say, work } = shop()
  set('2026-12-19', '22:00')
  await say('step')
  await say('code')
  await say('alarm')
  await work()
  expect(delivered).toHaveLength(2)
  set('2026-12-20', '12:00')
  await work()
  set('2026-12-21', '07:59')
  await work()
  expect(delivered).toHaveLength(2)
  expect(await rows()).toContainEqual(
    expect.objectContaining({ kind: 'step', status: 'queued', waitingSince: null, attempts: 0 }),
  )
  set('2026-12-21', '08:00')
  await work()
  await work()
  expect(delivered).toHaveLength(3)
  expect(await rows()).toContainEqual(
    expect.objectContaining({ kind: 'step', status: 'sent', notBefore: null }),
  )
})

test('a late attempt, from a queue or from the team, is held too', async () => {
  const { say, work, jobs } = shop()
  await say('cancelled')
  const [row] = await rows()
  set('2026-12-18', '20:30')
  await jobs['messages.deliver'].run({ messageId: row?.id ?? '' })
  await work()
  expect(delivered).toEqual([])
  set('2026-12-19', '08:00')
  await work()
  expect(delivered).toHaveLength(1)
})

test('an undeclared kind is sent by day', async () => {
  const { say, work } = shop()
  set('2026-12-18', '23:00')
  await say('of-yesterday')
  await work()
  expect(delivered).toEqual([])
})

test('drops a message that became untrue or too late while it waited', async () => {
  const { say, work } = shop()
  set('2026-12-18', '21:00')
  await say('cancelled', { about: ['a'] })
  await say('cancelled', { notAfter: new Date(time.getTime() + 24 * 60 * 60_000) })
  set('2026-12-21', '09:00')
  isStillValid = false
  await work()
  expect(delivered).toEqual([])
  expect((await rows()).map(({ status, droppedReason }) => [status, droppedReason]).toSorted()).toEqual([
    ['dropped', 'outdated'],
    ['dropped', 'untrue'],
  ])
})

test('after an opt-out nothing more is sent, not even messages that already waited', async () => {
  const { say, work, stopMessages, preferencesOf } = shop()
  set('2026-12-18', '21:00')
  await say('step')
  await stopMessages({ owner: { userId }, topic: 'progress' })
  set('2026-12-21', '09:00')
  await say('step')
  await say('due')
  await say('cancelled')
  await work()
  expect((await rows()).map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
    'cancelled sent',
    'due sent',
    'step dropped',
  ])
  expect((await preferencesOf({ userId })).channels).toEqual({
    progress: 'none',
    reminders: 'email',
    offers: 'email',
  })
})

test('a week has at most three reminders, counting requested ones', async () => {
  const { say } = shop()
  await Promise.all(Array.from({ length: 6 }, () => say('due')))
  expect(await rows()).toHaveLength(3)
  set('2026-12-26', '10:00')
  await say('due')
  expect(await rows()).toHaveLength(4)
})

test('a dropped reminder does not count among the three', async () => {
  const { say, work } = shop()
  isStillValid = false
  for (let time = 0; time < 3; time++) await say('due', { about: [newId()] })
  await work()
  expect((await rows()).map(({ status }) => status)).toEqual(['dropped', 'dropped', 'dropped'])
  await say('due')
  expect(await rows()).toHaveLength(4)
})

test('after a restored back-up also checks yesterday’s messages, although none of today is missing', async () => {
  const { say, work, forgotten } = shop()
  set('2026-12-17', '10:00')
  await say('step', { subject: 'De ontem' })
  await work()
  await database.delete(messages)
  set('2026-12-18', '10:00')
  await say('step')
  await work()
  expect((await forgotten({ all: false })).map(({ subject }) => subject)).toEqual(['De ontem'])
})

test('notifications to the team are neither held nor checked', async () => {
  const { say, work } = shop()
  isStillValid = false
  await say('alarm', { about: [newId()], notAfter: new Date(time.getTime() + 60_000) })
  set('2026-12-20', '23:00')
  await work()
  expect(delivered.map(({ kind }) => kind)).toEqual(['alarm'])
})

test('WhatsApp needs a consent with its proof, and the first refusal ends it', async () => {
  const { say, work, choosePreferences, giveWhatsappConsent, revokeWhatsappConsent, preferencesOf } = shop()
  const owner = { userId }
  const byWhatsapp = { progress: 'whatsapp', reminders: 'email', offers: 'none' } as const
  expect(await choosePreferences({ owner, channels: byWhatsapp })).toMatchObject({ code: 'no_consent' })
  const statement = whatsappStatement(formatPhone(phone))
  const given = { userId, phone, place: '/account/avisos', evidence }
  expect(await giveWhatsappConsent({ ...given, statement: 'Sim' })).toMatchObject({ code: 'other_words' })
  expect(await giveWhatsappConsent({ ...given, phone: '(48) 3333-1234', statement })).toMatchObject({
    code: 'invalid_phone',
  })
  expect(await giveWhatsappConsent({ ...given, statement })).toMatchObject({ ok: true })
  expect(await choosePreferences({ owner, channels: byWhatsapp })).toMatchObject({ ok: true })
  const [consent] = await database.select().from(messageConsents).where(eq(messageConsents.userId, userId))
  expect(consent).toMatchObject({ phone, statement, place: '/account/avisos', ...evidence, givenAt: time })

  await say('step')
  await say('due')
  await work()
  expect(delivered.map(({ channel: by, to }) => `${by} ${to}`).toSorted()).toEqual([
    'email ana@exemplo.com.br',
    `whatsapp ${phone}`,
  ])

  set('2026-12-18', '21:00')
  await say('step')
  await revokeWhatsappConsent({ owner })
  expect(await preferencesOf({ userId })).toEqual({
    channels: { progress: 'email', reminders: 'email', offers: 'none' },
    whatsapp: undefined,
  })
  set('2026-12-21', '09:00')
  await work()
  expect(delivered.at(-1)).toMatchObject({ channel: 'email', to: 'ana@exemplo.com.br' })

  await giveWhatsappConsent({ ...given, statement })
  // Another number takes the place of the first, which gets nothing more.
  const other = '+5548988887777'
  await giveWhatsappConsent({ ...given, phone: other, statement: whatsappStatement(formatPhone(other)) })
  expect((await preferencesOf({ userId })).whatsapp?.phone).toBe(other)
  const consents = await database.select().from(messageConsents).where(eq(messageConsents.phone, phone))
  expect(consents.map(({ revokedAt }) => revokedAt !== null)).toEqual([true, true])
  const all = { progress: 'none', reminders: 'whatsapp', offers: 'whatsapp' } as const
  await choosePreferences({ owner, channels: all })
  await revokeWhatsappConsent({ owner })
  expect((await preferencesOf({ userId })).channels).toEqual({
    ...{ progress: 'none', reminders: 'email', offers: 'email' },
  })
})

test('a message for WhatsApp reaches nobody once consent and account are gone', async () => {
  const { say, work, choosePreferences, giveWhatsappConsent, revokeWhatsappConsent } = shop()
  const owner = { userId }
  const statement = whatsappStatement(formatPhone(phone))
  await giveWhatsappConsent({ userId, phone, place: '/account/avisos', evidence, statement })
  await choosePreferences({
    owner,
    channels: { progress: 'whatsapp', reminders: 'none', offers: 'none' },
  })
  set('2026-12-18', '21:00')
  await say('step')
  await revokeWhatsappConsent({ owner })
  contact = undefined
  set('2026-12-21', '09:00')
  await work()
  expect(delivered).toEqual([])
  expect((await rows()).map(({ status }) => status)).toEqual(['dropped'])
})

test('a locked screen shows nothing of a debt, whatever a module wrote', async () => {
  const { say, work, giveWhatsappConsent, choosePreferences } = shop()
  await say('due', { subject: 'Sua dívida venceu' })
  await giveWhatsappConsent({
    ...{
      userId,
      phone,
      statement: whatsappStatement(formatPhone(phone)),
      place: '/account/avisos',
      evidence,
    },
  })
  await choosePreferences({
    owner: { userId },
    channels: { progress: 'email', reminders: 'whatsapp', offers: 'email' },
  })
  await say('due', { subject: 'Um lembrete', text: 'Sua parcela venceu: https://recomeco.exemplo/payments' })
  await work()
  const [byEmail, byWhatsapp] = delivered.toSorted((a, b) => a.channel.localeCompare(b.channel))
  expect(byEmail?.subject).toBe('Um lembrete do seu pedido')
  expect(byWhatsapp?.text).toContain('Um lembrete.\n\nVeja aqui:\nhttps://recomeco.exemplo/payments')
})

test('the link of a message opens the preferences of its reader only, also without an account', async () => {
  const { preferencesLinkOf, preferencesByToken, stopMessages, say, work } = shop()
  const tokenOf = (url: string) => url.split('/preferencias/')[1]?.split('/')[0] ?? ''
  const own = preferencesLinkOf({ kind: 'due', userId, to: 'ana@exemplo.com.br' })
  const page = own?.page ?? ''
  expect(own?.oneClick).toBe(`${page}/parar/reminders`)
  expect(page.length).toBeLessThan(100)
  const token = tokenOf(page)
  for (const text of [page, Buffer.from(token, 'base64url').toString('latin1')])
    expect(text).not.toMatch(/ana@|exemplo\.com/)
  expect(await preferencesByToken({ token })).toMatchObject({ hasAccount: true })
  await stopMessages({ owner: { token }, topic: 'reminders' })
  expect((await preferencesByToken({ token }))?.channels.reminders).toBe('none')

  const guest = tokenOf(
    preferencesLinkOf({ kind: 'step', userId: null, to: 'Bia@Exemplo.com.br' })?.page ?? '',
  )
  await stopMessages({ owner: { token: guest }, topic: 'all' })
  await database.transaction((tx) =>
    shop().send(tx, {
      ...{ to: 'bia@exemplo.com.br', channel: 'email', kind: 'step', subject: 'Um aviso', text: 'Olá!' },
    }),
  )
  await say('step')
  await work()
  expect(delivered.map(({ to }) => to)).toEqual(['ana@exemplo.com.br'])

  for (const forged of [
    '',
    'x',
    token.slice(0, -1),
    `${token.slice(0, -1)}_`,
    `u${token.slice(1, 23)}${'A'.repeat(22)}`,
  ]) {
    if (forged === token) continue
    expect(await preferencesByToken({ token: forged })).toBeUndefined()
    expect(await stopMessages({ owner: { token: forged }, topic: 'all' })).toMatchObject({
      code: 'unknown_link',
    })
  }
})

test('without a configured channel a message is held and stored in the same way', async () => {
  const kept = createNotifications({
    renderMail: () => '',
    ...unguarded,
    ...{ database, clock: { now: () => time }, newId, journal: memoryJournal(), manners },
    channels: { email: keptChannel(), whatsapp: keptChannel() },
    log: createLog({ level: 'silent' }),
    publicUrl: 'https://recomeco.exemplo',
    sender: () => exampleCompany,
  })
  set('2026-12-18', '22:00')
  const message = {
    to: 'ana@exemplo.com.br',
    channel: 'email',
    kind: 'step',
    subject: 's',
    text: 't',
  } as const
  await database.transaction((tx) => kept.send(tx, message))
  const until = new Date('2026-12-19T11:00:00Z')
  expect(await rows()).toMatchObject([{ status: 'queued', notBefore: until, waitingSince: null }])
  expect((await database.select().from(messagePreferences)).length).toBeGreaterThan(0)
})
