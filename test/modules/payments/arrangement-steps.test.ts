// Databases: one. Postponements, reminders and payment links, on rows that each test creates.
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, daysBetween, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { DAY } from '../../../src/core/durations.ts'
import type { Milestone } from '../../../src/core/milestones.ts'
import { erasePostponement } from '../../../src/modules/payments/arrangements/erase-postponement.ts'
import {
  chargeByPayerLink,
  checkPayerLink,
  payerPageOf,
} from '../../../src/modules/payments/arrangements/pay-by-link.ts'
import {
  createPayerLink,
  payerLinkOf,
  revokePayerLink,
} from '../../../src/modules/payments/arrangements/payer-link.ts'
import {
  postponableOf,
  postponeInstalment,
  postponementOf,
} from '../../../src/modules/payments/arrangements/postpone-instalment.ts'
import { isMessageValid, remind } from '../../../src/modules/payments/arrangements/remind.ts'
import {
  currentPayerLink,
  findPayerLink,
  findPostponement,
  insertPostponement,
  insertReminders,
  lastRemindersOf,
  revokeCurrentLink,
  usersToRemind,
} from '../../../src/modules/payments/arrangements/store.server.ts'
import {
  dueReminders,
  otherReminders,
  payerLinks,
  postponements,
} from '../../../src/modules/payments/arrangements/tables.server.ts'
import { findCharge } from '../../../src/modules/payments/charges/store.server.ts'
import { charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { payerLinkRule } from '../../../src/modules/payments/domain/payer-link.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import type { PaymentProvider } from '../../../src/modules/payments/ports.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { buildBrCode } from '../../support/build-br-code.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [me, other] = [newId(), newId()]
const evidence = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' }
/** Monday, 10:00 in São Paulo. */
const monday = new Date('2026-11-23T13:00:00Z')

function start(tx: Transaction, said: Partial<PaymentProvider> = {}, now = at(5)) {
  const { bank, asked } = scriptedBank([], { cancel: async () => ({ ok: true, value: undefined }), ...said })
  return { ...depsIn(tx, [bank], now), asked, rows: rowsIn(tx) }
}

/** Creates an order with instalments due today, in ten days and in forty: the second may be postponed. */
async function order(tx: Transaction, row: Parameters<ReturnType<typeof rowsIn>['instalment']>[0] = {}) {
  const rows = rowsIn(tx)
  const own = { orderId: newId(), userId: me, ...row }
  const first = await rows.instalment({ ...own, number: 1 })
  const second = await rows.instalment({ ...own, number: 2, dueDate: '2026-12-01', amount: 19_990 })
  const third = await rows.instalment({ ...own, number: 3, dueDate: '2026-12-31' })
  return { orderId: own.orderId, first, second, third }
}
async function underReview(tx: Transaction, instalmentId: string) {
  const rows = rowsIn(tx)
  const chargeId = await rows.charge({ status: 'amount_mismatch', userId: me })
  await rows.line(chargeId, instalmentId)
  await rows.credit({ paymentId: await rows.payment({ chargeId }), chargeId, reason: 'partial' })
  return chargeId
}
const instalment = async (tx: Transaction, one: string) =>
  (await tx.select().from(instalments).where(eq(instalments.id, one)))[0]

test(
  'a postponement moves one due date once, with its evidence, event and message',
  inside(async (tx) => {
    const { deps, messages, published } = start(tx)
    const { orderId, first, second } = await order(tx)
    const ask = (to: string, instalmentId = second, userId = me) =>
      postponeInstalment(deps, { userId, instalmentId, to, evidence })
    const refusals: [code: string, asked: ReturnType<typeof ask>][] = [
      ['not_found', ask('2026-12-05', 'x')],
      ['not_found', ask('2026-12-05', newId())],
      ['not_found', ask('2026-12-05', second, other)],
      ['date_not_allowed', ask('2026-12-32')],
      ['date_not_allowed', ask('2026-12-01')],
      ['date_not_allowed', ask('2026-12-12')],
      ['not_postponable', ask('2026-11-25', first)],
    ]
    for (const [code, asked] of refusals) expect(await asked).toMatchObject({ code })
    expect([messages, published]).toEqual([[], []])

    const done = { ok: true, value: { from: '2026-12-01', to: '2026-12-11' } }
    expect(await ask('2026-12-11')).toEqual(done)
    expect(await ask('2026-12-11')).toEqual(done)
    expect(await ask('2026-12-10')).toMatchObject({ code: 'already_used' })
    expect(await instalment(tx, second)).toMatchObject({ dueDate: '2026-12-11', postponedFrom: '2026-12-01' })
    expect(await instalment(tx, first)).toMatchObject({ dueDate: '2026-11-21', postponedFrom: null })
    expect(await findPostponement(tx, orderId)).toMatchObject({
      ...{ instalmentId: second, userId: me, from: '2026-12-01', to: '2026-12-11', requestedAt: at(5) },
      ...{ ...evidence, erasedAt: null, statement: expect.stringContaining('Adiar a parcela 2') },
    })
    const facts = { orderId, userId: me, from: '2026-12-01', to: '2026-12-11' }
    expect(published).toEqual([{ type: 'instalment.postponed', payload: { ...facts, instalmentId: second } }])
    expect(messages).toMatchObject([
      { to: 'ana@exemplo.com.br', channel: 'email', kind: 'instalment.postponed', orderId, userId: me },
    ])
    expect(messages[0]?.text).toContain('01/12/2026')
    expect(messages[0]?.text).toContain('11/12/2026')

    // An order whose postponement is taken by a concurrent request.
    const beside = await order(tx)
    const row = { userId: me, instalmentId: beside.second, to: '2026-12-02', evidence }
    const racing = start(tx)
    const taken = { ...facts, orderId: beside.orderId, instalmentId: beside.third, ...evidence }
    racing.deps.newId = () => newId()
    const insert = { ...taken, id: newId(), statement: 'x', requestedAt: at(1) }
    expect(await insertPostponement(tx, insert)).toBe(true)
    expect(await insertPostponement(tx, { ...insert, id: newId() })).toBe(false)
    expect(await postponeInstalment(racing.deps, row)).toMatchObject({ code: 'already_used' })
  }),
)

test(
  'a postponement without a customer address sends no message but moves the due date',
  inside(async (tx) => {
    const { deps, messages } = start(tx)
    deps.contactOf = async () => undefined
    const { second } = await order(tx)
    const to = '2026-12-05'
    const moved = await postponeInstalment(deps, { userId: me, instalmentId: second, to, evidence })
    expect([moved.ok, messages]).toEqual([true, []])
  }),
)

test(
  'books a payment that already arrived before postponing; a postponement ends the open code',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const { second } = await order(tx)
    const chargeId = await rows.charge({ userId: me, reference: 'r' })
    await rows.line(chargeId, second)
    const beside = await rows.charge({ userId: me })
    await rows.line(beside, (await order(tx)).second)
    const ask = (deps: ReturnType<typeof start>['deps'], instalmentId = second) =>
      postponeInstalment(deps, { userId: me, instalmentId, to: '2026-12-05', evidence })

    const silent = start(tx, { paymentsOf: async () => Promise.reject(new Error('gone')) })
    expect(await postponementOf(silent.deps, { userId: me, instalmentId: second })).toMatchObject({
      value: { hasOpenCharge: true },
    })
    await tx.update(charges).set({ status: 'in_process' }).where(eq(charges.id, chargeId))
    expect(await ask(silent.deps)).toMatchObject({ code: 'being_paid' })
    expect(silent.logged).toHaveLength(1)
    await tx.update(charges).set({ status: 'pending' }).where(eq(charges.id, chargeId))
    expect(await ask(silent.deps)).toMatchObject({ ok: true })
    expect(silent.jobs).toEqual([{ job: 'charges.cancel', chargeId }])
    expect(silent.logged).toHaveLength(3)
    expect(silent.logged.every((line) => line.includes(chargeId))).toBe(true)

    const again = await order(tx)
    const open = await rows.charge({ userId: me, reference: 'open' })
    await rows.line(open, again.second)
    const { deps, asked } = start(tx)
    expect(await ask(deps, again.second)).toMatchObject({ ok: true })
    expect((await findCharge(tx, open))?.status).toBe('cancelled')
    expect((await findCharge(tx, beside))?.status).toBe('pending')
    expect(asked).toEqual(['payments', 'payments'])

    const paid = await order(tx)
    const late = await rows.charge({ userId: me, reference: 'late' })
    await rows.line(late, paid.second)
    const paying = start(tx, {
      paymentsOf: async () => ({ ok: true, value: [reported({ reference: 'late' })] }),
      get: async () => ({ ok: true, value: reported({ reference: 'late' }) }),
    })
    expect(await ask(paying.deps, paid.second)).toMatchObject({ code: 'not_open' })
  }),
)

