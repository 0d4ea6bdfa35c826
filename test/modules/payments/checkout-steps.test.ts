// Databases: one. A customer's actions on a charge, on rows that each test creates, with a bank whose responses the test sets.
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { issueCharge } from '../../../src/modules/payments/charges/issue-charge.ts'
import { guestPayerOf, payerOf } from '../../../src/modules/payments/charges/payer-of.ts'
import { requestCharge } from '../../../src/modules/payments/charges/request-charge.ts'
import { reviewCharge } from '../../../src/modules/payments/charges/review-charge.ts'
import { type ChargeRow, findCharge } from '../../../src/modules/payments/charges/store.server.ts'
import { chargeHistory, charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { cancelCharge } from '../../../src/modules/payments/checkout/cancel-charge.ts'
import { checkCharge } from '../../../src/modules/payments/checkout/check-charge.ts'
import { renewCharge } from '../../../src/modules/payments/checkout/renew-charge.ts'
import { selectionKey, startCharge } from '../../../src/modules/payments/checkout/start-charge.ts'
import { coveredInstalments } from '../../../src/modules/payments/instalments/charge-lines-store.server.ts'
import { descriptionOf } from '../../../src/modules/payments/instalments/description.ts'
import { ownInstalments } from '../../../src/modules/payments/instalments/store.server.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import type {
  IssuedPix,
  ListedPayment,
  PaymentProvider,
  ProviderRefusal,
} from '../../../src/modules/payments/ports.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { buildBrCode } from '../../support/build-br-code.ts'
import { testDatabase } from '../../support/database.ts'
import { at, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, garbled, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [me, other] = [newId(), newId()]
const viewer = { id: me, email: ' ana@exemplo.com.br ', nome: 'Ana Maria Souza', documento: '529.982.247-25' }
const payer = {
  email: 'ana@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Maria Souza',
  document: '52998224725',
}
const codeOf = (amount: number) => buildBrCode({ key: 'a@b.c', merchantName: 'x', city: 'y', amount })
const seconds = (after: number) => new Date(at(5).getTime() + after * 1000)

const refusing = (code: ProviderRefusal['code']) => async () => ({ ok: false, code, detail: 'd' }) as const

/** Sets up a bank that issues a code for every request. */
function start(
  tx: Transaction,
  said: Partial<PaymentProvider> & { issued?: Partial<IssuedPix> } = {},
  payments: readonly ListedPayment[] = [],
) {
  const requests: object[] = []
  const { issued, ...rest } = said
  const { bank, asked } = scriptedBank(payments, {
    methods: ['pix', 'credit_card'],
    async createPix(request) {
      requests.push(request)
      return {
        ok: true,
        value: {
          ...{ providerId: newId(), state: 'pending', status: 'pending', detail: undefined },
          ...{ code: codeOf(request.amount), ticketUrl: 'https://bank/t', expiresAt: undefined, ...issued },
        },
      }
    },
    async createCard(request) {
      requests.push(request)
      return { ok: true, value: { preferenceId: newId(), initPoint: 'https://bank/card' } }
    },
    cancel: async () => ({ ok: true, value: undefined }),
    ...rest,
  })
  return { ...depsIn(tx, [bank]), asked, requests, rows: rowsIn(tx) }
}

const one = async (tx: Transaction, chargeId: string) => {
  const charge = await findCharge(tx, chargeId)
  if (!charge) throw new Error('no charge')
  return charge
}
const started = async (asked: ReturnType<typeof startCharge>) => {
  const answer = await asked
  if (!answer.ok) throw new Error(answer.code)
  return answer.value.chargeId
}
const linesOf = async (tx: Transaction, chargeId: string) =>
  (await coveredInstalments(tx, chargeId)).map(({ row }) => row.id)

test(
  'a charge asks for today’s amount of each instalment, line by line, in the payer’s name',
  inside(async (tx) => {
    const { deps, rows, requests, jobs, startAfter } = start(tx)
    Object.assign(deps, { terms: { lateFee: 200, lateInterest: 100, earlyPayoff: true } })
    const late = await rows.instalment({ userId: me, dueDate: '2026-11-16', amount: 1_000 })
    const today = await rows.instalment({ userId: me, amount: 500, paymentType: 'Outro' })
    const chargeId = await started(startCharge(deps, { viewer, instalmentIds: [today, late, today] }))
    const charge = await one(tx, chargeId)
    expect(charge).toMatchObject({
      ...{ userId: me, purpose: 'instalments', purposeId: null, method: 'pix', amount: 1_522, attempts: 1 },
      ...{ status: 'pending', provider: 'bank', reference: `r-${chargeId}`, maxInstalments: 2, payer: null },
      ...{ qrCode: codeOf(1_522), ticketUrl: 'https://bank/t', lastError: null, createdAt: at(5) },
      ...{ issuedAt: at(5), nextCheckAt: seconds(30), expiresAt: at(36) },
      description: 'Limpeza - PIX, Limpeza - Outro (2 parcelas)',
    })
    expect(requests).toEqual([
      {
        ...{ reference: charge.reference, idempotencyKey: charge.idempotencyKey, amount: 1_522, payer },
        ...{ description: charge.description, expiresAt: at(36) },
      },
    ])
    expect((await coveredInstalments(tx, chargeId)).map(({ row, asked }) => [row.id, asked])).toEqual([
      [late, { amount: 1_000, lateFee: 20, interest: 2, discount: 0 }],
      [today, { amount: 500, lateFee: 0, interest: 0, discount: 0 }],
    ])
    expect([jobs, startAfter]).toEqual([[{ job: 'charges.issue', chargeId }], [seconds(15)]])
  }),
)

test(
  'refuses instalments that cannot be charged, and requests nothing',
  inside(async (tx) => {
    const { deps, rows, requests } = start(tx)
    const mine = { userId: me }
    const open = await rows.instalment(mine)
    const others = await rows.instalment({ userId: other })
    const paid = await rows.instalment({ ...mine, status: 'paid', paidWith: await rows.payment() })
    const reviewed = await rows.instalment(mine)
    const mismatch = await rows.charge({ status: 'amount_mismatch' })
    await rows.line(mismatch, reviewed)
    const paymentId = await rows.payment({ chargeId: mismatch })
    await rows.credit({ paymentId, chargeId: mismatch, reason: 'partial' })
    const table: [code: string, ids: string[], more?: object][] = [
      ['nothing_selected', []],
      ['not_found', ['x']],
      ['not_found', [open, 'x']],
      ['not_found', [newId()]],
      ['not_found', [others]],
      ['not_found', [open, others]],
      ['already_paid', [paid]],
      ['already_paid', [open, paid]],
      ['under_review', [reviewed]],
      ['under_review', [reviewed, open]],
      ['amounts_changed', [open], { shown: new Map([[open, 9_999]]) }],
      ['no_email', [open], { viewer: { ...viewer, email: ' ' } }],
      ['no_client_data', [open], { viewer: { ...viewer, nome: ' ' } }],
      ['no_client_data', [open], { viewer: { ...viewer, documento: '1' } }],
    ]
    for (const [code, instalmentIds, more] of table)
      expect(await startCharge(deps, { viewer, instalmentIds, ...more }), code).toMatchObject({ code })
    const second = await rows.instalment(mine)
    const one = { viewer, instalmentIds: [open, second], shown: new Map([[open, 9_999]]) }
    expect(await startCharge(deps, one)).toMatchObject({ code: 'amounts_changed' })
    expect(requests).toEqual([])
    const shown = new Map([[open, 10_000]])
    expect(await startCharge(deps, { viewer, instalmentIds: [open], shown })).toMatchObject({ ok: true })
  }),
)

test(
  'the same selection gets the same charge while it is payable, then a new one',
  inside(async (tx) => {
    const { deps, rows, jobs, time } = start(tx)
    const [a, b] = [await rows.instalment({ userId: me }), await rows.instalment({ userId: me })]
    const first = await started(startCharge(deps, { viewer, instalmentIds: [a, b] }))
    const again = (more: object = {}) =>
      started(startCharge(deps, { viewer, instalmentIds: [b, a], ...more }))
    const { description } = await one(tx, first)
    expect(await again()).toBe(first)
    expect(await again({ description })).toBe(first)
    const change = (to: Partial<ChargeRow>) => tx.update(charges).set(to).where(eq(charges.id, first))
    // A code is valid for thirty minutes; with two minutes left it is replaced.
    time.now = new Date(at(33).getTime() - 1)
    expect(await again()).toBe(first)
    await change({ status: 'created', createdAt: new Date(time.now.getTime() - 49_999), payer })
    expect(await again()).toBe(first)
    await change({ status: 'in_process', amount: 5, description: 'y' })
    expect(await again()).toBe(first)

    const replaced: [name: string, row: Partial<ChargeRow>, now: Date, more?: object][] = [
      ['two minutes left', { status: 'pending' }, at(33)],
      ['another amount', { status: 'pending', amount: 9_999 }, at(6)],
      ['other words', { status: 'pending' }, at(6), { description: 'other' }],
      ['never answered', { status: 'created', createdAt: at(5), payer }, seconds(50)],
    ]
    for (const [name, row, now, more] of replaced) {
      await tx
        .update(charges)
        .set({ status: 'cancelled' })
        .where(eq(charges.selectionKey, (await one(tx, first)).selectionKey))
      await change({ amount: 20_000, description, createdAt: at(5), issuedAt: at(5), ...row })
      time.now = now
      jobs.length = 0
      const next = await again(more)
      expect(next, name).not.toBe(first)
      expect(await one(tx, first), name).toMatchObject({ status: 'expired', payer: null })
      expect(jobs, name).toContainEqual({ job: 'charges.cancel', chargeId: first })
      expect(jobs, name).not.toContainEqual({ job: 'charges.cancel', chargeId: next })
    }
    expect(await tx.select().from(chargeHistory).orderBy(asc(chargeHistory.at))).toContainEqual(
      expect.objectContaining({ chargeId: first, to: 'expired', cause: 'renewal', at: at(33) }),
    )
  }),
)

test(
  'keeps a code without an expiry; another selection ends open charges of the same instalments',
  inside(async (tx) => {
    const { deps, rows, jobs } = start(tx)
    const [a, b, c] = [
      await rows.instalment({ userId: me }),
      await rows.instalment({ userId: me }),
      await rows.instalment({ userId: me }),
    ]
    const narrow = await started(startCharge(deps, { viewer, instalmentIds: [a] }))
    const beside = await started(startCharge(deps, { viewer, instalmentIds: [c] }))
    await tx.update(charges).set({ expiresAt: null }).where(eq(charges.id, narrow))
    expect(await started(startCharge(deps, { viewer, instalmentIds: [a] }))).toBe(narrow)
    jobs.length = 0
    const wide = await started(startCharge(deps, { viewer, instalmentIds: [a, b] }))
    expect(jobs).toEqual([
      { job: 'charges.issue', chargeId: wide },
      { job: 'charges.cancel', chargeId: narrow },
    ])
    expect((await one(tx, beside)).status).toBe('pending')
  }),
)

test(
  'a card pays all pending card instalments of its order at once, except those under review',
  inside(async (tx) => {
    const { deps, rows, requests } = start(tx)
    const orderId = newId()
    const card = { userId: me, orderId, paymentMethod: 'credit_card' as const }
    const [a, b] = [await rows.instalment(card), await rows.instalment({ ...card, number: 2 })]
    const pix = await rows.instalment({ userId: me, orderId, number: 4 })
    const elsewhere = await rows.instalment({ ...card, orderId: newId() })
    const reviewed = await rows.instalment({ ...card, number: 3 })
    const mismatch = await rows.charge({ status: 'amount_mismatch' })
    await rows.line(mismatch, reviewed)
    const paymentId = await rows.payment({ chargeId: mismatch })
    await rows.credit({ paymentId, chargeId: mismatch, reason: 'partial' })
    const methods: [ids: string[], method: 'pix' | 'credit_card' | undefined, lines: string[], by: string][] =
      [
        [[a], undefined, [a, b], 'credit_card'],
        [[a], 'credit_card', [a, b], 'credit_card'],
        [[a], 'pix', [a], 'pix'],
        [[pix], undefined, [pix], 'pix'],
        [[a, pix], undefined, [a, pix], 'pix'],
        [[a, pix], 'credit_card', [a, pix], 'credit_card'],
        [[pix], 'credit_card', [pix], 'credit_card'],
        [[a, elsewhere], undefined, [a, elsewhere], 'credit_card'],
      ]
    for (const [instalmentIds, method, lines, by] of methods) {
      const chargeId = await started(startCharge(deps, { viewer, instalmentIds, method }))
      expect((await linesOf(tx, chargeId)).toSorted()).toEqual(lines.toSorted())
      expect((await one(tx, chargeId)).method).toBe(by)
      if (by === 'credit_card')
        expect(await one(tx, chargeId)).toMatchObject({
          ...{ initPoint: 'https://bank/card', status: 'pending', payer: null },
          expiresAt: at(5 + 24 * 60),
        })
    }
    expect(requests[0]).toMatchObject({ maxInstalments: 2, amount: 20_000 })
    const chargeOf = await started(startCharge(deps, { viewer, instalmentIds: [pix] }))
    expect((await one(tx, chargeOf)).maxInstalments).toBe(1)
    const paid = await rows.instalment({ ...card, number: 5, status: 'paid', paidWith: await rows.payment() })
    expect(await startCharge(deps, { viewer, instalmentIds: [paid] })).toMatchObject({ code: 'already_paid' })
    expect(await startCharge(deps, { viewer, instalmentIds: [reviewed] })).toMatchObject({
      code: 'under_review',
    })
    const many = await Promise.all(
      Array.from({ length: 13 }, (_, number) => rows.instalment({ userId: me, number: number + 9 })),
    )
    const thirteen = await started(startCharge(deps, { viewer, instalmentIds: many }))
    expect((await one(tx, thirteen)).maxInstalments).toBe(12)

    const pixOnly = start(tx, { methods: ['pix'] })
    const chargeId = await started(
      startCharge(pixOnly.deps, { viewer, instalmentIds: [b], method: 'credit_card' }),
    )
    expect((await one(tx, chargeId)).method).toBe('pix')
  }),
)

test(
  'charges at most a thousand instalments at once, and as little as one centavo',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const [row] = await ownInstalments(tx, {
      ids: [await rows.instalment({ userId: me, amount: 1 })],
      userId: me,
    })
    if (!row) throw new Error('no instalment')
    const others = Array.from({ length: 1000 }, () => ({ ...row, id: newId(), orderId: newId() }))
    await tx.insert(instalments).values(others.map((other) => ({ ...other, externalReference: other.id })))
    const ids = [row, ...others].map(({ id }) => id)
    expect(await startCharge(deps, { viewer, instalmentIds: ids })).toMatchObject({ code: 'not_found' })
    const amountOf = async (instalmentIds: string[]) =>
      (await one(tx, await started(startCharge(deps, { viewer, instalmentIds })))).amount
    expect(await amountOf(ids.slice(1))).toBe(1000)
    expect(await amountOf([row.id])).toBe(1)
  }),
)

