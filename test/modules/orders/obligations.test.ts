// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../../support/property-seed.ts'
import { sql } from 'drizzle-orm'
import { addDays } from '../../../src/core/calendar.ts'
import type { Obligation } from '../../../src/core/obligation.ts'
import { checkSource } from '../../support/check-source.ts'
import { onDatabase, type TestDatabase, testDatabase } from '../../support/database.ts'
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
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

const source = (kind: string) => {
  const found = setup.orders.obligations.find((each) => each.kind === kind)
  if (!found) throw new Error(kind)
  return found
}

async function owed(): Promise<Obligation[]> {
  const lists: Obligation[][] = []
  for (const source of setup.orders.obligations) lists.push(await checkSource(source))
  return lists.flat()
}

type Event = { order: number; what: number; day: number }
const events = fc.array(
  fc.record({ order: fc.nat({ max: 2 }), what: fc.nat({ max: 9 }), day: fc.nat({ max: 40 }) }),
  { minLength: 1, maxLength: 14 },
)

/** Applies an event to an order; an event that its state does not allow is refused and changes nothing. */
async function happen({ what, day }: Event, { orderId, userId }: { orderId: string; userId: string }) {
  const { steps } = await team.order(orderId)
  const current = steps.find(({ completedAt }) => completedAt === null)?.number ?? 1
  const last = steps.findLast(({ completedAt }) => completedAt !== null)
  switch (what) {
    case 0:
    case 1:
      await team.fund(orderId, userId)
      return team.pay(orderId)
    case 2:
    case 3:
      return team.complete(orderId, current)
    case 4:
      return last && team.reopen(orderId, last.number)
    case 5:
      return last?.completion && team.undo(orderId, last.completion.id)
    case 6:
      await team.bank(orderId, day % 2 === 0 ? 'charged_back' : 'approved')
      return team.moneyChanged(orderId, userId)
    case 7:
      return team.contact(orderId)
    case 8:
      return day % 3 === 0 ? team.cancel(orderId) : team.resume(orderId)
    default:
      return team.move(orderId, current, addDays('2026-11-23', day))
  }
}

test('whatever happens to orders, each open obligation is listed exactly once, and no met one', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (story) => {
      setup.time.now = '2026-11-23T15:00:00Z'
      await setup.database.execute(sql`delete from payments`)
      await setup.database.execute(sql`delete from orders`)
      const orders: { orderId: string; userId: string }[] = []
      for (const steps of [1, 2, 4]) {
        const { id: userId } = await setup.createUser()
        orders.push({ userId, orderId: await team.open(userId, { steps }) })
      }
      for (const event of story) {
        const order = orders[event.order]
        if (order) await happen(event, order)
      }
      const expected: string[] = []
      for (const { orderId } of orders) {
        const { status, contactedAt, dueOn, steps } = await team.order(orderId)
        const isOpen = status !== 'completed' && status !== 'cancelled'
        if (isOpen && !contactedAt) expected.push(`order.contact ${orderId}`)
        if (status === 'paid' || status === 'in_progress') {
          expected.push(`order.step ${orderId}`)
          // The queue shows the due date of the current step.
          expect(dueOn).toBe(steps.find(({ completedAt }) => completedAt === null)?.dueOn)
        }
        if (status === 'on_hold') expected.push(`order.decide ${orderId}`)
      }
      const found = await owed()
      expect(found.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: onDatabase({ postgres: 60, embedded: 4 }) },
  )
}, 120_000)

test('an obligation says since when, until when, whose it is and what it is about', async () => {
  setup.time.now = '2026-11-23T15:00:00Z'
  const { id: userId } = await setup.createUser()
  const orderId = await team.open(userId)
  const of = async (kind: string) => (await source(kind).among({ ids: [orderId, 'x'] }))[0]
  const whose = { id: orderId, userId, orderId }
  expect(await of('order.contact')).toMatchObject({
    ...{ ...whose, about: 'Rating de Crédito', amount: null },
    ...{ since: new Date('2026-11-23T15:00:00Z'), dueAt: new Date('2026-11-24T15:00:00Z') },
  })
  expect(await of('order.step')).toBeUndefined()

  await team.fund(orderId, userId)
  await team.pay(orderId)
  expect(await of('order.step')).toMatchObject({
    ...{ ...whose, about: 'Etapa 1, Rating de Crédito', dueAt: new Date('2026-11-27T03:00:00Z') },
  })
  setup.time.now = '2026-11-24T15:00:00Z'
  await team.complete(orderId, 1)
  expect(await of('order.step')).toMatchObject({
    ...{ about: 'Etapa 2, Rating de Crédito', since: new Date('2026-11-24T15:00:00Z') },
  })
  await team.bank(orderId, 'charged_back')
  await team.moneyChanged(orderId, userId)
  expect(await of('order.step')).toBeUndefined()
  expect(await of('order.decide')).toMatchObject({
    ...{ ...whose, about: 'Rating de Crédito', amount: 250_000, dueAt: new Date('2026-11-26T03:00:00Z') },
  })
  await team.contact(orderId)
  expect(await of('order.contact')).toBeUndefined()
})
