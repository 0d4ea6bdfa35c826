// Databases: one
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import '../../support/property-seed.ts'
import { type App, compose } from '../../../src/composition.ts'
import type { Obligation, ObligationSource } from '../../../src/core/obligation.ts'
import { createBackoffice } from '../../../src/modules/backoffice/index.server.ts'
import type { ObligationKind } from '../../../src/modules/backoffice/public.ts'
import { parseConfig } from '../../../src/platform/config/config.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { onDatabase, type TestDatabase, testDatabase } from '../../support/database.ts'
import { openAsProduct } from '../../support/open-as-product.ts'

let source: TestDatabase
let database: Database
let app: App
let backoffice: ReturnType<typeof createBackoffice>
let members: { id: string; role: string }[]

const time = { now: new Date('2026-03-02T12:00:00Z') }
const clock = { now: () => time.now }
const minute = 60_000

/** Obligations that the sources of the test return. */
let open: Obligation<ObligationKind>[] = []

function sourceOf(kind: ObligationKind): ObligationSource<ObligationKind> {
  const mine = () =>
    open
      .filter((obligation) => obligation.kind === kind)
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1))
  return {
    kind,
    open: async ({ after, limit }) =>
      mine()
        .filter(
          ({ dueAt, id }) =>
            !after || dueAt > after.dueAt || (dueAt.getTime() === after.dueAt.getTime() && id > after.id),
        )
        .slice(0, limit),
    among: async ({ ids }) => mine().filter(({ id }) => ids.includes(id)),
    count: async ({ limit }) => Math.min(limit, mine().length),
  }
}

const kinds = ['lookup.deliver', 'order.step', 'credit.decide', 'close.accept'] as const

beforeAll(async () => {
  source = await testDatabase()
  database = openAsProduct({ url: source.url, max: 4 })
  const secrets = () => ({ session: 's'.repeat(64), encryption: 'ab'.repeat(32) })
  const config = parseConfig({ LOG_LEVEL: 'silent' }, secrets)
  const passwordCost = { n: 2 ** 10, r: 8, p: 1 }
  app = await compose({ config, database, clock, log: createLog({ level: 'silent' }), passwordCost })
  const around = { database, clock, newId, recordEvent: () => {} }
  backoffice = createBackoffice({ ...app, ...around, obligations: kinds.map(sourceOf) })
  members = await app.team.members()
})

beforeEach(async () => {
  open = []
  time.now = new Date('2026-03-02T12:00:00Z')
  await database.$client.query('truncate obligation_states')
})

afterAll(async () => {
  await app.stopJobs()
  await database.$client.end()
  await source.close()
})

const memberWith = (role: string) => members.find((member) => member.role === role)?.id ?? ''

function add(kind: ObligationKind, id: string, inMinutes: number): Obligation<ObligationKind> {
  const dueAt = new Date(time.now.getTime() + inMinutes * minute)
  const obligation = {
    kind,
    id,
    dueAt,
    since: time.now,
    userId: null,
    orderId: null,
    amount: null,
    about: '',
  }
  open.push(obligation)
  return obligation
}

async function pages(view: 'open' | 'mine' | 'free' | 'snoozed', limit = 2, role = 'owner') {
  const found: string[] = []
  let after: { dueAt: Date; id: string } | undefined
  for (;;) {
    const asked = { role, memberId: memberWith(role), view, after, limit }
    const { items, next } = await backoffice.readQueue(asked)
    found.push(...items.map(({ kind, id }) => `${kind} ${id}`))
    if (!next) return found
    after = next
  }
}

