// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { checkSource } from '../../support/check-source.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { rowsIn } from '../payments/rows.ts'
import { createHiringSetup, evidence, type HiringSetup, ticked, weekly } from './hiring-setup.ts'

let own: TestDatabase
let setup: HiringSetup
beforeAll(async () => {
  own = await testDatabase()
  setup = createHiringSetup(own.url)
})
afterAll(async () => {
  await setup.database.$client.end()
  await own.close()
})

const by = newId()

/** Creates a customer with a signed contract: a down payment of R$ 400,00 and 20 weekly instalments of R$ 99,90. */
async function signed(customer?: Awaited<ReturnType<HiringSetup['createUser']>>) {
  const { contracting } = setup
  const viewer = customer ?? (await setup.createUser())
  const draft = await contracting.startHiring({ ...weekly, viewer })
  const accepted = draft.ok
    ? await contracting.acceptContract({ draftId: draft.value.draftId, viewer, ticked, evidence })
    : draft
  if (!accepted.ok) throw new Error(accepted.code)
  return { viewer, orderId: accepted.value.orderId }
}

const text = { paymentType: '6x', priceText: 'R$ 1.500,00', firstDue: '2026-12-05', isMore: false }

async function proposed(
  orderId: string,
  change: Partial<typeof text> = {},
  { validDays = 7, words = 'Como combinamos.' } = {},
) {
  const { contracting, database } = setup
  const written = { orderId, ...text, ...change }
  const plan = await contracting.planRenegotiation(written)
  if (!plan.ok) throw new Error(plan.code)
  const sent = await database.transaction((tx) =>
    contracting.proposeRenegotiation(tx, {
      ...written,
      plan: plan.value,
      validDays,
      words,
      by,
    }),
  )
  if (!sent.ok) throw new Error(sent.code)
  return sent.value.renegotiationId
}

async function accept(
  viewer: Awaited<ReturnType<HiringSetup['createUser']>>,
  renegotiationId: string,
  sha?: string,
) {
  const { contracting } = setup
  const shown = await contracting.renegotiationOf({ renegotiationId, userId: viewer.id })
  return contracting.acceptRenegotiation({
    ...{ renegotiationId, viewer, ticked, evidence, shownSha256: sha ?? shown?.sha256 ?? '' },
  })
}

const instalments = async (orderId: string) =>
  (
    await setup.database.$client.query<{
      number: number
      amount: string
      due: string
      status: string
      old: boolean
    }>(
      `select number, amount, to_char(due_date, 'YYYY-MM-DD') as due, status, renegotiated_in is not null as old
         from payments where order_id = $1 order by number`,
      [orderId],
    )
  ).rows

test('a proposal is written in the notation of plans, and previewed instalment by instalment', async () => {
  const { orderId } = await signed()
  const plan = (change: Partial<typeof text>) =>
    setup.contracting.planRenegotiation({ orderId, ...text, ...change })
  const read = await plan({})
  expect(read.ok && read.value).toMatchObject({ openAmount: 239_800, newAmount: 150_000, maxSurcharge: 0 })
  expect(read.ok && read.value.rows.map(({ number, amount, dueDate }) => [number, amount, dueDate])).toEqual([
    [21, 25_000, '2026-12-05'],
    [22, 25_000, '2027-01-05'],
    [23, 25_000, '2027-02-05'],
    [24, 25_000, '2027-03-05'],
    [25, 25_000, '2027-04-05'],
    [26, 25_000, '2027-05-05'],
  ])
  const code = async (change: Partial<typeof text>) => {
    const outcome = await plan(change)
    return outcome.ok ? 'ok' : outcome.code
  }
  expect(await code({ priceText: 'R$ 2.398,00' })).toBe('ok')
  expect(await code({ priceText: 'R$ 2.398,01' })).toBe('more_unstated')
  expect(await code({ priceText: 'R$ 2.398,01', isMore: true })).toBe('more_than_law')
  expect(await code({ firstDue: '2026-11-20' })).toBe('invalid_first_due')
  expect(await code({ firstDue: '2027-01-21' })).toBe('invalid_first_due')
  expect(await code({ firstDue: 'amanhã' })).toBe('invalid_first_due')
  expect(await code({ paymentType: '6x', priceText: '' })).toBe('invalid_price')
  expect(await code({ paymentType: 'entrada + 6x' })).toBe('entry_unread')
  expect(await code({ paymentType: 'cartão 13x' })).toBe('too_many_for_card')
  expect(await setup.contracting.planRenegotiation({ ...text, orderId: newId() })).toMatchObject({
    code: 'nothing_open',
  })
})