test('identifies a selection by owner, method and instalments in any order', () => {
  const key = (ids: string[], method: 'pix' | 'credit_card' = 'pix', userId = me) =>
    selectionKey({ userId, ids, method })
  expect(key(['b', 'a'])).toBe(key(['a', 'b']))
  const others = [key(['a']), key(['ab']), key(['a', 'b'], 'credit_card'), key(['a', 'b'], 'pix', other)]
  expect(new Set([key(['a', 'b']), ...others]).size).toBe(5)
  expect(key(['a'])).toMatch(new RegExp(`^${me}:pix:[0-9a-f]{40}$`))
})

test('the description of a charge names each service once and the number of instalments', () => {
  const row = (serviceTitle: string, paymentType = 'PIX') => ({ serviceTitle, paymentType })
  expect(descriptionOf([row('Limpeza')])).toBe('Limpeza - PIX')
  expect(descriptionOf([row('Limpeza'), row('Limpeza')])).toBe('Limpeza - PIX (2 parcelas)')
  expect(descriptionOf([row('Limpeza'), row('Bacen')])).toBe('Limpeza - PIX, Bacen - PIX (2 parcelas)')
  expect(descriptionOf([row('x'.repeat(300))])).toHaveLength(250)
})

test('a payer has a name, a document and an e-mail of their own', () => {
  expect(payerOf(viewer)).toEqual({ ok: true, value: payer })
  expect(guestPayerOf({ email: undefined, nome: ' Ana ', documento: '52998224725' })).toEqual({
    ok: true,
    value: { firstName: 'Ana', lastName: '', document: '52998224725' },
  })
  expect(guestPayerOf({ email: '  ', nome: 'Ana', documento: '529.982.247-25' })).toEqual({
    ok: true,
    value: { firstName: 'Ana', lastName: '', document: '52998224725' },
  })
  const long = guestPayerOf({
    email: undefined,
    nome: `${'a'.repeat(61)}  ${'b'.repeat(121)}`,
    documento: '52998224725',
  })
  expect(long).toMatchObject({ value: { firstName: 'a'.repeat(60), lastName: 'b'.repeat(120) } })
  const refused = { ok: false, code: 'no_client_data' }
  expect(guestPayerOf({ email: 'a@b.c', nome: ' ', documento: '52998224725' })).toMatchObject(refused)
  expect(guestPayerOf({ email: 'a@b.c', nome: 'Ana', documento: '52998224726' })).toMatchObject(refused)
  expect(payerOf({ ...viewer, email: ' ' })).toMatchObject({ ok: false, code: 'no_email' })
})

