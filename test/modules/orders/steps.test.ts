// Databases: one
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { createHiringSetup, type HiringSetup } from '../contracting/hiring-setup.ts'
import { orderSteps } from './order-setup.ts'

let server: TestDatabase
let setup: HiringSetup
let team: ReturnType<typeof orderSteps>

beforeAll(async () => {
  server = await testDatabase()
  setup = createHiringSetup(server.url)
  team = orderSteps(setup)
})
beforeEach(() => {
  setup.time.now = '2026-11-23T15:00:00Z'
  setup.orderJobs.splice(0)
})
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

/** Creates a customer with an order in progress. */
async function underWay(options: { steps?: number; days?: number } = {}) {
  const { id: userId } = await setup.createUser('Maria Aparecida')
  const orderId = await team.open(userId, options)
  await team.fund(orderId, userId)
  await team.pay(orderId)
  return { userId, orderId }
}

const pdf = (text = 'x') => new TextEncoder().encode(`%PDF-1.7 ${text}`)

test('a step is completed with its evidence and the words for the customer', async () => {
  const { userId, orderId } = await underWay()
  const done = await team.complete(orderId, 1, { isShared: true })
  expect(done).toMatchObject({ ok: true, value: { progress: 33, undoUntil: '2026-11-23T15:00:10.000Z' } })
  const seen = await setup.orders.orderOf({ userId, orderId })
  expect(seen?.steps[0]).toMatchObject({
    ...{ completed: true, completedAt: new Date('2026-11-23T15:00:00Z') },
    ...{ words: 'Enviamos os pedidos.', protocol: 'SERASA-1', file: null },
  })
  const order = await team.order(orderId)
  expect(order.steps[0]?.completion).toMatchObject({ protocol: 'SERASA-1', completedBy: team.by })
  expect(order.history.map(({ kind }) => kind)).toEqual(['step_completed', 'paid', 'signed'])
})

test('evidence that is not shared is not shown to the customer', async () => {
  const { userId, orderId } = await underWay()
  await team.complete(orderId, 1)
  const seen = await setup.orders.orderOf({ userId, orderId })
  expect(seen?.steps[0]).toMatchObject({ words: 'Enviamos os pedidos.', protocol: null, file: null })
})

test.each([
  ['no_evidence', { protocol: ' ' }],
  ['invalid_words', { words: 'CPF 529.982.247-25 limpo' }],
  ['invalid_protocol', { protocol: 'x'.repeat(400) }],
  ['unknown_file', { fileId: newId() }],
  ['not_next', { stepNumber: 2 }],
  ['changed_meanwhile', { version: 1 }],
  ['not_found', { orderId: newId() }],
])('a completion refused as %s changes nothing', async (code, more) => {
  const { orderId } = await underWay()
  const before = await team.order(orderId)
  expect(await team.complete(orderId, 1, more)).toMatchObject({ ok: false, code })
  expect(await team.order(orderId)).toEqual(before)
  expect(setup.orderJobs).toEqual([])
})

test('the customer is notified once the undo time is over, without a service or a debt in the subject', async () => {
  const { userId, orderId } = await underWay()
  const done = await team.complete(orderId, 1, { isShared: true })
  expect(setup.orderJobs[0]).toMatchObject({ startAfter: new Date('2026-11-23T15:00:10Z') })
  expect(await team.messagesTo(userId)).toEqual([])
  setup.time.now = '2026-11-23T15:00:10Z'
  const [job] = setup.orderJobs
  await team.work()
  if (job) setup.orderJobs.push(job)
  await team.work()
  const messages = await team.messagesTo(userId)
  const { number } = await team.order(orderId)
  expect(messages).toMatchObject([
    { kind: 'order.step-completed', subject: `Mais uma etapa concluída: pedido ${number}` },
  ])
  for (const part of [
    'Concluída: Etapa 1',
    'Faltam 2.',
    'Próxima etapa: Etapa 2',
    'Enviamos os pedidos.',
    'SERASA-1',
  ])
    expect(messages[0]?.text).toContain(part)
  // Also at the last moment: a notified customer reads a reason instead.
  const completionId = done.ok ? done.value.completionId : ''
  expect(await team.undo(orderId, completionId)).toMatchObject({ code: 'too_late' })
})