test(
  'offers the possible new due dates for one instalment and for a list',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const { orderId, first, second, third } = await order(tx)
    const offer = (instalmentId: string, userId = me) => postponementOf(deps, { userId, instalmentId })
    expect(await offer(second)).toEqual({
      ok: true,
      value: {
        ...{ from: '2026-12-01', earliest: '2026-12-02', latest: '2026-12-11', number: 2, amount: 19_990 },
        ...{ serviceTitle: 'Limpeza', hasOpenCharge: false },
      },
    })
    for (const [one, userId] of [
      ['x', me],
      [newId(), me],
      [second, other],
    ] as const)
      expect(await offer(one, userId)).toMatchObject({ code: 'not_found' })
    expect(await offer(first)).toMatchObject({ code: 'not_postponable' })

    const list = (userId = me) => postponableOf(deps, { userId, orderId })
    expect(await list()).toEqual(new Set([second, third]))
    expect(await list(other)).toEqual(new Set())
    await underReview(tx, third)
    expect(await list()).toEqual(new Set([second]))
    expect(await offer(third)).toMatchObject({ code: 'under_review' })
    const paid = { orderId, userId: me, number: 4, dueDate: '2027-02-01', status: 'paid' as const }
    await rows.instalment({ ...paid, paidWith: await rows.payment() })
    expect(await list()).toEqual(new Set([second]))
    await postponeInstalment(deps, { userId: me, instalmentId: second, to: '2026-12-05', evidence })
    expect(await list()).toEqual(new Set())
    expect(await offer(third)).toMatchObject({ code: 'already_used' })
    // The last one of its order that is left to be paid.
    const almostOver = newId()
    await rows.instalment({ ...paid, orderId: almostOver, number: 1, paidWith: await rows.payment() })
    const left = await rows.instalment({ orderId: almostOver, userId: me, number: 2, dueDate: '2026-12-01' })
    expect(await postponableOf(deps, { userId: me, orderId: almostOver })).toEqual(new Set([left]))
  }),
)