test(
  'a charge is requested once per selection, with its purpose',
  inside(async (tx) => {
    const { deps, jobs } = start(tx)
    const lookUp = newId()
    const request = {
      ...{ purpose: { kind: 'consultation' as const, id: lookUp }, method: 'pix' as const, amount: 5, payer },
      ...{ description: 'd', selectionKey: 'k' },
    }
    const chargeId = (await requestCharge(tx, request, deps)) ?? ''
    expect(await one(tx, chargeId)).toMatchObject({
      ...{ purpose: 'consultation', purposeId: lookUp, userId: null, maxInstalments: 1, status: 'created' },
      ...{ payer, attempts: 0 },
    })
    expect(await requestCharge(tx, request, deps)).toBeUndefined()
    expect(jobs).toHaveLength(1)
  }),
)

/** Stores a charge that has not been requested from the bank yet. */
const stored = (tx: Transaction, row: Parameters<ReturnType<typeof rowsIn>['charge']>[0] = {}) =>
  rowsIn(tx).charge({ status: 'created', payer, expiresAt: at(36), lastError: 'before', ...row })

test.each<[ProviderRefusal['code'], refusal: string, status: string]>([
  ['unavailable', 'unavailable', 'created'],
  ['rate_limited', 'unavailable', 'created'],
  ['unreadable', 'unavailable', 'created'],
  ['not_found', 'refused', 'failed'],
  ['awaits_person', 'refused', 'failed'],
  ['refused', 'refused', 'failed'],
  ['invalid_payer', 'invalid_payer', 'failed'],
  ['no_pix_key', 'no_pix_key', 'failed'],
])('result of a charge when the bank answers %s', (code, refusal, status) =>
  inside(async (tx) => {
    for (const method of ['pix', 'credit_card'] as const) {
      const { deps, jobs, logged, asked } = start(tx, {
        createPix: refusing(code),
        createCard: refusing(code),
      })
      const chargeId = await stored(tx, { method, nextCheckAt: at(9) })
      expect(await issueCharge(deps, { chargeId })).toEqual({ ok: false, code: refusal, detail: 'd' })
      const isFinal = status === 'failed'
      expect(await one(tx, chargeId)).toMatchObject({
        ...{ status, lastError: refusal, attempts: 1, payer: isFinal ? null : payer, providerId: null },
        ...{ issuedAt: isFinal ? at(5) : null, nextCheckAt: isFinal ? at(15) : at(9) },
      })
      expect(jobs).toEqual([])
      expect(logged.join()).toContain(refusal)
      const isLookedFor = method === 'pix' && (code === 'refused' || code === 'not_found')
      expect(asked).toEqual(isLookedFor ? ['payments'] : [])
    }
  })(),
)

