// Databases: one. Results of an automatic bureau are delivered; a look-up that it does not answer stays with the team.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok, refuse } from '../../../src/core/outcome.ts'
import type { Bureau, BureauOrder } from '../../../src/modules/consultations/ports.ts'
import { testDatabase } from '../../support/database.ts'
import { type Lookups, startLookups } from './lookups-setup.ts'

const asked: BureauOrder[] = []
let answer: Awaited<ReturnType<Bureau['lookUp']>>
const bureau: Bureau = {
  name: 'birô',
  answers: (kind) => kind === 'complete',
  async lookUp(order) {
    asked.push(order)
    return answer
  },
}

let w: Lookups
beforeAll(async () => {
  w = await startLookups({ testDatabase, bureau })
})
afterAll(() => w.close())

async function paid() {
  const requested = await w.request()
  await w.pay(requested)
  return requested.consultationId
}
const run = () =>
  Promise.all(
    w.jobs
      .splice(0)
      .map(({ consultationId }) => w.module.jobs['consultations.look-up'].run({ consultationId })),
  )
const stateOf = async (id: string) => (await w.module.forTeam({ id }))?.status

test('a paid look-up is requested once and delivered with the name of its bureau', async () => {
  answer = ok({ text: 'Nada consta.' })
  const id = await paid()
  await run()
  expect(asked).toMatchObject([{ id, kind: 'complete', cpf: '52998224725' }])
  expect(await w.module.forTeam({ id })).toMatchObject({ status: 'delivered', results: [{ source: 'birô' }] })
  await w.module.jobs['consultations.look-up'].run({ consultationId: id })
  expect(asked).toHaveLength(1)
})

test('a bureau without an answer is asked again; one that refuses leaves the look-up to the team', async () => {
  answer = refuse('unavailable', 'status 503')
  const id = await paid()
  await expect(run()).rejects.toThrow('status 503')
  answer = refuse('refused')
  await w.module.jobs['consultations.look-up'].run({ consultationId: id })
  expect(await stateOf(id)).toBe('paid')
})

test('a look-up whose money is being refunded is not requested', async () => {
  const id = await paid()
  await w.database.execute(sql`update consultations set refund_requested_at = now() where id = ${id}`)
  asked.splice(0)
  await run()
  expect(asked).toEqual([])
})