test(
  'erases the evidence of a postponement once, for its order only',
  inside(async (tx) => {
    const { deps } = start(tx)
    const [mine, beside] = [await order(tx), await order(tx)]
    for (const { second } of [mine, beside])
      await postponeInstalment(deps, { userId: me, instalmentId: second, to: '2026-12-05', evidence })
    await erasePostponement(tx, { orderId: mine.orderId, now: at(9) })
    await erasePostponement(tx, { orderId: mine.orderId, now: at(10) })
    expect(await findPostponement(tx, mine.orderId)).toMatchObject({ ip: '', userAgent: '', erasedAt: at(9) })
    expect(await findPostponement(tx, beside.orderId)).toMatchObject({ ...evidence, erasedAt: null })
    expect(await tx.select().from(postponements)).toHaveLength(2)
  }),
)

/** Returns the token of a link, from its URL. */
const tokenOf = (link: { url: string }) => link.url.split('/').at(-1) ?? ''
async function linked(deps: ReturnType<typeof start>['deps'], instalmentId: string) {
  const link = await createPayerLink(deps, { userId: me, instalmentId })
  if (!link.ok) throw new Error(link.code)
  return link.value
}

test(
  'an instalment has one link at a time: for its owner, for thirty days, under a known key',
  inside(async (tx) => {
    const { deps, rows, time } = start(tx)
    const { first, second } = await order(tx)
    const beside = await linked(deps, second)
    const link = await linked(deps, first)
    const days = 24 * 60 * payerLinkRule.days
    expect(link).toEqual({
      url: expect.stringContaining('https://exemplo.com.br/q/'),
      expiresAt: at(5 + days),
    })
    expect(await linked(deps, first)).toEqual(link)
    expect(link.url).not.toBe(beside.url)
    const row = await currentPayerLink(tx, first)
    expect(row).toMatchObject({ instalmentId: first, userId: me, createdAt: at(5), revokedAt: null })
    const find = (now: Date) => findPayerLink(tx, { tokenHash: row?.tokenHash ?? '', now })
    expect([await find(at(4 + days)), await find(at(5 + days))]).toEqual([row, undefined])

    const shown = async () => {
      const found = await payerLinkOf(deps, { userId: me, documento: '52998224725', instalmentId: first })
      return found.ok ? found.value : found.code
    }
    expect(await shown()).toMatchObject({ instalment: { id: first, total: 10_000 }, link })
    // After its expiry the link is replaced. With a previous signing key it is still valid, with an unknown one it is not.
    time.now = at(5 + days)
    expect(await shown()).toMatchObject({ link: undefined })
    const second_ = await linked(deps, first)
    expect(second_.url).not.toBe(link.url)
    const previous = { ...deps, signer: createSigner('t'.repeat(64), ['s'.repeat(64)]) }
    expect(await linked(previous, first)).toEqual(second_)
    const unknown = { ...deps, signer: createSigner('t'.repeat(64)) }
    expect((await linked(unknown, first)).url).not.toBe(second_.url)

    const revoke = (userId: string, instalmentId: string) => revokePayerLink(deps, { userId, instalmentId })
    expect([await revoke(other, first), await revoke(me, 'x'), await revoke(me, newId())]).toEqual([
      ...[false, false, false],
    ])
    expect([await revoke(me, first), await revoke(me, first)]).toEqual([true, false])
    expect(await shown()).toMatchObject({ link: undefined })
    const token = tokenOf(second_)
    expect(await payerPageOf(deps, { token })).toBeUndefined()
    expect(await currentPayerLink(tx, first)).toBeUndefined()
    expect((await currentPayerLink(tx, second))?.revokedAt).toBeNull()
    expect(await tx.select().from(payerLinks)).toHaveLength(4)
    expect(await revokeCurrentLink(tx, { instalmentId: second, userId: other, now: at(9) })).toBe(false)

    const paid = await rows.instalment({ userId: me, status: 'paid', paidWith: await rows.payment() })
    const card = await rows.instalment({ userId: me, paymentMethod: 'credit_card' })
    for (const [code, instalmentId, userId] of [
      ['already_paid', paid, me],
      ['by_card', card, me],
      ['not_found', first, other],
      ['not_found', 'x', me],
    ] as const) {
      expect(await createPayerLink(deps, { userId, instalmentId })).toMatchObject({ code })
      expect(await payerLinkOf(deps, { userId, documento: '', instalmentId })).toMatchObject({ code })
    }
  }),
)