test('an accepted addendum is in the hash chain once, and its new schedule replaces the old one', async () => {
  const { viewer, orderId } = await signed()
  const id = await proposed(orderId)
  const shown = await setup.contracting.renegotiationOf({ renegotiationId: id, userId: viewer.id })
  expect(shown).toMatchObject({ state: 'open', openAmount: 239_800, newAmount: 150_000 })
  expect(shown?.text).toContain('desconto de R$ 898,00')
  const stranger = await setup.createUser()
  expect(
    await setup.contracting.renegotiationOf({ renegotiationId: id, userId: stranger.id }),
  ).toBeUndefined()
  expect(await accept(stranger, id)).toMatchObject({ code: 'not_found' })
  expect(await accept(viewer, id, 'f'.repeat(64))).toMatchObject({ code: 'changed' })
  const unticked = { renegotiationId: id, viewer, ticked: [], evidence, shownSha256: shown?.sha256 ?? '' }
  expect(await setup.contracting.acceptRenegotiation(unticked)).toMatchObject({ code: 'not_ticked' })

  const both = await Promise.all([accept(viewer, id), accept(viewer, id)])
  expect(both.map((one) => one.ok && one.value.first).toSorted()).toEqual([false, true])
  const rows = await instalments(orderId)
  expect(rows.filter(({ old }) => old)).toHaveLength(21)
  expect(
    rows.filter(({ status }) => status === 'pending').map(({ number, amount }) => [number, Number(amount)]),
  ).toEqual([21, 22, 23, 24, 25, 26].map((number) => [number, 25_000]))
  const [copy] = await setup.contracting.addendumCopiesOf({ orderId, userId: viewer.id })
  expect(copy).toMatchObject({ text: shown?.text, sha256: shown?.sha256 })
  expect(await setup.contracting.addendumCopiesOf({ orderId, userId: stranger.id })).toEqual([])
  // Earlier and later contracts in the hash chain stay intact with the addendum, and a change to the addendum is detected.
  await signed()
  const { breaches } = await setup.contracting.verifyAcceptances()
  expect(breaches).toEqual([])
  await expect(
    setup.database.$client.query(`update contract_addenda set text = 'outro' where order_id = $1`, [orderId]),
  ).rejects.toThrow(/only ever added/)
  expect(
    await setup.contracting.refuseRenegotiation({ renegotiationId: id, userId: viewer.id, answer: '' }),
  ).toMatchObject({ code: 'not_open' })
  const sent = await setup.count('messages')
  expect(sent).toBeGreaterThan(2)
})

test('a paid instalment makes a proposal stale, and it waits for the team until there is a new one', async () => {
  const { viewer, orderId } = await signed()
  const id = await proposed(orderId)
  const [source] = setup.contracting.obligations
  if (!source) throw new Error('no source')
  const { rows } = await setup.database.$client.query<{ id: string }>(
    'select id from payments where order_id = $1 order by number limit 1',
    [orderId],
  )
  const paid = {
    instalmentId: rows[0]?.id ?? '',
    orderId,
    userId: viewer.id,
    amount: 40_000,
    paidOn: '2026-11-21',
  }
  await deliver(setup.database, setup.contracting.listeners, { type: 'instalment.paid', payload: paid })
  expect(await accept(viewer, id)).toMatchObject({ ok: false, code: 'stale' })
  expect((await checkSource(source)).map((duty) => duty.id)).toContain(id)
  const next = await proposed(orderId)
  expect((await checkSource(source)).map((duty) => duty.id)).not.toContain(id)

  // The due date was moved without a notification: detected under the lock.
  await setup.database.$client.query(`update payments set due_date = due_date + 3 where id = $1`, [
    rows[0]?.id,
  ])
  expect(await accept(viewer, next)).toMatchObject({ ok: false, code: 'stale' })
  expect(await accept(viewer, next)).toMatchObject({ ok: false, code: 'stale' })
  expect((await instalments(orderId)).some(({ old }) => old)).toBe(false)
  const seen = await setup.database.transaction((tx) =>
    setup.contracting.reviewRenegotiation(tx, { renegotiationId: next, by }),
  )
  expect(seen.ok).toBe(true)
  expect((await checkSource(source)).map((duty) => duty.id)).not.toContain(next)
})