test('a message announces no next step for a past day, and no evidence that is not shared', async () => {
  const { userId, orderId } = await underWay()
  setup.time.now = '2027-02-15T15:00:00Z'
  await team.complete(orderId, 1)
  await team.work()
  const [message] = await team.messagesTo(userId)
  expect(message?.text).not.toContain('SERASA-1')
  expect(message?.text).toContain('Próxima etapa: Etapa 2')
  expect(message?.text).not.toContain('Prevista até')
})

test('of two last steps completed within seconds, only the one that completed the order is the delivery', async () => {
  const { userId, orderId } = await underWay({ steps: 2 })
  await team.complete(orderId, 1, { words: 'Analisamos tudo.' })
  setup.time.now = '2026-11-23T15:00:06Z'
  await team.complete(orderId, 2, { words: 'Enviamos tudo.' })
  setup.time.now = '2026-11-23T15:00:16Z'
  await team.work()
  const messages = await team.messagesTo(userId)
  expect(messages.map(({ kind }) => kind)).toEqual(['order.step-completed', 'order.delivered'])
  for (const part of ['Analisamos tudo.', 'Falta só uma.', 'Próxima etapa: Etapa 2'])
    expect(messages[0]?.text).toContain(part)
  expect(messages[1]?.text).toContain('Enviamos tudo.')
})

test('a reopened earlier step that is completed last is the delivery', async () => {
  const { userId, orderId } = await underWay({ steps: 2 })
  await team.complete(orderId, 1)
  await team.reopen(orderId, 1)
  await team.complete(orderId, 1)
  setup.time.now = '2026-11-23T15:00:20Z'
  await team.complete(orderId, 2)
  await team.work()
  await team.reopen(orderId, 1)
  setup.time.now = '2026-11-23T15:00:40Z'
  await team.complete(orderId, 1)
  await team.work()
  expect((await team.messagesTo(userId)).map(({ kind }) => kind)).toEqual([
    ...['order.step-completed', 'order.delivered', 'order.step-reopened', 'order.delivered'],
  ])
})

test.each([
  ['the team cancelled the order', 'cancelled', ['order.cancelled']],
  ['the customer withdrew', 'withdrawn', []],
  ['the order was put on hold', 'on_hold', ['order.on-hold']],
] as const)('a step is not announced after %s', async (_, what, kinds) => {
  const { userId, orderId } = await underWay()
  await team.complete(orderId, 1)
  if (what === 'cancelled') await team.cancel(orderId, { by: team.by })
  if (what === 'withdrawn') await team.cancel(orderId)
  if (what === 'on_hold') {
    await team.bank(orderId, 'charged_back')
    await team.moneyChanged(orderId, userId)
  }
  setup.time.now = '2026-11-23T15:00:10Z'
  await team.work()
  expect((await team.messagesTo(userId)).map(({ kind }) => kind)).toEqual(kinds)
  expect((await team.order(orderId)).steps[0]?.completion).toMatchObject({ announcedAt: null })
})

test('a step undone within seconds is open again, and nobody is notified', async () => {
  const { userId, orderId } = await underWay({ steps: 1 })
  const done = await team.complete(orderId, 1)
  if (!done.ok) throw new Error(done.code)
  expect(done.value.status).toBe('completed')
  const other = await underWay({ steps: 1 })
  expect(await team.undo(other.orderId, done.value.completionId)).toMatchObject({ code: 'not_found' })
  setup.time.now = '2026-11-23T15:00:10Z'
  const both = await Promise.all([1, 2].map(() => team.undo(orderId, done.value.completionId)))
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  setup.time.now = '2026-11-23T15:01:00Z'
  await team.work()
  expect(await team.messagesTo(userId)).toEqual([])
  const order = await team.order(orderId)
  expect(order).toMatchObject({ status: 'in_progress', progress: 0, dueOn: '2026-12-02' })
  expect(order.steps[0]).toMatchObject({ completedAt: null, completion: null })
  expect(order.history[0]).toMatchObject({ kind: 'step_undone', actorId: team.by })
  expect(await team.complete(orderId, 1)).toMatchObject({ ok: true })
})

