// Databases: one. What the public interface of the money module adds to its use cases: jobs with their schedules, and functions
// for other modules.
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import { createPayments, paymentEvents } from '../../../src/modules/payments/index.server.ts'
import type { PaymentProvider } from '../../../src/modules/payments/ports.ts'
import { setAsidePayments } from '../../../src/modules/payments/set-aside/tables.server.ts'
import { providerEvents } from '../../../src/modules/payments/settlement/tables.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const day = 24 * 60
const code = (name: 'refused' | 'unavailable') => async () => ({ ok: false, code: name }) as const

function door(tx: Transaction, said: Partial<PaymentProvider> = {}, now = at(5)) {
  const { bank, asked } = scriptedBank([reported()], said)
  const written = depsIn(tx, [bank], now)
  return {
    ...{ ...written, asked, rows: rowsIn(tx) },
    payments: createPayments({ ...written.deps, reconcileSeconds: 90 }),
  }
}

test(
  'the personal data of payments is in five tables, sealed data in one, and days have two figures',
  inside(async (tx) => {
    const { owners, sealed, figures } = door(tx).payments
    expect(owners.map(({ table }) => getTableName(table)).toSorted()).toEqual([
      ...['charges', 'credits', 'manual_payments', 'payments', 'postponements'],
    ])
    expect(sealed).toHaveLength(1)
    expect(figures).toHaveLength(2)
  }),
)

test(
  'processes each notice in a job of its own',
  inside(async (tx) => {
    const { outbox } = door(tx).payments
    expect([outbox.table, outbox.poll, outbox.anyClock]).toEqual(['provider_events', 0.5, false])
    const [provider, kind] = ['bank', 'payment']
    await tx.insert(providerEvents).values({
      ...{ id: id(1), provider, deliveryKey: 'k', kind, providerId: '1', receivedAt: at(0) },
      waitingSince: at(0),
    })
    expect(await outbox.take(5)).toMatchObject([
      { id: id(1), jobs: [{ job: 'provider-events.process', data: { eventId: id(1) } }] },
    ])
  }),
)

test(
  'retries a provider call ten seconds later; a failed reconciliation waits for its next run',
  inside(async (tx) => {
    const { jobs } = door(tx).payments
    for (const name of ['charges.issue', 'charges.cancel', 'refunds.issue'] as const)
      expect(jobs[name].retryDelay).toBe(10)
    expect(jobs['payments.reconcile']).toMatchObject({ retryLimit: 0, every: { seconds: 90 } })
    expect(jobs['payments.close-day'].retryLimit).toBeUndefined()
  }),
)

test(
  'a charge that a provider refuses is finished; one whose provider does not answer is retried',
  inside(async (tx) => {
    const payer = {
      email: 'ana@exemplo.com.br',
      firstName: 'Ana',
      lastName: 'Souza',
      document: '52998224725',
    }
    const run = async (name: 'charges.issue' | 'charges.cancel', said: Partial<PaymentProvider>) => {
      const { payments, rows } = door(tx, said)
      const issued = name === 'charges.issue' ? ({ status: 'created', payer } as const) : {}
      const chargeId = await rows.charge({ expiresAt: at(30), ...issued })
      return payments.jobs[name].run({ chargeId })
    }
    for (const [name, call] of [
      ['charges.issue', 'createPix'],
      ['charges.cancel', 'cancel'],
    ] as const) {
      await expect(run(name, { [call]: code('unavailable') })).rejects.toThrow('the provider is unavailable')
      expect(await run(name, { [call]: code('refused') })).toBeUndefined()
    }
    const cancelled: PaymentProvider['cancel'] = async () => ({ ok: true, value: undefined })
    expect(await run('charges.cancel', { cancel: cancelled })).toBeUndefined()
  }),
)

test(
  'closing the days fails, to be retried, while a provider cannot be read',
  inside(async (tx) => {
    const run = async (said: Partial<PaymentProvider> = {}) => {
      const { payments, rows } = door(tx, said, at(2 * day))
      await rows.payment({ approvedAt: at(1) })
      return payments.jobs['payments.close-day'].run()
    }
    await expect(run({ list: code('unavailable') })).rejects.toThrow(
      'provider unavailable: bank 2026-11-22, bank 2026-11-21',
    )
    expect(await run()).toBeUndefined()
  }),
)

test(
  'erases raw payloads and notices, each when its retention ends',
  inside(async (tx) => {
    const longest = Math.max(retention.rawPaymentDays, retention.noticeDays)
    const { payments, deps } = door(tx, {}, at((longest + 2) * day))
    await door(tx).payments.jobs['payments.reconcile'].run()
    const event = { provider: 'bank', kind: 'payment', providerId: '1', processedAt: at(1) }
    await tx.insert(providerEvents).values([
      { ...event, id: newId(), deliveryKey: 'a', receivedAt: at(0) },
      { ...event, id: newId(), deliveryKey: 'b', receivedAt: deps.clock.now() },
    ])
    const kept = async () =>
      (
        await tx.execute(`select (select count(*) from raw_payments)::int as raw,
          (select count(*) from provider_events)::int as notices`)
      ).rows
    expect(await kept()).toEqual([{ raw: 1, notices: 2 }])
    await payments.jobs['payments.erase-raw'].run()
    expect(await kept()).toEqual([{ raw: 0, notices: 1 }])
  }),
)

test(
  'lists the latest two hundred payments of other shops',
  inside(async (tx) => {
    const { payments } = door(tx)
    await tx.insert(setAsidePayments).values(
      Array.from({ length: 202 }, (_, index) => ({
        ...{ id: newId(), provider: 'bank', providerId: `o-${index}`, reason: 'other_shop' as const },
        ...{
          detail: 'x',
          digest: String(index),
          since: at(index),
          tries: 1,
          nextTryAt: at(0),
          notifyAfter: 1,
        },
        ...{ resolvedAt: at(index), resolution: 'other_shop' },
      })),
    )
    expect(await payments.otherShopPayments()).toHaveLength(200)
  }),
)

test('a settled charge says if it was for instalments or a look-up, by Pix or card, and no event is only recorded', () => {
  const settled = { chargeId: newId(), amount: 100, received: 100, paidOn: '2026-11-21' }
  const ofOrder = { ...settled, purpose: { kind: 'instalments' }, userId: newId() }
  const ofLookup = { ...settled, purpose: { kind: 'consultation', id: newId() }, userId: null }
  const parses = (payload: object) => paymentEvents['charge.settled'].schema.safeParse(payload).success
  for (const one of [ofOrder, ofLookup]) {
    expect([parses({ ...one, method: 'pix' }), parses({ ...one, method: 'credit_card' })]).toEqual([
      true,
      true,
    ])
    expect(parses({ ...one, method: 'boleto' })).toBe(false)
  }
  expect(parses({ ...ofOrder, userId: null, method: 'pix' })).toBe(false)
  expect(Object.values(paymentEvents).filter(({ isRecord }) => isRecord)).toEqual([])
})