test('the payment of an instalment that a proposal does not replace leaves it open, however late its event is', async () => {
  const { contracting, database } = setup
  const { viewer, orderId } = await signed()
  const id = await proposed(orderId)
  const paid = { instalmentId: newId(), amount: 40_000, paidOn: '2026-11-21' }
  const payload = { ...paid, orderId, userId: viewer.id }
  await deliver(database, contracting.listeners, { type: 'instalment.paid', payload })
  expect(await accept(viewer, id)).toMatchObject({ ok: true })
})

test('an order has one open proposal, which is withdrawn, refused or expires', async () => {
  const { viewer, orderId } = await signed()
  const first = await proposed(orderId)
  await expect(proposed(orderId)).rejects.toThrow('already_open')
  const withdraw = (renegotiationId: string) =>
    setup.database.transaction((tx) => setup.contracting.withdrawRenegotiation(tx, { renegotiationId, by }))
  expect(await withdraw(first)).toMatchObject({ ok: true })
  expect(await withdraw(first)).toMatchObject({ code: 'not_open' })
  expect(await accept(viewer, first)).toMatchObject({ code: 'withdrawn' })

  const second = await proposed(orderId)
  const refuse = () =>
    setup.contracting.refuseRenegotiation({
      renegotiationId: second,
      userId: viewer.id,
      answer: 'ainda é caro',
    })
  expect((await Promise.all([refuse(), refuse()])).every(({ ok }) => ok)).toBe(true)
  expect(await accept(viewer, second)).toMatchObject({ code: 'refused' })
  const [latest] = await setup.contracting.renegotiationsFor({ orderId })
  expect(latest).toMatchObject({ id: second, state: 'refused', answer: 'ainda é caro' })

  const third = await proposed(orderId, {}, { validDays: 1 })
  expect(await setup.contracting.openRenegotiationsOf({ userId: viewer.id })).toMatchObject([
    { until: '2026-11-22' },
  ])
  const before = setup.time.now
  setup.time.now = '2026-11-23T03:00:00Z'
  expect(await accept(viewer, third)).toMatchObject({ code: 'expired' })
  expect(await setup.contracting.openRenegotiationsOf({ userId: viewer.id })).toEqual([])
  await setup.contracting.jobs['contracting.expire-renegotiations'].run({})
  const [source] = setup.contracting.obligations
  expect(source && (await checkSource(source)).map((duty) => duty.id)).toContain(third)
  setup.time.now = before
})

test('whatever its validity, nobody accepts a schedule that is late already: a proposal ends with its first due date', async () => {
  const { viewer, orderId } = await signed()
  const other = await signed()
  const before = setup.time.now
  const thisWeek = { firstDue: '2026-11-25' }
  const late = await proposed(orderId, thisWeek, { validDays: 30 })
  const inTime = await proposed(other.orderId, thisWeek, { validDays: 30 })
  expect(await setup.contracting.openRenegotiationsOf({ userId: viewer.id })).toMatchObject([
    { until: '2026-11-25' },
  ])
  setup.time.now = '2026-11-26T02:59:59Z'
  expect(await accept(other.viewer, inTime)).toMatchObject({ ok: true })
  setup.time.now = '2026-11-26T03:00:00Z'
  expect(await accept(viewer, late)).toMatchObject({ code: 'expired' })
  expect((await instalments(orderId)).some(({ old }) => old)).toBe(false)
  setup.time.now = before
})

test('an unaccepted proposal is reviewed only while its order has something open', async () => {
  const { contracting } = setup
  const { viewer, orderId } = await signed()
  const renegotiationId = await proposed(orderId)
  await contracting.refuseRenegotiation({ renegotiationId, userId: viewer.id, answer: '' })
  const toReview = async () => {
    const source = contracting.obligations.find(({ kind }) => kind === 'renegotiation.review')
    return source ? (await checkSource(source)).map(({ id }) => id) : []
  }
  expect(await toReview()).toContain(renegotiationId)
  expect(await contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: true })
  expect(await toReview()).not.toContain(renegotiationId)
})