test('a step that was undone twice is prefilled with the last words', async () => {
  const { orderId } = await underWay()
  for (const [seconds, words] of ['Enviamos o pedido errado.', 'Enviamos o pedido certo.'].entries()) {
    setup.time.now = `2026-11-23T15:00:0${seconds}Z`
    const done = await team.complete(orderId, 1, { words })
    if (!done.ok) throw new Error(done.code)
    await team.undo(orderId, done.value.completionId)
    expect((await team.order(orderId)).draft).toMatchObject({ words })
  }
})

test('a step that was never done is prefilled with nothing, least of all with the words of another', async () => {
  const { orderId } = await underWay()
  await team.complete(orderId, 1, { words: 'Enviamos os pedidos.' })
  expect((await team.order(orderId)).draft).toBeNull()
})

test('a step reopened later has a reason, which a customer who was notified reads', async () => {
  const { userId, orderId } = await underWay()
  const done = await team.complete(orderId, 1)
  if (!done.ok) throw new Error(done.code)
  setup.time.now = '2026-11-23T15:00:11Z'
  expect(await team.undo(orderId, done.value.completionId)).toMatchObject({ code: 'too_late' })
  await team.work()
  expect(await team.undo(orderId, done.value.completionId)).toMatchObject({ code: 'too_late' })
  expect(await team.reopen(orderId, 2)).toMatchObject({ code: 'not_completed' })
  expect(await team.reopen(orderId, 1, { words: '' })).toMatchObject({ code: 'invalid_words' })
  expect(await team.reopen(orderId, 1)).toEqual({
    ok: true,
    value: { status: 'in_progress', progress: 0, isNotified: true },
  })
  const messages = await team.messagesTo(userId)
  expect(messages.map(({ kind }) => kind)).toEqual(['order.step-completed', 'order.step-reopened'])
  expect(messages[1]?.text).toContain('A Serasa pediu de novo.')
  expect((await team.order(orderId)).history[0]).toMatchObject({ text: 'A Serasa pediu de novo.' })
})

test('a step reopened before its message is sent causes no message at all', async () => {
  const { userId, orderId } = await underWay()
  await team.complete(orderId, 1)
  expect(await team.reopen(orderId, 1)).toMatchObject({ value: { isNotified: false } })
  await team.work()
  expect(await team.messagesTo(userId)).toEqual([])
})

test('a step of a completed order is reopened; where its money was returned, a decision comes first', async () => {
  const [first, second] = [await underWay({ steps: 1 }), await underWay({ steps: 1 })]
  for (const { orderId } of [first, second]) await team.complete(orderId, 1)
  await team.bank(second.orderId, 'charged_back')
  expect(await team.reopen(first.orderId, 1)).toMatchObject({ value: { status: 'in_progress' } })
  expect(await team.reopen(second.orderId, 1)).toMatchObject({ value: { status: 'on_hold' } })
  expect(await team.order(second.orderId)).toMatchObject({ dueOn: '2026-11-24' })
})

test('evidence is a file accepted by its content, sealed by the store, for one step of its order', async () => {
  const { userId, orderId } = await underWay()
  const other = await underWay()
  const add = (bytes: Uint8Array, to = orderId) =>
    setup.orders.addStepFile({ orderId: to, name: '../Relatório.exe', bytes, by: team.by })
  expect(await add(new Uint8Array())).toMatchObject({ code: 'empty' })
  expect(await add(new TextEncoder().encode('<html>'))).toMatchObject({ code: 'wrong_content' })
  expect(await add(pdf(), newId())).toMatchObject({ code: 'not_found' })
  const added = await add(pdf())
  if (!added.ok) throw new Error(added.code)
  const fileId = added.value
  expect(await team.complete(other.orderId, 1, { fileId })).toMatchObject({ code: 'unknown_file' })
  expect(await team.complete(orderId, 1, { fileId, protocol: '', isShared: true })).toMatchObject({
    ok: true,
  })
  expect(await team.complete(orderId, 2, { fileId })).toMatchObject({ code: 'unknown_file' })

  expect((await setup.orders.orderOf({ userId, orderId }))?.steps[0]?.file).toEqual({
    ...{ id: fileId, name: 'Relatório.pdf' },
  })
  const shared = (id: string) => setup.orders.openSharedFile({ fileId, userId: id })
  expect(await shared(userId)).toMatchObject({ ok: true, value: { mediaType: 'application/pdf' } })
  expect(await shared(other.userId)).toMatchObject({ code: 'not_found' })
  expect(await setup.orders.openStepFile({ orderId: other.orderId, fileId })).toMatchObject({ ok: false })
  await team.reopen(orderId, 1)
  expect(await shared(userId)).toMatchObject({ code: 'not_found' })
  expect(await setup.orders.openStepFile({ orderId, fileId })).toMatchObject({ ok: true })
})

