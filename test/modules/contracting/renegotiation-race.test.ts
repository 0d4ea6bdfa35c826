// Databases: postgres. An addendum accepted in one tab while the order is cancelled in another.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelInstalments } from '../../../src/modules/payments/instalments/cancel-instalments.ts'
import { replaceSchedule } from '../../../src/modules/payments/renegotiation/replace-schedule.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
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

type Viewer = Awaited<ReturnType<HiringSetup['createUser']>>
interface Signed {
  viewer: Viewer
  orderId: string
}

const queue = () => ({ enqueue: async () => {}, clock: setup.clock, newId })

async function signed(): Promise<Signed> {
  const viewer = await setup.createUser()
  const draft = await setup.contracting.startHiring({ ...weekly, viewer })
  const accepted = draft.ok
    ? await setup.contracting.acceptContract({ draftId: draft.value.draftId, viewer, ticked, evidence })
    : draft
  if (!accepted.ok) throw new Error(accepted.code)
  return { viewer, orderId: accepted.value.orderId }
}

async function proposed(orderId: string): Promise<string> {
  const { contracting, database } = setup
  const text = { paymentType: '6x', priceText: 'R$ 1.500,00', firstDue: '2026-12-05', isMore: false }
  const plan = await contracting.planRenegotiation({ orderId, ...text })
  if (!plan.ok) throw new Error(plan.code)
  const terms = { orderId, ...text, plan: plan.value, validDays: 7, words: '', by: newId() }
  const sent = await database.transaction((tx) => contracting.proposeRenegotiation(tx, terms))
  if (!sent.ok) throw new Error(sent.code)
  return sent.value.renegotiationId
}

/** Waits until a session waits for a lock. */
async function lockIsAwaited(): Promise<void> {
  const query = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await setup.database.$client.query(query)).rows.length === 0);
}

/** Cancels the order when the schedule was replaced and is not committed yet. @returns what the order is then */
async function cancelWhileAccepting(cancel: (order: Signed) => Promise<unknown>) {
  const { viewer, orderId } = await signed()
  const renegotiationId = await proposed(orderId)
  const shown = await setup.contracting.renegotiationOf({ renegotiationId, userId: viewer.id })
  const replaced = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const slow = setup.contractingWith({
    replaceSchedule: async (tx, which) => {
      const result = await replaceSchedule(tx, which, queue())
      replaced.resolve()
      await mayCommit.promise
      return result
    },
  })
  const form = { renegotiationId, viewer, ticked, evidence, shownSha256: shown?.sha256 ?? '' }
  const accepting = slow.acceptRenegotiation(form)
  await replaced.promise
  const cancelling = cancel({ viewer, orderId })
  await lockIsAwaited()
  mayCommit.resolve()
  await Promise.all([accepting, cancelling])
  const { rows } = await setup.database.$client.query(
    `select o.status, count(*) filter (where p.status = 'pending')::int as owed
     from orders o join payments p on p.order_id = o.id where o.id = $1 group by 1`,
    [orderId],
  )
  return rows[0]
}

test.each<[string, (order: Signed) => Promise<unknown>]>([
  ['the customer withdraws', ({ viewer, orderId }) => setup.contracting.withdraw({ orderId, viewer })],
  [
    'the team cancels the order',
    ({ orderId }) =>
      setup.database.transaction(async (tx) => {
        await setup.orders.cancelOrder(tx, { orderId, by: newId(), reason: 'não será entregue' })
        return cancelInstalments(tx, { orderId }, queue())
      }),
  ],
])('when %s during an addendum’s acceptance, nothing of the new schedule stays owed', async (_, cancel) => {
  expect(await cancelWhileAccepting(cancel)).toEqual({ status: 'cancelled', owed: 0 })
})
