// Databases: one. Each condition, order and limit of a query is tested with rows next to those that it finds.
import { expect, test } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import type { ListedPayment } from '../../../src/modules/payments/ports.ts'
import { eraseOldRaw } from '../../../src/modules/payments/set-aside/erase-old-raw.ts'
import {
  digestOf,
  keepRaw,
  readRaw,
  sealedRawPayments,
} from '../../../src/modules/payments/set-aside/raw-store.server.ts'
import {
  closeSetAside,
  confirmOpen,
  findSetAside,
  findSetAsideByIds,
  insertSetAside,
  listPossiblyOurs,
  openSetAside,
  otherShopPayments,
  recordOtherShop,
  resolveOpen,
  setAsideAmong,
  setAsideBetween,
  setAsideDue,
  takeUnnotified,
} from '../../../src/modules/payments/set-aside/store.server.ts'
import { rawPayments } from '../../../src/modules/payments/set-aside/tables.server.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, idsOf, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [booked, otherShop] = ['booked', 'other_shop']

test(
  'lists waiting payments oldest first, up to a limit, by time and provider',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const last = await rows.setAside({ since: at(3), nextTryAt: at(1), reason: 'perhaps_ours' })
    const middle = await rows.setAside({ since: at(2), nextTryAt: at(2), reason: 'perhaps_ours' })
    const first = await rows.setAside({ since: at(1), nextTryAt: at(3) })
    const other = await rows.setAside({ since: at(0), nextTryAt: at(9), provider: 'other' })
    await rows.setAside({ since: at(2), resolvedAt: at(4), reason: 'perhaps_ours' })
    await rows.setAside({ providerId: 'sha256:x', since: at(9), nextTryAt: at(0), reason: 'unreadable' })
    const open = idsOf(await openSetAside(tx, 9))
    expect(open.slice(0, 4)).toEqual([other, first, middle, last])
    expect(open).toHaveLength(5)
    expect(idsOf(await openSetAside(tx, 1))).toEqual([other])
    expect(idsOf(await listPossiblyOurs(tx, { since: at(2), limit: 9 }))).toEqual([middle, last])
    expect(idsOf(await listPossiblyOurs(tx, { since: at(2), limit: 1 }))).toEqual([middle])
    expect(idsOf(await listPossiblyOurs(tx, { since: at(3), limit: 9 }))).toEqual([last])
    expect(idsOf(await setAsideDue(tx, at(3), 9))).toEqual([last, middle, first])
    expect(idsOf(await setAsideDue(tx, at(2), 9))).toEqual([last, middle])
    expect(idsOf(await setAsideDue(tx, at(3), 1))).toEqual([last])
    const between = async (provider: string, from: number, to: number) =>
      new Set(idsOf(await setAsideBetween(tx, { provider, from: at(from), to: at(to) })))
    expect(await between('bank', 1, 3)).toEqual(new Set([first, middle]))
    expect(await between('bank', 2, 4)).toEqual(new Set([middle, last]))
    expect(await between('other', 0, 9)).toEqual(new Set([other]))
    expect((await findSetAside(tx, middle))?.since).toEqual(at(2))
  }),
)