test(
  'keeps an issued code as the bank reports it, where its values are plausible',
  inside(async (tx) => {
    const issue = async (issued: Partial<IssuedPix>, row: Parameters<typeof stored>[1] = {}) => {
      const { deps, jobs, logged } = start(tx, { issued: { providerId: newId(), ...issued } })
      const chargeId = await stored(tx, row)
      const answer = await issueCharge(deps, { chargeId })
      return { answer, jobs, logged, charge: await one(tx, chargeId) }
    }
    expect((await issue({ ticketUrl: undefined })).charge).toMatchObject({
      ...{
        status: 'pending',
        ticketUrl: null,
        expiresAt: at(36),
        lastError: null,
        payer: null,
        issuedAt: at(5),
      },
      nextCheckAt: null,
    })
    expect((await issue({ state: 'in_process' })).charge.status).toBe('in_process')
    expect((await issue({ expiresAt: at(50) })).charge.expiresAt).toEqual(at(50))
    expect((await issue({ expiresAt: at(96) })).charge.expiresAt).toEqual(at(96))
    expect((await issue({ expiresAt: at(97) })).charge.expiresAt).toEqual(at(36))
    expect((await issue({ expiresAt: at(4) })).charge.expiresAt).toEqual(at(36))
    const wrong = await issue({ code: codeOf(9_999), providerId: 'wrong' })
    expect(wrong.answer).toEqual({ ok: false, code: 'wrong_code', detail: 'wrong_amount' })
    expect(wrong.charge).toMatchObject({
      ...{ status: 'failed', lastError: 'wrong_code', providerId: 'wrong', nextCheckAt: null, qrCode: null },
    })
    expect(wrong.jobs).toEqual([{ job: 'charges.cancel', chargeId: wrong.charge.id }])
    expect(wrong.logged.join()).toContain('the provider returned an invalid code')

    for (const row of [{ payer: null }, { status: 'pending' as const }]) {
      const { deps, requests } = start(tx)
      expect(await issueCharge(deps, { chargeId: await stored(tx, row) })).toEqual({ ok: true })
      expect(requests).toEqual([])
    }
    const { deps } = start(tx)
    expect(await issueCharge(deps, { chargeId: newId() })).toMatchObject({ code: 'refused' })
    await expect(issueCharge(deps, { chargeId: await stored(tx, { expiresAt: null }) })).rejects.toThrow(
      'without a payer and an expiry',
    )
  }),
)