test(
  'of two concurrent clicks, the second gets the link of the first',
  inside(async (tx) => {
    const { deps } = start(tx)
    const { first } = await order(tx)
    let link: Awaited<ReturnType<typeof linked>> | undefined
    const racing = {
      ...deps,
      newId: () => newId(),
      database: Object.assign(Object.create(deps.database), {
        async transaction(run: Parameters<typeof deps.database.transaction>[0]) {
          link ??= await linked(deps, first)
          return deps.database.transaction(run)
        },
      }),
    }
    const created = await createPayerLink(racing, { userId: me, instalmentId: first })
    expect(created).toEqual({ ok: true, value: link })
    const blocked = {
      ...racing,
      database: Object.assign(Object.create(deps.database), {
        // Another link exists, and is revoked before it is read.
        transaction: async () => {
          await revokePayerLink(deps, { userId: me, instalmentId: first })
          return false
        },
      }),
    }
    await revokePayerLink(deps, { userId: me, instalmentId: first })
    await expect(createPayerLink(blocked, { userId: me, instalmentId: first })).rejects.toThrow('vanished')
  }),
)

const codeOf = (amount: number) => buildBrCode({ key: 'a@b.c', merchantName: 'x', city: 'y', amount })
const issuing: Partial<PaymentProvider> = {
  createPix: async ({ amount }) => ({
    ok: true,
    value: {
      ...{ providerId: newId(), state: 'pending', status: 'pending', detail: undefined },
      ...{ code: codeOf(amount), ticketUrl: undefined, expiresAt: undefined },
    },
  }),
}

test(
  'a link shows the amount, the payer and a code, but not what the payment is for',
  inside(async (tx) => {
    const { deps, rows, asked, time } = start(tx, issuing)
    deps.profileOf = async () => ({
      ...{ nome: 'Ana Maria\nSouza', documento: '52998224725', telefone: '' },
      tipoConta: 'pessoal',
    })
    const { orderId, first } = await order(tx)
    const token = tokenOf(await linked(deps, first))
    const page = () => payerPageOf(deps, { token })
    const owed = { state: 'owed', firstName: 'Ana', userId: me, orderId, amount: 10_000, charge: undefined }
    expect(await page()).toEqual(owed)
    expect(await payerPageOf(deps, { token: `${token}x` })).toBeUndefined()
    await checkPayerLink(deps, { token })
    expect(asked).toEqual([])

    const charged = await chargeByPayerLink(deps, { token, ip: '203.0.113.7' })
    if (!charged.ok) throw new Error(charged.code)
    const { chargeId } = charged.value
    expect(await findCharge(tx, chargeId)).toMatchObject({
      ...{ description: 'Pagamento da parcela 1', method: 'pix', amount: 10_000, userId: me },
    })
    const waiting = { ...owed, state: 'waiting', charge: { id: chargeId, instalments: [] } }
    expect(await page()).toMatchObject(waiting)
    expect(await chargeByPayerLink(deps, { token, ip: '203.0.113.7' })).toEqual(charged)
    await checkPayerLink(deps, { token })
    expect(asked).toEqual(['payments'])

    const change = (to: object) => tx.update(charges).set(to).where(eq(charges.id, chargeId))
    // A code for another amount, or one that names the service, is not shown; one under review counts in any case.
    await change({ amount: 9_999 })
    expect(await page()).toEqual(owed)
    await change({ amount: 10_000, description: 'Limpeza - PIX' })
    expect(await page()).toEqual(owed)
    await change({ status: 'in_process' })
    expect(await page()).toEqual({ ...owed, state: 'review' })
    await change({ status: 'pending', description: 'Pagamento da parcela 1' })
    time.now = at(35)
    expect(await page()).toEqual(owed)
    time.now = at(6)
    const mismatch = await underReview(tx, first)
    expect(await page()).toEqual({ ...owed, state: 'review' })
    await tx.update(charges).set({ status: 'refunded' }).where(eq(charges.id, mismatch))
    const paid = { status: 'paid', paidAmount: 9_000, paidWith: await rows.payment() } as const
    await tx
      .update(instalments)
      .set({ ...paid, paymentDate: at(1) })
      .where(eq(instalments.id, first))
    expect(await page()).toEqual({ ...owed, state: 'paid', amount: 9_000 })
    expect(await chargeByPayerLink(deps, { token, ip: '203.0.113.7' })).toMatchObject({
      code: 'already_paid',
    })
    await tx.update(instalments).set({ status: 'refunded' }).where(eq(instalments.id, first))
    expect(await page()).toBeUndefined()
    expect(await chargeByPayerLink(deps, { token: 'x', ip: '::1' })).toMatchObject({ code: 'not_found' })
  }),
)