test.each([
  [true, 'Ver o comprovante'],
  [false, 'Acompanhar o pedido'],
])('the message of a step whose file is shared: %s, has the button %s', async (isShared, button) => {
  const { userId, orderId } = await underWay()
  const added = await setup.orders.addStepFile({ orderId, name: 'a.pdf', bytes: pdf(), by: team.by })
  if (!added.ok) throw new Error(added.code)
  await team.complete(orderId, 1, { fileId: added.value, protocol: '', isShared })
  await team.work()
  const [message] = await team.messagesTo(userId)
  expect(message?.text).toContain(`${button}:\n`)
})

test('an order whose claims have lapsed loses its texts and files, once', async () => {
  const { userId, orderId } = await underWay({ steps: 1 })
  const added = await setup.orders.addStepFile({ orderId, name: 'a.pdf', bytes: pdf(), by: team.by })
  if (!added.ok) throw new Error(added.code)
  await team.note(orderId, 'Atende depois das 18h.')
  await team.complete(orderId, 1, { fileId: added.value })
  const later = new Date('2032-01-01T12:00:00Z')
  const due = async () => (await setup.orders.ordersToErase({ before: later, limit: 100 })).includes(orderId)
  expect(await due()).toBe(true)
  await setup.database.transaction((tx) => setup.orders.eraseOrder(tx, { orderId, now: later }))
  const { history, steps } = await team.order(orderId)
  expect(history.map(({ kind, text }) => [kind, text])).toEqual([
    ...['step_completed', 'noted', 'paid', 'signed'].map((kind) => [kind, null]),
  ])
  expect(steps[0]?.completion).toMatchObject({ words: '', protocol: '', file: null })
  setup.time.now = '2032-01-01T12:00:00Z'
  await setup.orders.jobs['orders.sweep-files'].run()
  expect(setup.files.has(`steps/${added.value}`)).toBe(false)
  expect(await setup.orders.orderOf({ userId, orderId })).toMatchObject({ status: 'completed' })
  expect(await due()).toBe(false)
})

test('an unused evidence file is deleted after a day, with its bytes', async () => {
  const { orderId } = await underWay()
  const add = () => setup.orders.addStepFile({ orderId, name: 'a.pdf', bytes: pdf(), by: team.by })
  const [used, unused] = [await add(), await add()]
  if (!used.ok || !unused.ok) throw new Error('not stored')
  await team.complete(orderId, 1, { fileId: used.value })
  const sweep = () => setup.orders.jobs['orders.sweep-files'].run()
  setup.time.now = '2026-11-24T15:00:00Z'
  await sweep()
  expect(setup.files.has(`steps/${unused.value}`)).toBe(true)
  setup.time.now = '2026-11-24T15:00:01Z'
  await sweep()
  expect([used, unused].map(({ value }) => setup.files.has(`steps/${value}`))).toEqual([true, false])
  expect(await team.complete(orderId, 2, { fileId: unused.value })).toMatchObject({ code: 'unknown_file' })
})

test('each step has its due date from the first payment on, and the order that of its current step', async () => {
  const { orderId } = await underWay()
  const order = await team.order(orderId)
  expect(order).toMatchObject({ dueOn: '2026-11-26', deliveryDate: '2026-12-02', startDate: '2026-11-23' })
  expect(order.steps.map(({ dueOn }) => dueOn)).toEqual(['2026-11-26', '2026-11-30', '2026-12-02'])
  await team.complete(orderId, 1)
  expect(await team.order(orderId)).toMatchObject({ dueOn: '2026-11-30' })
  await team.complete(orderId, 2)
  await team.complete(orderId, 3)
  expect(await team.order(orderId)).toMatchObject({ dueOn: null, status: 'completed' })
})