test(
  'does not store the id of another charge’s payment with a code, and logs it',
  inside(async (tx) => {
    await rowsIn(tx).charge({ providerId: 'known' })
    const { deps, logged } = start(tx, { issued: { providerId: 'known' } })
    const chargeId = await stored(tx)
    expect(await issueCharge(deps, { chargeId })).toEqual({ ok: true })
    expect(await one(tx, chargeId)).toMatchObject({
      status: 'pending',
      providerId: null,
      qrCode: codeOf(10_000),
    })
    expect(logged.join()).toContain('the id of the payment of another charge')
    const own = start(tx, { issued: { providerId: 'own' } })
    expect(await issueCharge(own.deps, { chargeId: await stored(tx, { providerId: 'own' }) })).toEqual({
      ok: true,
    })
    expect(own.logged).toEqual([])
  }),
)

test(
  'accepts a code that was refused but exists at the bank',
  inside(async (tx) => {
    const code = codeOf(10_000)
    const open = { state: 'pending', status: 'pending' } as const
    const payments = [reported({ ...open, providerId: '8' }), reported({ ...open, providerId: '9', code })]
    const { deps } = start(tx, { createPix: refusing('refused') }, payments)
    const chargeId = await stored(tx)
    expect(await issueCharge(deps, { chargeId })).toEqual({ ok: true })
    expect(await one(tx, chargeId)).toMatchObject({ status: 'pending', providerId: '9', qrCode: code })
    const silent = start(
      tx,
      { createPix: refusing('refused'), paymentsOf: refusing('unavailable') },
      payments,
    )
    expect(await issueCharge(silent.deps, { chargeId: await stored(tx) })).toMatchObject({ code: 'refused' })
  }),
)