test(
  'the code of a link shows no instalment number where there is none, and names the customer as payer',
  inside(async (tx) => {
    const { deps, rows } = start(tx, issuing)
    const entry = await rows.instalment({ userId: me, number: 0, kind: 'entrada' })
    const token = tokenOf(await linked(deps, entry))
    const charged = await chargeByPayerLink(deps, { token, ip: '203.0.113.7' })
    expect(await findCharge(tx, charged.ok ? charged.value.chargeId : '')).toMatchObject({
      description: 'Pagamento de pedido',
    })
    deps.contactOf = async () => undefined
    const next = tokenOf(await linked(deps, await rows.instalment({ userId: me })))
    expect(await chargeByPayerLink(deps, { token: next, ip: '::1' })).toMatchObject({ code: 'no_email' })
  }),
)

test(
  'limits the codes of a link per network and over all networks',
  inside(async (tx) => {
    const { deps } = start(tx, issuing)
    const { first, second } = await order(tx)
    const [token, beside] = [tokenOf(await linked(deps, first)), tokenOf(await linked(deps, second))]
    const tries = async (ip: string, link = token) => {
      let count = 0
      while (count < 30) {
        const { ok, ...answer } = await chargeByPayerLink(deps, { token: link, ip })
        if (!ok) {
          expect(answer).toMatchObject({ code: 'too_many' })
          return count
        }
        count++
      }
      return count
    }
    expect([await tries('203.0.113.7'), await tries('198.51.100.7')]).toEqual([10, 10])
    expect([await tries('192.0.2.7'), await tries('203.0.113.7', beside)]).toEqual([0, 10])
  }),
)

const due = {
  coming: '2026-11-26',
  today: '2026-11-23',
  first: '2026-11-18',
  second: '2026-11-10',
  last: '2026-11-05',
}
const before = new Date('2026-09-01T12:00:00Z')

test(
  'one reminder covers everything due, worded for the most urgent instalment',
  inside(async (tx) => {
    const { deps, rows, messages, time } = start(tx, {}, monday)
    const own = { userId: me, orderId: id(70), createdAt: before }
    const coming = await rows.instalment({ ...own, dueDate: due.coming })
    // Of other orders: one that is late with several instalments has one reminder of all of them.
    const first = await rows.instalment({ ...own, orderId: id(71), number: 2, dueDate: due.first })
    const second = await rows.instalment({ ...own, orderId: id(72), number: 3, dueDate: due.second })
    const last = await rows.instalment({ ...own, orderId: id(73), number: 4, dueDate: due.last })
    const today = await rows.instalment({ ...own, number: 5, dueDate: due.today })
    await rows.instalment({ ...own, number: 6, dueDate: '2026-12-23' })
    await rows.instalment({ ...own, number: 7, dueDate: due.today, status: 'cancelled' })
    const reviewed = await rows.instalment({ ...own, number: 8, dueDate: due.today })
    await underReview(tx, reviewed)
    expect(await remind(deps)).toBe(1)
    const named = [
      ...[`${last}@${due.last}`, `${second}@${due.second}`, `${first}@${due.first}`],
      ...[`${today}@${due.today}`, `${coming}@${due.coming}`],
    ]
    expect(messages).toMatchObject([
      {
        ...{ to: 'ana@exemplo.com.br', channel: 'email', userId: me, kind: 'instalment.due', about: named },
        notAfter: new Date('2026-11-24T02:59:59.999Z'),
      },
    ])
    // A message about several orders is linked to none.
    expect(messages[0]).not.toHaveProperty('orderId')
    const [{ text } = { text: '' }] = messages
    expect(text).toContain('Hoje é o dia de pagar a parcela 5')
    for (const line of ['Parcela 1', 'Parcela 2', 'Parcela 3', 'Parcela 4'])
      expect(text).toContain(`${line}:`)
    expect(text).not.toContain('Parcela 5:')
    expect(text).not.toContain('os bancos costumam limitar')
    expect(text).toContain('Pague com Pix')
    expect(text).toContain('https://exemplo.com.br/p')
    expect(await remind(deps)).toBe(0)
    expect(
      (await tx.select().from(dueReminders)).map(({ instalmentId, sentAt }) => [instalmentId, sentAt]),
    ).toEqual([[today, monday]])
    const others = await tx.select().from(otherReminders).orderBy(asc(otherReminders.dueDate))
    expect(others.map(({ instalmentId, milestone }) => [instalmentId, milestone])).toEqual([
      ...[
        [last, 'late-last'],
        [second, 'late-second'],
        [first, 'late-first'],
        [coming, 'coming'],
      ],
    ])

    // The next morning another instalment is due; those of the earlier reminder are not named again.
    time.now = new Date('2026-11-24T13:00:00Z')
    await rows.instalment({ ...own, number: 9, dueDate: '2026-11-24' })
    expect(await remind(deps)).toBe(1)
    expect(messages[1]?.text).toContain('a parcela 9')
    expect(messages[1]?.about).toHaveLength(1)
  }),
)