test('a proposal for an order that was withdrawn from is no longer offered', async () => {
  const { contracting } = setup
  const { viewer, orderId } = await signed()
  const renegotiationId = await proposed(orderId)
  const offered = async () => [
    (await contracting.openRenegotiationsOf({ userId: viewer.id })).length,
    (await contracting.renegotiationOf({ renegotiationId, userId: viewer.id }))?.state,
  ]
  expect(await offered()).toEqual([1, 'open'])
  expect(await contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: true })
  expect(await offered()).toEqual([0, 'stale'])
})

test('a postponed instalment makes a proposal stale at once, and the team is asked for another', async () => {
  const { contracting, database } = setup
  const { viewer, orderId } = await signed()
  const id = await proposed(orderId)
  const { rows } = await database.$client.query<{ id: string }>(
    'select id from payments where order_id = $1 and number = 2',
    [orderId],
  )
  const moved = { from: '2026-12-05', to: '2026-12-08', instalmentId: rows[0]?.id ?? '' }
  const payload = { ...moved, orderId, userId: viewer.id }
  await deliver(database, contracting.listeners, { type: 'instalment.postponed', payload })
  expect(await contracting.renegotiationOf({ renegotiationId: id, userId: viewer.id })).toMatchObject({
    state: 'stale',
  })
  const [source] = contracting.obligations
  expect(source && (await checkSource(source)).map((duty) => duty.id)).toContain(id)
})

test('a customer who withdraws from the contract owes nothing of the new schedule', async () => {
  const { viewer, orderId } = await signed()
  const id = await proposed(orderId)
  expect(await accept(viewer, id)).toMatchObject({ ok: true })
  expect(await setup.contracting.withdraw({ orderId, viewer })).toMatchObject({ ok: true })
  expect((await instalments(orderId)).every(({ status }) => status === 'cancelled')).toBe(true)
})

test('a late customer arranges a new schedule alone and accepts it like a contract, visibly for the team', async () => {
  const { contracting, time, database } = setup
  const before = time.now
  const { viewer, orderId } = await signed()
  const mine = { userId: viewer.id, orderId }
  const another = { ...mine, orderId: (await signed(viewer)).orderId }
  expect(await contracting.waysOutOf(mine)).toMatchObject({ code: 'not_late' })
  // Three weeks after the down payment, which was never paid.
  time.now = '2026-12-14T15:00:00Z'
  const found = await contracting.waysOutOf(mine)
  if (!found.ok) throw new Error(found.code)
  const [newDate, smaller, longer] = found.value.offered
  expect([newDate?.rows.length, smaller?.rows.length, longer?.rows.length]).toEqual([21, 22, 32])
  expect(found.value.offered.every(({ total }) => total === found.value.open)).toBe(true)

  const stranger = { ...mine, userId: newId() }
  // An unknown order and another's, with something open or not, are answered alike.
  for (const other of [stranger, { ...mine, orderId: newId() }, { ...mine, orderId: 'x' }]) {
    expect(await contracting.waysOutOf(other)).toEqual({ ok: false, code: 'not_found' })
  }
  const over = await signed()
  await contracting.withdraw({ orderId: over.orderId, viewer: over.viewer })
  const ended = { userId: over.viewer.id, orderId: over.orderId }
  expect(await contracting.waysOutOf(ended)).toMatchObject({ code: 'nothing_open' })
  expect(await contracting.waysOutOf({ ...ended, userId: viewer.id })).toMatchObject({ code: 'not_found' })
  const shownFirst = longer?.rows[0]?.dueDate ?? ''
  expect(await contracting.chooseWayOut({ ...stranger, way: 'longer', shownFirst })).toMatchObject({
    code: 'not_found',
  })
  for (const wrong of [
    { way: 'longer', shownFirst: '2026-12-20' },
    { way: 'free', shownFirst },
  ]) {
    expect(await contracting.chooseWayOut({ ...mine, ...wrong })).toMatchObject({ code: 'changed' })
  }

  // A new choice withdraws a proposal that was not accepted; two simultaneous clicks leave one open.
  const first = await contracting.chooseWayOut({ ...mine, way: 'longer', shownFirst })
  const other = { ...mine, way: 'new-date', shownFirst: newDate?.rows[0]?.dueDate ?? '' }
  await Promise.all([contracting.chooseWayOut(other), contracting.chooseWayOut(other)])
  const { rows: states } = await database.$client.query<{ status: string }>(
    'select status from renegotiations where order_id = $1 order by status',
    [orderId],
  )
  expect(first.ok).toBe(true)
  expect(states.filter(({ status }) => status === 'open')).toHaveLength(1)
  const { rows: messages } = await database.$client.query(
    "select 1 from messages where user_id = $1 and kind = 'renegotiation.proposed'",
    [viewer.id],
  )
  expect(messages).toEqual([])

  const [current] = (await contracting.renegotiationsFor({ orderId })).filter(({ state }) => state === 'open')
  expect(await accept(viewer, current?.id ?? '')).toMatchObject({ ok: true })
  const rows = (await instalments(orderId)).filter(({ status }) => status === 'pending')
  expect(rows).toHaveLength(21)
  expect(rows[0]?.due).toBe('2026-12-29')
  expect(await contracting.waysOutOf(mine)).toMatchObject({ code: 'not_late' })

  // Late again: one more choice, and after that only with the team.
  time.now = '2027-02-01T15:00:00Z'
  const again = await contracting.waysOutOf(mine)
  const date = again.ok ? (again.value.offered[0]?.rows[0]?.dueDate ?? '') : ''
  const second = await contracting.chooseWayOut({ ...mine, way: 'new-date', shownFirst: date })
  expect(await accept(viewer, second.ok ? second.value.renegotiationId : '')).toMatchObject({ ok: true })
  time.now = '2027-04-01T15:00:00Z'
  expect(await contracting.waysOutOf(mine)).toMatchObject({ code: 'used_up' })
  expect(await contracting.waysOutOf(another)).toMatchObject({ ok: true })
  time.now = before
})