test.each<[status: ChargeRow['status'], settled: boolean, providerId: string | null, cancels: boolean]>([
  ['pending', false, null, false],
  ['in_process', false, 'known', false],
  ['approved', true, 'known', false],
  ['cancelled', false, null, true],
  ['expired', false, null, true],
  ['cancelled', true, 'known', false],
])(
  'a charge that is %s when the bank answers is completed with what it lacks',
  (status, isSettled, providerId, cancels) =>
    inside(async (tx) => {
      const chargeId = await stored(tx)
      const { deps, jobs } = start(tx, {
        async createPix() {
          const settledAt = isSettled ? at(4) : null
          await tx.update(charges).set({ status, settledAt, providerId }).where(eq(charges.id, chargeId))
          const issued = {
            state: 'pending',
            status: 'pending',
            detail: undefined,
            expiresAt: at(40),
          } as const
          return {
            ok: true,
            value: { ...issued, providerId: 'theirs', code: codeOf(10_000), ticketUrl: undefined },
          }
        },
      })
      await tx.update(charges).set({ ticketUrl: 'known' }).where(eq(charges.id, chargeId))
      expect(await issueCharge(deps, { chargeId })).toEqual({ ok: true })
      expect(await one(tx, chargeId)).toMatchObject({
        ...{ status, providerId: providerId ?? 'theirs', qrCode: codeOf(10_000), attempts: 1, payer: null },
        ...{ expiresAt: at(36), lastError: 'before' },
      })
      expect(jobs).toEqual(cancels ? [{ job: 'charges.cancel', chargeId }] : [])
    })(),
)