test(
  'an order with several late instalments has one reminder: the oldest, their number and their sum',
  inside(async (tx) => {
    const { deps, rows, messages } = start(tx, {}, monday)
    const own = { userId: me, orderId: newId(), createdAt: before, amount: 5_000 }
    // The oldest has no reminder of its own any more.
    const oldest = await rows.instalment({ ...own, dueDate: '2026-10-01' })
    const next = await rows.instalment({ ...own, number: 2, dueDate: due.last })
    const last = await rows.instalment({ ...own, number: 3, dueDate: due.first })
    const today = await rows.instalment({ ...own, number: 4, dueDate: due.today })
    await underReview(tx, await rows.instalment({ ...own, number: 5, dueDate: due.second }))
    expect(await remind(deps)).toBe(1)
    const late = [`${oldest}@2026-10-01`, `${next}@${due.last}`, `${last}@${due.first}`]
    expect(messages).toMatchObject([
      { kind: 'instalment.late-second', orderId: own.orderId, about: [...late, `${today}@${due.today}`] },
    ])
    const text = messages[0]?.text.replaceAll('\u00a0', ' ') ?? ''
    expect(text).toMatch(
      /era para pagar até 01\/10\/2026: a parcela 1 do seu pedido, a mais antiga de 3 que passaram da data, no total de R\$ 15\d,\d\d\./,
    )
    expect(text).toContain('Para lembrar também:\nParcela 4: R$ 50,00, em 23/11/2026')
    expect(text).not.toMatch(/Parcela [235]/)
    expect(await remind(deps)).toBe(0)
  }),
)

test(
  'a message about two orders, one with several late instalments, marks the oldest of that order',
  inside(async (tx) => {
    const { deps, rows, messages } = start(tx, {}, monday)
    const own = { userId: me, createdAt: before, amount: 5_000 }
    const several = { ...own, orderId: id(70) }
    await rows.instalment({ ...several, number: 1, dueDate: due.last })
    await rows.instalment({ ...several, number: 2, dueDate: due.second })
    await rows.instalment({ ...own, orderId: id(71), number: 7, dueDate: due.second })
    expect(await remind(deps)).toBe(1)
    const text = messages[0]?.text.replaceAll('\u00a0', ' ') ?? ''
    expect(text).toMatch(
      /era para pagar até 05\/11\/2026 e 10\/11\/2026: 3 parcelas, no total de R\$ 15\d,\d\d\.?\n/,
    )
    expect(text).toMatch(
      /Parcela 1, a mais antiga de 2 que passaram da data: R\$ 10\d,\d\d\nParcela 7: R\$ 5\d,/,
    )
    const waysOut = [70, 71].map((order) => `: https://exemplo.com.br/a/${id(order)}`)
    expect(text).toMatch(/\nParcela 1, de R\$ 10\d,\d\d: http.*\nParcela 7, de R\$ 5\d,\d\d: http/)
    for (const way of waysOut) expect(text).toContain(way)
  }),
)

