// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Obligation } from '../../../src/core/obligation.ts'
import { newId } from '../../../src/platform/ids.ts'
import { checkSource } from '../../support/check-source.ts'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { minute } from '../payments/payments-harness.ts'
import { type Lookups, startLookups } from './lookups-setup.ts'

let w: Lookups
beforeAll(async () => {
  w = await startLookups({ testDatabase })
})
afterAll(() => w.close())

const events = [
  'pay',
  'deliver',
  'correct',
  'refund',
  'keep',
  'refund given up',
  'another refund given up',
  'paid by another code',
  'money back',
  'money regained',
  'a day passes',
] as const

/** Expected state of a look-up, tracked alongside the database. */
interface Model {
  status: 'awaiting' | 'paid' | 'delivered' | 'cancelled'
  promised?: number
  refunding: boolean
  kept: boolean
}

const day = 24 * 60 * minute

function expectedOf(model: Model, now: number): string[] {
  if (model.status !== 'paid' || model.refunding) return []
  const isLate = (model.promised ?? 0) <= now
  return isLate && !model.kept ? ['lookup.deliver', 'lookup.refund'] : ['lookup.deliver']
}

function apply(model: Model, event: (typeof events)[number], now: number): Model {
  const isLate = model.status === 'paid' && !model.refunding && (model.promised ?? 0) <= now
  switch (event) {
    case 'pay':
    case 'paid by another code':
      return model.status === 'awaiting' || model.status === 'cancelled'
        ? { status: 'paid', promised: now + day, refunding: false, kept: false }
        : model
    case 'deliver':
      return model.status === 'paid' && !model.refunding ? { ...model, status: 'delivered' } : model
    case 'refund':
      return isLate ? { ...model, refunding: true } : model
    case 'keep':
      return isLate ? { ...model, kept: true } : model
    case 'refund given up':
      return model.refunding ? { ...model, refunding: false, kept: false } : model
    case 'money back':
      return model.status === 'paid' ? { ...model, status: 'cancelled' } : model
    case 'money regained':
      return model.status === 'cancelled'
        ? { ...model, status: 'paid', refunding: false, kept: false }
        : model
    default:
      return model
  }
}

async function everythingOpen(): Promise<Obligation[]> {
  const lists: Obligation[][] = []
  for (const source of w.module.obligations) lists.push(await checkSource(source))
  return lists.flat()
}

test('after any mix of events every obligation is in the queue once, and none that is met', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...events)), { minLength: 1, maxLength: 14 }),
      async (mix) => {
        await w.database.$client.query('truncate consultations cascade')
        const lookups = await Promise.all([w.request(), w.request(), w.request()])
        const models: Model[] = lookups.map(() => ({ status: 'awaiting', refunding: false, kept: false }))
        for (const [which, event] of mix) {
          const lookup = lookups[which]
          const model = models[which]
          if (!lookup || !model) throw new Error('no such look-up')
          const { consultationId } = lookup
          if (event === 'pay') await w.pay(lookup)
          if (event === 'deliver') await w.deliverResult(consultationId, { text: 'Nada consta.' })
          if (event === 'correct')
            await w.deliverResult(consultationId, {
              text: 'Consta.',
              seenVersion: 1,
              correction: 'outro bureau',
            })
          if (event === 'refund') await w.decide(consultationId, true)
          if (event === 'keep') await w.decide(consultationId, false)
          if (event === 'refund given up') await w.giveUp(lookup)
          if (event === 'another refund given up') await w.giveUp(lookup, { still: true })
          if (event === 'paid by another code') {
            const another = { ...lookup, chargeId: newId() }
            await w.pay(another)
            // A look-up that is paid already stays with its charge: the other one is refunded.
            if (apply(model, event, 0) !== model) lookups[which] = another
          }
          if (event === 'money back') await w.money(lookup, 'back')
          if (event === 'money regained') await w.money(lookup, 'regained')
          if (event === 'a day passes') w.clock.advance(day)
          models[which] = apply(model, event, w.clock.now().getTime())
        }
        const now = w.clock.now().getTime()
        const expected = models.flatMap((model, index) =>
          expectedOf(model, now).map((kind) => `${kind} ${lookups[index]?.consultationId}`),
        )
        const found = await everythingOpen()
        expect(found.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(expected.toSorted())
      },
    ),
    { numRuns: onDatabase({ postgres: 25, embedded: 5 }) },
  )
}, 240_000)

test('an obligation is due when its promise breaks, and the decision about its money a day later', async () => {
  await w.database.$client.query('truncate consultations cascade')
  await w.pay(await w.request())
  const paidAt = w.clock.now().getTime()
  w.clock.advance(day)
  const [deliver, refund] = await everythingOpen()
  expect(deliver).toMatchObject({ kind: 'lookup.deliver', dueAt: new Date(paidAt + day), amount: null })
  expect(refund).toMatchObject({ kind: 'lookup.refund', dueAt: new Date(paidAt + 2 * day), amount: 2_500 })
  expect([deliver?.about, refund?.about]).toEqual([
    expect.stringMatching(/^Consulta Completa, J•••/),
    deliver?.about,
  ])
})

test('a second payment during a dispute, without money left, is not reported to the team', async () => {
  const { consultationId, chargeId } = await w.request()
  await w.pay({ consultationId, chargeId })
  w.disputed.add(chargeId)
  w.sent.length = 0
  const before = w.refunded.length
  await w.pay({ consultationId, chargeId: newId() })
  expect(w.sent).toEqual([])
  expect(w.refunded).toHaveLength(before)
})