test(
  'a failed charge is reviewed once',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const chargeId = await rows.charge({ status: 'failed' })
    expect(await reviewCharge(tx, { chargeId }, deps)).toMatchObject({ ok: true })
    expect((await one(tx, chargeId)).reviewedAt).toEqual(at(5))
    for (const no of [chargeId, await rows.charge(), newId()])
      expect(await reviewCharge(tx, { chargeId: no }, deps)).toMatchObject({ code: 'not_failed' })
  }),
)

const cancelTable: [
  name: string,
  { said?: ProviderRefusal['code']; row?: object; payments?: ListedPayment[]; silent?: boolean },
  answer: string,
  status: string,
][] = [
  ['open', {}, 'ok', 'cancelled'],
  ['already settled', { row: { settledAt: at(1), status: 'approved' } }, 'already_paid', 'approved'],
  ['nothing left to cancel', { said: 'refused' }, 'ok', 'cancelled'],
  ['a silent bank', { said: 'unavailable' }, 'unavailable', 'pending'],
  ['a busy bank', { said: 'rate_limited' }, 'unavailable', 'pending'],
  ['issued, and reported missing', { said: 'not_found', row: { providerId: '7' } }, 'unavailable', 'pending'],
  [
    'whose page is reported missing',
    { said: 'not_found', row: { preferenceId: 'p' } },
    'unavailable',
    'pending',
  ],
  ['refused, although it has an id', { said: 'refused', row: { providerId: '7' } }, 'ok', 'cancelled'],
  ['never issued, and missing', { said: 'not_found' }, 'ok', 'cancelled'],
  ['a bank that stops answering', { silent: true }, 'unavailable', 'pending'],
  [
    'paid a moment before',
    { said: 'refused', payments: [reported({ reference: 'r' })] },
    'already_paid',
    'approved',
  ],
  [
    'paid with money that cannot be booked',
    { said: 'refused', payments: [reported({ reference: 'r', currency: 'USD' })] },
    'undecided',
    'pending',
  ],
  [
    'with a payment that was unreadable for a moment',
    { said: 'unreadable', payments: [reported({ reference: 'r', state: 'pending', status: 'pending' })] },
    'unavailable',
    'pending',
  ],
  ['closed, with an unreadable payment', { payments: [garbled()] }, 'ok', 'cancelled'],
  ['already failed', { row: { status: 'failed' } }, 'ok', 'failed'],
]

test.each(cancelTable)('cancels a charge: %s', (_, { said, row, payments, silent }, answer, status) =>
  inside(async (tx) => {
    const { deps, rows } = start(
      tx,
      {
        ...(said && { cancel: refusing(said) }),
        ...(silent && { paymentsOf: refusing('unavailable') }),
      },
      payments,
    )
    const chargeId = await rows.charge({ userId: me, reference: 'r', payer, ...row })
    await rows.line(chargeId, await rows.instalment({ userId: me }))
    const found = await cancelCharge(deps, { chargeId })
    expect(found.ok ? 'ok' : found.code).toBe(answer)
    const charge = await one(tx, chargeId)
    expect(charge.status).toBe(status)
    expect(charge.payer).toEqual(status === 'cancelled' || (status === 'approved' && !row) ? null : payer)
    const causes = (await tx.select().from(chargeHistory)).map(({ to, cause }) => `${to} ${cause}`)
    expect(causes).toEqual(
      row && status !== 'cancelled' ? [] : status === 'pending' ? [] : [`${status} cancel`],
    )
    expect(await cancelCharge(deps, { chargeId: newId() })).toMatchObject({ code: 'not_found' })
  })(),
)