test('a new deadline moves the later ones, and the customer reads why', async () => {
  const { userId, orderId } = await underWay()
  expect(await team.move(orderId, 1, '2026-12-01')).toEqual({
    ok: true,
    value: { deliveryDate: '2026-12-02' },
  })
  expect(await team.move(orderId, 2, '2026-12-20')).toMatchObject({ value: { deliveryDate: '2026-12-20' } })
  const order = await team.order(orderId)
  expect(order.steps.map(({ dueOn }) => dueOn)).toEqual(['2026-12-01', '2026-12-20', '2026-12-20'])
  expect(order).toMatchObject({ dueOn: '2026-12-01', deliveryDate: '2026-12-20' })
  expect(order.history[0]).toMatchObject({
    ...{ kind: 'deadline_moved', text: 'O cartório está fechado.', stepNumber: 2 },
    detail: { from: '2026-12-01', to: '2026-12-20' },
  })
  const messages = await team.messagesTo(userId)
  expect(messages).toHaveLength(2)
  expect(messages[0]?.text).toContain('A data da entrega não muda.')
  expect(messages[1]?.text).toContain('até 20/12/2026')
  for (const [to, code] of [
    ['2026-11-22', 'invalid_date'],
    ['2027-11-24', 'invalid_date'],
    ['amanhã', 'invalid_date'],
    ['2026-12-01', 'same_date'],
  ] as const)
    expect(await team.move(orderId, 1, to)).toMatchObject({ code })
  // From today to a year ahead.
  for (const to of ['2027-11-23', '2026-11-23'])
    expect(await team.move(orderId, 1, to)).toMatchObject({ ok: true })
  await team.complete(orderId, 1)
  expect(await team.move(orderId, 1, '2026-12-02')).toMatchObject({ code: 'not_open' })
  // Nobody reads of a new date for work that has ended.
  await team.cancel(orderId)
  expect(await team.move(orderId, 2, '2026-12-02')).toMatchObject({ code: 'illegal_move' })
})

test('refuses an edit decided on an older version of the order; a note needs no version', async () => {
  const { orderId } = await underWay()
  const { version } = await team.order(orderId)
  await team.note(orderId, 'Ligar depois das 14h.')
  expect((await team.order(orderId)).version).toBe(version)
  const both = await Promise.all([
    team.complete(orderId, 1, { version }),
    team.move(orderId, 2, '2026-12-10', { version }),
  ])
  expect(both.map((result) => (result.ok ? 'done' : result.code)).sort()).toEqual([
    'changed_meanwhile',
    'done',
  ])
  for (const edit of [
    () => team.reopen(orderId, 1, { version }),
    () => team.cancel(orderId, { version }),
    () => team.complete(orderId, 2, { version }),
  ])
    expect(await edit()).toMatchObject({ code: 'changed_meanwhile' })
})

test('the first contact is recorded with its channel and a note, and later ones beside it', async () => {
  const { id: userId } = await setup.createUser()
  const orderId = await team.open(userId)
  expect(await team.order(orderId)).toMatchObject({ contactDueAt: new Date('2026-11-24T15:00:00Z') })
  expect(await team.contact(orderId, 'fax')).toMatchObject({ code: 'invalid_channel' })
  expect(await team.contact(orderId, 'phone', '')).toMatchObject({ code: 'invalid_note' })
  expect(await team.contact(orderId)).toEqual({ ok: true, value: { isFirst: true } })
  // Sent twice it is one contact; the same words by another channel are another.
  expect(await team.contact(orderId)).toMatchObject({ code: 'repeated' })
  expect(await team.contact(orderId, 'email')).toEqual({ ok: true, value: { isFirst: false } })
  setup.time.now = '2026-11-23T16:00:00Z'
  expect(await team.contact(orderId, 'phone')).toEqual({ ok: true, value: { isFirst: false } })
  const order = await team.order(orderId)
  expect(order).toMatchObject({ contactDueAt: null, contactedAt: new Date('2026-11-23T15:00:00Z') })
  expect(order.history.map(({ detail }) => detail.channel)).toEqual(['phone', 'email', 'whatsapp', undefined])

  await team.pay(orderId)
  const { rows } = await setup.database.execute<{ text: string }>(
    sql`select text from messages where user_id = ${userId} and kind = 'order.paid'`,
  )
  expect(rows[0]?.text).toContain('o trabalho começa agora.')
  expect(rows[0]?.text).not.toContain('fala com você')
})