test('schedules that the team proposed use up none of the arrangements that a customer may make alone', async () => {
  const { contracting, time } = setup
  const before = time.now
  const { viewer, orderId } = await signed()
  for (const firstDue of ['2026-12-05', '2026-12-06']) {
    expect(await accept(viewer, await proposed(orderId, { firstDue }))).toMatchObject({ ok: true })
  }
  time.now = '2026-12-14T15:00:00Z'
  expect(await contracting.waysOutOf({ userId: viewer.id, orderId })).toMatchObject({ ok: true })
  time.now = before
})

test('while a payment of an order is under review, nobody arranges another schedule', async () => {
  const { contracting, time, database } = setup
  const before = time.now
  const { viewer, orderId } = await signed()
  const { rows: ids } = await database.$client.query<{ id: string }>(
    'select id from payments where order_id = $1 order by number',
    [orderId],
  )
  const rows = rowsIn(database)
  const chargeId = await rows.charge({ userId: viewer.id, status: 'amount_mismatch' })
  await rows.line(chargeId, ids[0]?.id ?? '')
  await rows.credit({ paymentId: await rows.payment({ chargeId }), chargeId, reason: 'partial' })
  time.now = '2026-12-14T15:00:00Z'
  expect(await contracting.waysOutOf({ userId: viewer.id, orderId })).toMatchObject({ code: 'under_review' })
  time.now = before
  expect(await contracting.planRenegotiation({ orderId, ...text })).toMatchObject({ code: 'under_review' })
})

test('a waiting proposal of the team comes before what a customer may choose', async () => {
  const { contracting, time } = setup
  const before = time.now
  const { viewer, orderId } = await signed()
  const renegotiationId = await proposed(orderId, { firstDue: '2026-12-20' }, { validDays: 30 })
  time.now = '2026-12-14T15:00:00Z'
  const mine = { userId: viewer.id, orderId }
  const found = await contracting.waysOutOf(mine)
  expect(found).toMatchObject({ ok: true, value: { waiting: renegotiationId } })
  const shownFirst = found.ok ? (found.value.offered[0]?.rows[0]?.dueDate ?? '') : ''
  expect(await contracting.chooseWayOut({ ...mine, way: 'new-date', shownFirst })).toMatchObject({
    code: 'already_open',
  })
  time.now = before
})

test.each(['CPF 529.982.247-25', 'CPF 529 982 247 25'])(
  'a proposal that says %s is not sent',
  async (words) => {
    const { orderId } = await signed()
    await expect(proposed(orderId, {}, { words })).rejects.toThrow('invalid_words')
  },
)
