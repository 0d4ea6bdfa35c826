import { expect, test } from 'vitest'
import { pixPayment, startTestSimulator } from './test-simulator.ts'

/** Creates four payments a second apart; the third and then the first are approved in one instant, the second stays open. */
async function createFourPayments() {
  const { api, clock } = await startTestSimulator()
  const ids: number[] = []
  for (let at = 0; at < 4; at++) {
    ids.push((await api.post('/v1/payments', pixPayment())).body.id)
    if (at < 2) clock.advance(1000)
  }
  clock.advance(8000)
  for (const at of [2, 0]) await api.control(ids[at] ?? 0, 'approve')
  clock.advance(10_000)
  await api.control(ids[3] ?? 0, 'approve')
  const found = async (query: string) => {
    const { body } = await api.get(`/v1/payments/search?${query}`)
    return body.results.map((payment: { id: number }) => ids.indexOf(payment.id))
  }
  return { api, found }
}

const at = (second: string) => encodeURIComponent(`2026-11-21T12:00:${second}.000-03:00`)

test('a search can range over the approval date, which excludes payments never approved', async () => {
  const { found } = await createFourPayments()
  expect(await found(`range=date_approved&sort=date_approved&end_date=${at('10')}`)).toEqual([2, 0])
  expect(await found(`range=date_approved&sort=date_approved&begin_date=${at('00')}`)).toEqual([3, 2, 0])
  expect(await found(`range=date_approved&begin_date=${at('11')}&end_date=${at('20')}`)).toEqual([3])
  expect(await found(`range=date_last_updated&end_date=${at('01')}`)).toEqual([1])
  expect(await found(`range=date_created&begin_date=${at('02')}`)).toEqual([3, 2])
})

test('equal dates are ordered by id, in both directions', async () => {
  const { found } = await createFourPayments()
  expect(await found('sort=date_created&criteria=asc')).toEqual([0, 1, 2, 3])
  expect(await found('sort=date_created&criteria=desc')).toEqual([3, 2, 1, 0])
  expect(await found('sort=date_approved&criteria=asc')).toEqual([1, 0, 2, 3])
  expect(await found('sort=date_last_updated&criteria=desc')).toEqual([3, 2, 0, 1])
  expect(await found('sort=id&criteria=asc')).toEqual([0, 1, 2, 3])
})

test('pages return every payment once, and the total does not depend on the page', async () => {
  const { api, found } = await createFourPayments()
  const query = 'status=approved&sort=date_approved&criteria=asc&limit=2'
  expect([...(await found(query)), ...(await found(`${query}&offset=2`))]).toEqual([0, 2, 3])
  for (const offset of [0, 2, 4]) {
    const { paging } = (await api.get(`/v1/payments/search?${query}&offset=${offset}`)).body
    expect(paging).toEqual({ total: 3, limit: 2, offset })
  }
  expect((await api.get('/v1/payments/search?range=id')).status).toBe(400)
  expect((await api.get('/v1/payments/search?begin_date=soon')).status).toBe(400)
})