test(
  'lists payments of other shops, classified by rule or by a person',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const gone = { resolvedAt: at(5), providerId: undefined }
    const resolved = (providerId: string, row: object) => rows.setAside({ ...gone, ...row, providerId })
    const ruled = await resolved('ruled', { reason: 'other_shop', resolution: otherShop, since: at(1) })
    const said = await resolved('said', {
      ...{ reason: 'perhaps_ours', resolution: 'visto', resolvedBy: id(1), since: at(2) },
    })
    await resolved('unsaid', { reason: 'perhaps_ours', resolution: 'visto' })
    await resolved('booked', { reason: 'perhaps_ours', resolution: booked, resolvedBy: id(1) })
    await resolved('seen', { reason: 'unreadable', resolution: 'visto', resolvedBy: id(1) })
    const open = await rows.setAside({ providerId: 'open', reason: 'perhaps_ours', resolution: otherShop })
    expect(idsOf(await otherShopPayments(tx, 9))).toEqual([said, ruled])
    expect(idsOf(await otherShopPayments(tx, 1))).toEqual([said])

    await rows.setAside({ providerId: 'open', provider: 'other' })
    const providerIds = ['ruled', 'said', 'unsaid', 'booked', 'seen', 'open']
    const asked = { provider: 'bank', providerIds }
    expect([...(await findSetAsideByIds(tx, asked)).keys()].toSorted()).toEqual(providerIds.toSorted())
    expect([...(await findSetAsideByIds(tx, { ...asked, providerIds: ['said'] })).keys()]).toEqual(['said'])
    expect([...(await setAsideAmong(tx, asked)).keys()].toSorted()).toEqual([
      'booked',
      'open',
      'ruled',
      'said',
      'seen',
    ])
    expect(await findSetAsideByIds(tx, { ...asked, providerIds: [] })).toEqual(new Map())

    await closeSetAside(tx, { ...asked, providerIds: [], now: at(9) })
    expect((await findSetAside(tx, open))?.resolvedAt).toBeNull()
    await closeSetAside(tx, { ...asked, providerIds: ['open', 'ruled', 'seen'], now: at(9) })
    const after = await findSetAsideByIds(tx, asked)
    const state = [...after.values()].map((row) => [row.providerId, row.resolvedAt, row.resolution])
    expect(state.toSorted()).toEqual([
      ['booked', at(5), booked],
      ['open', at(9), booked],
      ['ruled', at(9), booked],
      ['said', at(5), 'visto'],
      ['seen', at(5), 'visto'],
      ['unsaid', at(5), 'visto'],
    ])
    const elsewhere = await findSetAsideByIds(tx, { provider: 'other', providerIds: ['open'] })
    expect(elsewhere.get('open')?.resolvedAt).toBeNull()
  }),
)

const failed = (providerId: string, row: object = {}) => ({
  ...{ id: id(90), provider: 'bank', providerId, reason: 'other_shop' as const, detail: 'ref' },
  ...{ amount: 7, currency: 'BRL', digest: 'new', now: at(5), ...row },
})

test(
  'records a payment of another shop as seen; one that may be ours keeps waiting',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    await recordOtherShop(tx, failed('new'))
    expect(await findSetAside(tx, id(90))).toMatchObject({
      ...{
        reason: 'other_shop',
        detail: 'ref',
        amount: 7,
        since: at(5),
        tries: 0,
        notifyAfter: 1,
        notifiedAt: null,
      },
      ...{ nextTryAt: at(5), resolvedAt: at(5), resolution: otherShop, resolvedBy: null, digest: 'new' },
    })
    const garbled = await rows.setAside({ providerId: 'garbled', amount: 1 })
    const perhaps = await rows.setAside({ providerId: 'perhaps', reason: 'perhaps_ours', amount: 1 })
    const before = { reason: 'other_shop' as const, resolvedAt: at(1), resolution: otherShop, detail: 'old' }
    const known = await rows.setAside({ ...before, providerId: 'known', amount: 1 })
    for (const providerId of ['garbled', 'perhaps', 'known'])
      await recordOtherShop(tx, failed(providerId, { id: id(91) }))
    expect(await findSetAside(tx, garbled)).toMatchObject({
      ...{ reason: 'other_shop', detail: 'ref', amount: 7, resolvedAt: at(5), resolution: otherShop },
    })
    expect(await findSetAside(tx, perhaps)).toMatchObject({
      ...{ reason: 'perhaps_ours', detail: 'x', amount: 7, digest: 'new', resolvedAt: null },
    })
    expect(await findSetAside(tx, known)).toMatchObject({ ...before, amount: 7, digest: 'new' })
  }),
)

test(
  'counts a try for its payment alone, and notifies when it is due',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [mine, beside] = [
      await rows.setAside({ providerId: '1', notifiedAt: at(1) }),
      await rows.setAside({ providerId: '2' }),
    ]
    await rows.setAside({ providerId: '1', provider: 'other' })
    await insertSetAside(tx, { ...failed('1'), reason: 'unreadable', notifyLater: true })
    expect(await findSetAside(tx, mine)).toMatchObject({ tries: 2, detail: 'ref', amount: 7, notifyAfter: 3 })
    expect(await findSetAside(tx, beside)).toMatchObject({ tries: 1, detail: 'x', notifyAfter: 1 })
    await insertSetAside(tx, { ...failed('3'), id: id(93), reason: 'unreadable', notifyLater: false })
    expect(await findSetAside(tx, id(93))).toMatchObject({
      ...{ tries: 1, since: at(5), notifyAfter: 1, resolvedAt: null, notifiedAt: null, currency: 'BRL' },
    })
    await rows.setAside({ providerId: '4', tries: 2, notifyAfter: 3 })
    await rows.setAside({ providerId: '5', resolvedAt: at(1) })
    const notified = await takeUnnotified(tx, at(6))
    expect(notified.map(({ providerId, notifiedAt }) => [providerId, notifiedAt]).toSorted()).toEqual([
      ['1', at(6)],
      ['2', at(6)],
      ['3', at(6)],
    ])
    expect(await takeUnnotified(tx, at(7))).toEqual([])
  }),
)