test(
  'a customer who pays nothing of a weekly plan is reminded of its oldest instalment once a week',
  inside(async (tx) => {
    const { deps, rows, messages, time } = start(tx, {}, monday)
    const own = { userId: me, orderId: newId(), createdAt: before }
    for (let number = 1; number <= 8; number++)
      await rows.instalment({ ...own, number, dueDate: addDays(due.today, 7 * number) })
    const days: [string, string][] = []
    for (let day = 0; day < 77; day++) {
      time.now = new Date(monday.getTime() + day * DAY)
      const known = messages.length
      await remind(deps)
      for (const { kind } of messages.slice(known)) days.push([todayInSaoPaulo(time.now), kind.slice(11)])
    }
    // The first one is late alone; from the second on the order has one reminder a week, until the last one is long past.
    expect(days.slice(0, 4)).toEqual([
      ['2026-11-27', 'coming'],
      ['2026-11-30', 'due'],
      ['2026-12-02', 'late-first'],
      ['2026-12-04', 'coming'],
    ])
    const weekly = days.filter(([day]) => day > '2026-12-08')
    expect(weekly.length).toBeGreaterThan(6)
    expect(weekly.every(([, kind]) => kind === 'late-second')).toBe(true)
    for (const [index, [day]] of weekly.slice(1).entries())
      expect(daysBetween(weekly[index]?.[0] ?? '', day)).toBeGreaterThanOrEqual(7)
    const texts = messages.slice(-weekly.length).map(({ text }) => text)
    expect(texts.every((text) => text.includes('a parcela 1 do seu pedido, a mais antiga de '))).toBe(true)
  }),
)

test.each([
  ['late-last', { last: true, second: true, first: true, coming: true }, due.last],
  ['late-second', { second: true, first: true, coming: true }, due.second],
  ['late-first', { first: true, coming: true }, due.first],
  ['coming', { coming: true }, due.coming],
] as const)('for an instalment that is not due today, uses the words of %s', (milestone, some, day) =>
  inside(async (tx) => {
    const { deps, rows, messages } = start(tx, {}, monday)
    for (const name of Object.keys(some) as (keyof typeof due)[])
      await rows.instalment({ userId: me, dueDate: due[name], createdAt: before, orderId: newId() })
    expect(await remind(deps)).toBe(1)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.kind).toBe(`instalment.${milestone}`)
    expect(messages[0]?.about?.find((one) => one.endsWith(day))).toBeDefined()
    // A message about several orders is linked to none.
    expect(messages[0]?.orderId === undefined).toBe(Object.keys(some).length > 1)
  })(),
)

test(
  'names the night limit only for a Pix due today above it; a card has its own words',
  inside(async (tx) => {
    const textOf = async (
      list: { amount: number; paymentMethod: 'pix' | 'credit_card'; dueDate?: string }[],
    ) => {
      const { deps, rows, messages } = start(tx, {}, monday)
      const userId = newId()
      for (const one of list) await rows.instalment({ userId, dueDate: due.today, createdAt: before, ...one })
      await remind(deps)
      return messages.find((message) => message.userId === userId)?.text ?? ''
    }
    const limit = 'os bancos costumam limitar'
    const pix = 'pix' as const
    expect(await textOf([{ amount: 100_001, paymentMethod: pix }])).toContain(limit)
    expect(await textOf([{ amount: 100_000, paymentMethod: pix }])).not.toContain(limit)
    expect(
      await textOf([
        { amount: 100_000, paymentMethod: 'credit_card' },
        { amount: 1, paymentMethod: pix },
      ]),
    ).toContain(limit)
    const card = await textOf([{ amount: 100_001, paymentMethod: 'credit_card' }])
    expect(card).not.toContain(limit)
    expect(card).toContain('Pague com cartão')
    expect(await textOf([{ amount: 100_001, paymentMethod: pix, dueDate: due.coming }])).not.toContain(limit)
    const both = await textOf([
      { amount: 5, paymentMethod: 'credit_card' },
      { amount: 5, paymentMethod: pix },
    ])
    expect(both).toContain('Pague com Pix')
  }),
)

test(
  'sends no reminder outside the hours or without an address, and continues with other customers',
  inside(async (tx) => {
    const { deps, rows, messages, logged, time } = start(tx, {}, new Date('2026-11-23T11:59:00Z'))
    for (const userId of [id(1), id(2)])
      await rows.instalment({ userId, dueDate: due.today, createdAt: before })
    expect(await remind(deps)).toBe(0)
    // A Sunday: the reminder job runs, but no message is sent.
    time.now = new Date('2026-11-22T13:00:00Z')
    await rows.instalment({ userId: id(3), dueDate: '2026-11-22', createdAt: before })
    expect([await remind(deps), messages.length]).toEqual([0, 0])
    time.now = monday
    const contactOf = deps.contactOf
    deps.contactOf = async () => undefined
    expect(await remind(deps)).toBe(0)
    deps.contactOf = contactOf
    deps.profileOf = async (userId) => {
      if (userId === id(1)) throw new Error('no profile')
      return { nome: 'Ana', documento: '52998224725', telefone: '', tipoConta: 'pessoal' }
    }
    await expect(remind(deps)).rejects.toThrow('1 customers were not reminded')
    expect(messages.map(({ userId }) => userId)).toEqual([id(2), id(3)])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(id(1))
  }),
)