test('lists every open obligation once, the earliest broken promise first, in pages of any size', async () => {
  const mix = fc.array(
    fc.record({ kind: fc.constantFrom(...kinds), due: fc.integer({ min: -5, max: 5 }), id: fc.nat(40) }),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(mix, fc.integer({ min: 1, max: 7 }), async (list, limit) => {
      open = []
      for (const { kind, due, id } of list) {
        const name =
          kind === 'close.accept'
            ? `mercadopago ${id}`
            : `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
        if (!open.some((other) => other.kind === kind && other.id === name)) add(kind, name, due)
      }
      const found = await pages('open', limit)
      const dues = new Map(open.map(({ kind, id, dueAt }) => [`${kind} ${id}`, dueAt.getTime()]))
      expect(found.toSorted()).toEqual([...dues.keys()].toSorted())
      const times = found.map((name) => dues.get(name) ?? 0)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }),
    { numRuns: onDatabase({ postgres: 60, embedded: 4 }) },
  )
})

test('a role sees only the obligations that it may meet', async () => {
  add('order.step', 'a', 1)
  add('credit.decide', 'b', 2)
  expect(await pages('open', 5, 'support')).toEqual(['order.step a'])
  expect(await pages('open', 5, 'finance')).toEqual(['credit.decide b'])
  expect(await pages('open', 5, 'staff')).toHaveLength(2)
  const asked = { kind: 'credit.decide', id: 'b' } as const
  expect(await backoffice.readObligation({ ...asked, role: 'support' })).toBeUndefined()
  expect((await backoffice.countQueue({ role: 'support' })).kinds).toEqual({
    'lookup.deliver': 0,
    'order.step': 1,
  })
})

test('claims, hands over and gives back, only for somebody who saw the last change', async () => {
  add('order.step', 'a', 1)
  add('order.step', 'b', 2)
  const about = { kind: 'order.step', id: 'a', actor: memberWith('owner'), reason: 'assumido' } as const
  expect(await backoffice.claim({ ...about, version: 0 })).toEqual({ ok: true, value: null })
  expect(await pages('mine')).toEqual(['order.step a'])
  expect(await pages('free')).toEqual(['order.step b'])
  const unseen = { ...about, actor: memberWith('support'), version: 0 }
  expect(await backoffice.claim(unseen)).toMatchObject({ code: 'changed_meanwhile' })
  const toFinance = { ...about, version: 1, to: memberWith('finance') }
  expect(await backoffice.handOver(toFinance)).toMatchObject({ code: 'not_theirs' })
  expect(await backoffice.handOver({ ...toFinance, to: memberWith('support') })).toMatchObject({ ok: true })
  expect(await pages('mine', 5, 'support')).toEqual(['order.step a'])
  expect(await backoffice.release({ ...about, version: 2 })).toMatchObject({ ok: true })
  expect(await pages('free')).toEqual(['order.step a', 'order.step b'])
  expect(await backoffice.firstAuditBreach()).toBeUndefined()
})

test('when two claim at once, one succeeds and the other is refused', async () => {
  add('order.step', 'a', 1)
  const about = { kind: 'order.step', id: 'a', version: 0, reason: 'assumido' } as const
  const both = await Promise.all(
    ['owner', 'staff'].map((role) => backoffice.claim({ ...about, actor: memberWith(role) })),
  )
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
})

test('refuses to claim, hand over or snooze what one’s role does not see', async () => {
  add('credit.decide', 'a', 30)
  const about = { kind: 'credit.decide' as const, id: 'a', version: 0, reason: 'pelo endereço' }
  const until = new Date('2026-03-03T12:00:00Z')
  const by = { ...about, actor: memberWith('support') }
  const refused = { ok: false, code: 'not_staff' }
  expect(await backoffice.claim(by)).toMatchObject(refused)
  expect(await backoffice.release(by)).toMatchObject(refused)
  expect(await backoffice.handOver({ ...by, to: memberWith('finance') })).toMatchObject(refused)
  expect(await backoffice.snooze({ ...by, until })).toMatchObject(refused)
  expect(await backoffice.wake(by)).toMatchObject(refused)
  expect(await pages('free')).toEqual(['credit.decide a'])
  expect(await backoffice.snooze({ ...about, until, actor: memberWith('finance') })).toMatchObject({
    ok: true,
  })
})

test('a snoozed obligation returns at its time or when brought back, and has a reason', async () => {
  add('order.step', 'a', 1)
  add('order.step', 'b', 2)
  const about = {
    kind: 'order.step',
    id: 'a',
    actor: memberWith('support'),
    reason: 'cliente viaja',
  } as const
  const until = new Date(time.now.getTime() + 60 * minute)
  for (const wrong of [time.now, new Date(Number.NaN), new Date('2028-01-01')]) {
    expect(await backoffice.snooze({ ...about, version: 0, until: wrong })).toMatchObject({
      code: 'bad_time',
    })
  }
  expect(await backoffice.snooze({ ...about, version: 0, until, reason: '' })).toMatchObject({
    code: 'no_reason',
  })
  expect(await backoffice.snooze({ ...about, version: 0, until })).toMatchObject({ ok: true })
  expect(await pages('open', 1)).toEqual(['order.step b'])
  expect(await pages('snoozed')).toEqual(['order.step a'])
  time.now = until
  expect(await pages('open', 1)).toEqual(['order.step a', 'order.step b'])
  expect(await backoffice.wake({ ...about, version: 1 })).toMatchObject({ ok: true })
  expect(await pages('snoozed')).toEqual([])

  const inAYear = time.now.getTime() + 366 * 24 * 60 * minute
  const snoozed = (milliseconds: number) =>
    backoffice.snooze({ ...about, version: 2, until: new Date(milliseconds) })
  expect(await snoozed(inAYear + 1)).toMatchObject({ code: 'bad_time' })
  expect(await snoozed(inAYear)).toMatchObject({ ok: true })
})

test('a met obligation disappears from every view, and nothing can be done about it', async () => {
  add('order.step', 'a', 1)
  const about = { kind: 'order.step', id: 'a', actor: memberWith('support'), reason: 'assumido' } as const
  await backoffice.claim({ ...about, version: 0 })
  open = []
  for (const view of ['open', 'mine', 'free', 'snoozed'] as const) expect(await pages(view)).toEqual([])
  expect(await backoffice.release({ ...about, version: 1 })).toMatchObject({ code: 'not_found' })
})

test('a snooze covers what was owed then; what its subject owes later is open', async () => {
  const first = add('order.step', 'a', 1)
  const about = { kind: 'order.step', id: 'a', actor: memberWith('support'), reason: 'cartório' } as const
  const until = new Date(time.now.getTime() + 600 * minute)
  await backoffice.snooze({ ...about, version: 0, until })
  expect(await pages('snoozed')).toEqual(['order.step a'])
  open = [{ ...first, since: new Date(time.now.getTime() + minute) }]
  expect(await pages('open')).toEqual(['order.step a'])
  expect(await pages('snoozed')).toEqual([])
  open = [{ ...first, revision: '2' }]
  expect(await pages('open')).toEqual(['order.step a'])
})

test('a snooze of an earlier release, without a revision, covers whatever its subject owes', async () => {
  add('order.step', 'a', 1)
  const values = `('order.step', 'a', '2026-03-03T12:00:00Z', 'cartório', 1, now())`
  await database.$client.query(
    `insert into obligation_states (kind, subject_id, snoozed_until, snooze_reason, version, updated_at) values ${values}`,
  )
  expect(await pages('snoozed')).toEqual(['order.step a'])
  expect(await pages('open')).toEqual([])
})

test('a claimed obligation is under "mine", however many were claimed and met before', async () => {
  await database.$client.query(
    `insert into obligation_states (kind, subject_id, claimed_by, claimed_at, version, updated_at)
     select 'order.step', 'met-' || n, $1, timestamptz '2026-03-02T12:00:00Z' + n * interval '1 second', 1, now()
     from generate_series(-1200, 1200) n where n <> 0`,
    [memberWith('support')],
  )
  add('order.step', 'a', 1)
  const about = { kind: 'order.step', id: 'a', actor: memberWith('support'), reason: 'assumido' } as const
  await backoffice.claim({ ...about, version: 0 })
  expect(await pages('mine', 5, 'support')).toEqual(['order.step a'])
})

test('an obligation becomes free when its claimant leaves the team or may no longer meet it', async () => {
  add('order.step', 'a', 1)
  const [claimer, owner] = [memberWith('support'), memberWith('owner')]
  const about = { kind: 'order.step', id: 'a', reason: 'assumido' } as const
  await backoffice.claim({ ...about, actor: claimer, version: 0 })
  expect(await pages('free')).toEqual([])
  for (const role of ['finance', 'customer'] as const) {
    await backoffice.setMemberRole({ userId: claimer, role, actor: owner, reason: 'mudou de área' })
    expect(await pages('free')).toEqual(['order.step a'])
    const seen = await backoffice.readObligation({ kind: 'order.step', id: 'a', role: 'owner' })
    expect(seen).toMatchObject({ claimedBy: null, version: 1 })
  }
  expect(await backoffice.claim({ ...about, actor: owner, version: 1 })).toMatchObject({ ok: true })
  await database.$client.query(`update users set role = 'support' where id = $1`, [claimer])
})

test('a snoozed obligation is not counted until it returns', async () => {
  for (const id of ['a', 'b', 'c']) add('order.step', id, -30)
  const about = { kind: 'order.step', actor: memberWith('support'), reason: 'cliente viaja' } as const
  const until = new Date(time.now.getTime() + 60 * minute)
  for (const id of ['a', 'b']) await backoffice.snooze({ ...about, id, version: 0, until })
  const counts = { urgent: 1, kinds: { 'lookup.deliver': 0, 'order.step': 1 } }
  expect(await backoffice.countQueue({ role: 'support' })).toEqual(counts)
  await backoffice.snooze({ ...about, id: 'c', version: 0, until })
  const none = { urgent: 0, kinds: { 'lookup.deliver': 0, 'order.step': 0 } }
  expect(await backoffice.countQueue({ role: 'support' })).toEqual(none)
  time.now = until
  expect(await backoffice.countQueue({ role: 'support' })).toMatchObject({ urgent: 3 })
})

test('the badges count up to their limit, without snoozed obligations', async () => {
  for (let n = 0; n < 1010; n++) add('order.step', `step-${n}`, n)
  const about = { kind: 'order.step', actor: memberWith('support'), reason: 'cliente viaja' } as const
  const until = new Date(time.now.getTime() + 600 * minute)
  for (const id of ['step-0', 'step-1']) await backoffice.snooze({ ...about, id, version: 0, until })
  expect(await backoffice.countQueue({ role: 'support' })).toEqual({
    urgent: 58,
    kinds: { 'lookup.deliver': 0, 'order.step': 999 },
  })
})

test('open screens refresh when a snooze ends, by time or by a new revision', async () => {
  const first = add('order.step', 'a', 1)
  const about = { kind: 'order.step', id: 'a', actor: memberWith('support'), reason: 'cartório' } as const
  const until = new Date(time.now.getTime() + 60 * minute)
  await backoffice.snooze({ ...about, version: 0, until })
  const asleep = await backoffice.deskVersion()
  expect(await backoffice.deskVersion()).toBe(asleep)
  open = [{ ...first, revision: '2' }]
  expect(await backoffice.deskVersion()).not.toBe(asleep)
  open = [first]
  time.now = until
  expect(await backoffice.deskVersion()).not.toBe(asleep)
})

test('counts all kinds with one statement', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const { kinds } = await app.backoffice.countQueue({ role: 'owner' })
  const texts = asked.mock.calls.map(([query]: unknown[]) => JSON.stringify(query))
  asked.mockRestore()
  expect(Object.keys(kinds).length).toBeGreaterThan(20)
  expect(texts.filter((text) => text.includes('count(*)')).length).toBeLessThan(6)
})