test(
  'a person resolves or confirms an open set-aside payment once',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const open = await rows.setAside({})
    const confirmed = await rows.setAside({ reason: 'perhaps_ours', confirmedBy: id(3) })
    const perhaps = await rows.setAside({ reason: 'perhaps_ours', nextTryAt: at(9) })
    const done = await rows.setAside({ resolvedAt: at(1), reason: 'perhaps_ours' })
    const resolve = async (one: string) =>
      (await resolveOpen(tx, { id: one, by: id(1), reason: 'visto', now: at(5) })).ok
    const confirm = async (one: string) => (await confirmOpen(tx, { id: one, by: id(1), now: at(5) })).ok
    expect([
      await confirm(open),
      await confirm(done),
      await confirm(confirmed),
      await confirm(perhaps),
    ]).toEqual([...[false, false, false, true]])
    expect(await findSetAside(tx, perhaps)).toMatchObject({ confirmedBy: id(1), nextTryAt: at(5) })
    expect([await resolve(confirmed), await resolve(perhaps), await resolve(done)]).toEqual([
      false,
      false,
      false,
    ])
    expect([await resolve(open), await resolve(open)]).toEqual([true, false])
    expect(await findSetAside(tx, open)).toMatchObject({
      ...{ resolvedAt: at(5), resolvedBy: id(1), resolution: 'visto' },
    })
    expect((await findSetAside(tx, confirmed))?.resolvedAt).toBeNull()
  }),
)

test(
  'stores each raw payload once, reads them in order, and erases those that nobody waits for',
  inside(async (tx) => {
    const { bank } = scriptedBank([])
    const { deps, logged } = depsIn(tx, [bank])
    const { cipher } = deps
    const said = (raw: string, providerId = '1'): ListedPayment => ({ ...reported({ providerId }), raw })
    const keep = (listed: ListedPayment[], minutes: number, provider = 'bank') =>
      keepRaw(tx, { cipher, provider, listed, now: at(minutes) })
    await keep([said('b'), said('a')], 3)
    await keep([said('a'), said('c'), said('b')], 2)
    await keep([said('a')], 4)
    await keep([said('a'), said('d')], 1, 'other')
    await keep([said('e', '2'), said('f', '2')], 1)
    await keep([reported({ providerId: '3' })], 1)
    const read = async (provider: string, providerId: string) =>
      (await readRaw(tx, { cipher, provider, providerId })).map(({ text, seenAt }) => [text, seenAt])
    const own = await read('bank', '1')
    expect(own[0]).toEqual(['c', at(2)])
    expect(own.slice(1).toSorted()).toEqual([
      ['a', at(3)],
      ['b', at(3)],
    ])
    expect((await read('other', '1')).map(([text]) => text).toSorted()).toEqual(['a', 'd'])
    expect(await read('bank', '3')).toEqual([[JSON.stringify(reported({ providerId: '3' })), at(1)]])
    expect(digestOf(said('a'))).not.toBe(digestOf(said('b')))
    expect(sealedRawPayments.row).toEqual([rawPayments.provider, rawPayments.digest])
    expect(sealedRawPayments.nameOf('bank', 'x')).toBe('raw-payment/v1/bank/x')

    const day = 24 * 60
    const rows = rowsIn(tx)
    await rows.setAside({ providerId: '2' })
    await rows.setAside({ providerId: '3', resolvedAt: at(1) })
    await rows.setAside({ providerId: '1', provider: 'third' })
    const erase = (minutes: number) =>
      eraseOldRaw({ ...deps, clock: { now: () => at(minutes + retention.rawPaymentDays * day) } })
    expect([await erase(1), logged]).toEqual([0, []])
    expect(await erase(2)).toBe(3)
    expect(await erase(3)).toBe(1)
    expect(logged.map((line) => JSON.parse(line).erased)).toEqual([3, 1])
    expect(
      (await tx.select().from(rawPayments))
        .map(({ provider, providerId }) => `${provider} ${providerId}`)
        .toSorted(),
    ).toEqual([...['bank 1', 'bank 1', 'bank 2', 'bank 2']])
  }),
)