test(
  'does not cancel a settled charge at its bank',
  inside(async (tx) => {
    let asked = 0
    const { deps, rows } = start(tx, { cancel: async () => ({ ok: true, value: void asked++ }) })
    const row = { userId: me, settledAt: at(1), status: 'approved' } as const
    await cancelCharge(deps, { chargeId: await rows.charge(row) })
    expect(asked).toBe(0)
    // The page of a card that was paid can be paid again.
    const page = await rows.charge({ ...row, method: 'credit_card', preferenceId: 'p' })
    await cancelCharge(deps, { chargeId: page })
    expect(asked).toBe(1)
  }),
)

test(
  'checks a charge again two seconds after its last check, until it is settled',
  inside(async (tx) => {
    const { deps, rows, asked } = start(tx)
    const check = async (row: object) => {
      asked.length = 0
      await checkCharge(deps, { chargeId: await rows.charge(row) })
      return asked.length
    }
    expect(await check({})).toBe(1)
    expect(await check({ checkedAt: seconds(-2) })).toBe(1)
    expect(await check({ checkedAt: new Date(seconds(-2).getTime() + 1) })).toBe(0)
    expect(await check({ settledAt: at(1) })).toBe(0)
    for (const chargeId of ['x', newId()]) await checkCharge(deps, { chargeId })
    expect(asked).toEqual([])
  }),
)

test(
  'many viewers of a charge at once cause one request to its bank',
  inside(async (tx) => {
    let asked = 0
    const { deps, rows } = start(tx, {
      async paymentsOf() {
        asked++
        return { ok: false, code: 'not_found', detail: '' }
      },
    })
    const [chargeId, another] = [await rows.charge({}), await rows.charge({})]
    await Promise.all(Array.from({ length: 40 }, () => checkCharge(deps, { chargeId })))
    expect(asked).toBe(1)
    await checkCharge(deps, { chargeId: another })
    expect(asked).toBe(2)
  }),
)

test(
  'a failed check does not stop the next ones',
  inside(async (tx) => {
    const { deps, rows } = start(tx, { paymentsOf: () => Promise.reject(new Error('away')) })
    const chargeId = await rows.charge({})
    for (const _ of [1, 2]) await expect(checkCharge(deps, { chargeId })).rejects.toThrow('away')
  }),
)

test(
  'renews an ended charge for the amount shown, unless its money came at the last moment',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const over = async (
      instalment: Parameters<typeof rows.instalment>[0],
      row: Parameters<typeof rows.charge>[0] = {},
    ) => {
      const chargeId = await rows.charge({ userId: me, status: 'expired', reference: newId(), ...row })
      await rows.line(chargeId, await rows.instalment({ userId: me, ...instalment }))
      return chargeId
    }
    const renew = (chargeId: string) => renewCharge(deps, { chargeId, viewer })
    const old = await over({}, { method: 'credit_card' })
    const renewed = await renew(old)
    if (!renewed.ok) throw new Error(renewed.code)
    expect(renewed.value.chargeId).not.toBe(old)
    expect(await linesOf(tx, renewed.value.chargeId)).toEqual(await linesOf(tx, old))
    expect((await one(tx, renewed.value.chargeId)).method).toBe('credit_card')

    expect(await renew(await over({ amount: 9_999 }))).toMatchObject({ code: 'amounts_changed' })
    const paid = { status: 'paid' as const, paidWith: await rows.payment() }
    expect(await renew(await over(paid))).toMatchObject({ code: 'already_paid' })
    for (const no of [
      newId(),
      await over({}, { userId: other }),
      await over({}, { purpose: 'consultation', purposeId: newId() }),
    ])
      expect(await renew(no)).toMatchObject({ code: 'not_found' })

    const late = await over({}, { reference: 'late' })
    const { deps: paying } = start(tx, {}, [reported({ reference: 'late', providerId: 'late' })])
    expect(await renewCharge(paying, { chargeId: late, viewer })).toEqual({
      ok: true,
      value: { chargeId: late },
    })
    const partly = await over({}, { reference: 'partly' })
    await rows.line(partly, await rows.instalment({ userId: me, ...paid }))
    const rest = await renew(partly)
    if (!rest.ok) throw new Error(rest.code)
    expect(await linesOf(tx, rest.value.chargeId)).toHaveLength(1)
  }),
)