test.each(['the team', 'the money'])(
  'started work resumes when %s resumes the order, and starts once',
  async (who) => {
    const { userId, orderId } = await underWay()
    await team.start(orderId)
    await team.bank(orderId, 'charged_back')
    await team.moneyChanged(orderId, userId)
    if (who === 'the team') await team.resume(orderId)
    else {
      await team.bank(orderId, 'approved')
      await team.moneyChanged(orderId, userId)
    }
    expect(await team.order(orderId)).toMatchObject({ status: 'in_progress', progress: 0 })
    expect(await team.start(orderId)).toMatchObject({ code: 'illegal_move' })
    expect((await team.messagesTo(userId)).map(({ kind }) => kind)).toEqual([
      'order.started',
      'order.on-hold',
    ])
  },
)

test('work that had not started waits to start when the team resumes the order', async () => {
  const { userId, orderId } = await underWay()
  await team.bank(orderId, 'charged_back')
  await team.moneyChanged(orderId, userId)
  await team.resume(orderId)
  expect(await team.order(orderId)).toMatchObject({ status: 'paid' })
  expect(await team.start(orderId)).toMatchObject({ ok: true })
})

test('a customer whose order the team cancels is notified; one who withdraws is not', async () => {
  const [first, second] = [await underWay(), await underWay()]
  await team.cancel(first.orderId, { by: team.by, reason: 'pediu por telefone', words: 'Como você pediu.' })
  await team.cancel(second.orderId)
  const [message] = await team.messagesTo(first.userId)
  expect(message).toMatchObject({
    kind: 'order.cancelled',
    text: expect.stringContaining('Como você pediu.'),
  })
  expect(message?.text).not.toContain('por telefone')
  expect(await team.messagesTo(second.userId)).toEqual([])
  expect((await team.order(first.orderId)).history[0]).toMatchObject({ text: 'pediu por telefone' })
})

test('the team’s list continues where its page ended, with each filter', async () => {
  await setup.database.execute(sql`delete from payments`)
  await setup.database.execute(sql`delete from orders`)
  const { id: userId } = await setup.createUser()
  const ids: string[] = []
  for (let at = 0; at < 7; at++) {
    // Two orders per second: their ids decide the sequence between them.
    setup.time.now = `2026-11-23T15:00:0${Math.floor(at / 2)}Z`
    ids.push(await team.open(userId, { days: 20 - at }))
  }
  for (const id of ids.slice(0, 5)) await team.pay(id)
  const walk = async (filter: 'all' | 'working' | 'pending') => {
    const found: string[] = []
    let after: string | undefined
    do {
      const page = await setup.orders.listForTeam({ filter, after, limit: 2 })
      found.push(...page.orders.map(({ id }) => id))
      after = page.next
    } while (after !== undefined)
    return found
  }
  expect((await walk('all')).toSorted()).toEqual(ids.toSorted())
  expect((await walk('pending')).toSorted()).toEqual(ids.slice(5).toSorted())
  const working = await walk('working')
  expect(working.toSorted()).toEqual(ids.slice(0, 5).toSorted())
  const days = await Promise.all(working.map(async (id) => (await team.order(id)).dueOn))
  expect(days).toEqual(days.toSorted())
  expect(await setup.orders.countsForTeam()).toMatchObject({ all: 7, working: 5, pending: 2, completed: 0 })

  const { number } = await team.order(ids[3] ?? '')
  const byNumber = (text: string) => setup.orders.listForTeam({ filter: 'all', number: text, limit: 9 })
  const { next = '' } = await setup.orders.listForTeam({ filter: 'working', limit: 1 })
  expect((await setup.orders.listForTeam({ filter: 'pending', after: next, limit: 9 })).orders).toHaveLength(
    2,
  )
  expect((await byNumber(number.slice(0, 6).toLowerCase())).orders.map(({ id }) => id)).toContain(ids[3])
  expect((await byNumber('ninguém')).orders).toEqual([])
  // A position of another list, or an invalid one, starts from the beginning.
  const day = `2026-11-23~${ids[0]}`
  expect((await setup.orders.listForTeam({ filter: 'all', after: day, limit: 9 })).orders).toHaveLength(7)
  expect((await setup.orders.listForTeam({ filter: 'all', after: '2026~x', limit: 9 })).orders).toHaveLength(
    7,
  )
})