test(
  'reminds every customer once, over several pages, also after a page that cannot be reminded',
  inside(async (tx) => {
    const { deps, messages } = start(tx, {}, monday)
    const { contactOf } = deps
    await tx.insert(instalments).values(
      Array.from({ length: 201 }, (_, number) => ({
        ...{ id: id(number), orderId: id(number), userId: id(number), serviceTitle: 'x', paymentType: 'x' },
        ...{ number: 1, kind: 'parcela' as const, amount: 5, dueDate: due.today, status: 'pending' as const },
        ...{ paymentMethod: 'pix' as const, externalReference: id(number), createdAt: before },
      })),
    )
    deps.contactOf = async (executor, userId) =>
      userId === id(200) ? contactOf(executor, userId) : undefined
    expect(await remind(deps)).toBe(1)
    deps.contactOf = contactOf
    expect(await remind(deps)).toBe(200)
    expect(new Set(messages.map(({ userId }) => userId)).size).toBe(201)
  }),
)

test(
  'lists who is to be reminded for a date and reminder, in the order of their ids',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [one, two, three] = [
      await rows.instalment({ userId: id(1), dueDate: due.today }),
      await rows.instalment({ userId: id(2), dueDate: due.first }),
      await rows.instalment({ userId: id(3), dueDate: due.today }),
    ]
    await rows.instalment({ userId: id(4), dueDate: '2026-12-24' })
    await rows.instalment({ userId: id(5), dueDate: due.today, status: 'cancelled' })
    const reached = [
      { dueDate: due.today, milestone: 'due' as const },
      { dueDate: due.first, milestone: 'late-first' as const },
    ]
    const find = (after?: string, limit = 9) => usersToRemind(tx, { reached, after, limit })
    expect(await find()).toEqual([id(1), id(2), id(3)])
    expect([await find(id(1)), await find(undefined, 2)]).toEqual([
      [id(2), id(3)],
      [id(1), id(2)],
    ])
    const reminders = [
      { instalmentId: one, dueDate: due.today, milestone: 'due' as const },
      { instalmentId: two, dueDate: due.first, milestone: 'late-first' as const },
    ]
    expect(await insertReminders(tx, { reminders, sentAt: monday })).toEqual(new Set([one, two]))
    const more = [...reminders, { instalmentId: three, dueDate: due.today, milestone: 'due' as const }]
    expect(await insertReminders(tx, { reminders: more, sentAt: monday })).toEqual(new Set([three]))
    expect(await insertReminders(tx, { reminders: [], sentAt: monday })).toEqual(new Set())
    expect(await find()).toEqual([])
  }),
)

test(
  'finds when an order was last reminded, by any of its instalments and reminders',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const remindedAt = async (order: number, milestone: Milestone, sentAt: Date) => {
      const instalmentId = await rows.instalment({ orderId: id(order), number: sentAt.getMinutes() })
      await insertReminders(tx, { reminders: [{ instalmentId, dueDate: '2026-11-21', milestone }], sentAt })
    }
    await remindedAt(71, 'due', at(1))
    await remindedAt(71, 'late-first', at(3))
    await remindedAt(72, 'due', at(4))
    await remindedAt(72, 'coming', at(2))
    await rows.instalment({ orderId: id(73) })
    await remindedAt(74, 'due', at(9))
    expect(await lastRemindersOf(tx, [71, 72, 73].map(id))).toEqual(
      new Map([
        [id(71), at(3)],
        [id(72), at(4)],
      ]),
    )
    expect(await lastRemindersOf(tx, [])).toEqual(new Map())
  }),
)

test(
  'a message is current while all that it names is open, on the day that it names',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [one, two] = [await rows.instalment(), await rows.instalment({ dueDate: '2026-12-01' })]
    const gone = await rows.instalment({ status: 'cancelled' })
    const about = (...named: string[]) => isMessageValid(tx, { kind: 'instalment.due', about: named })
    expect(await about(`${one}@2026-11-21`, `${two}@2026-12-01`)).toBe(true)
    expect(await about(`${one}@2026-11-21`, `${two}@2026-11-30`)).toBe(false)
    expect(await about(`${one}@2026-11-21`, `${gone}@2026-11-21`)).toBe(false)
    expect(await isMessageValid(tx, { kind: 'refund.done', about: [`${gone}@x`] })).toBe(true)
  }),
)
