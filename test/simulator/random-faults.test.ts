import { expect, test } from 'vitest'
import {
  newDataDir,
  pixPayment,
  startTestSimulator,
  startWebhookReceiver,
  waitUntil,
} from './test-simulator.ts'

type Api = Awaited<ReturnType<typeof startTestSimulator>>['api']

const mixed = { failProbability: 0.4, loseProbability: 0.4, duplicateProbability: 0.4, seed: 11 }

/** Creates so many payments, one after the other, and says how each ended. */
async function statuses(api: Api, count: number, url?: string): Promise<number[]> {
  const seen: number[] = []
  for (let at = 0; at < count; at++) {
    seen.push((await api.post('/v1/payments', pixPayment({ notification_url: url }))).status)
  }
  return seen
}

test('with a seed a run of mixed faults replays, with another it does not', async () => {
  const { url } = await startWebhookReceiver()
  async function run(seed: number) {
    const { api } = await startTestSimulator()
    await api.faults({ ...mixed, seed })
    const answers = await statuses(api, 30, url)
    const { body } = await api.get('/sim/payments')
    const notices = body.map(({ deliveries }: { deliveries: { state: string }[] }) =>
      deliveries.map(({ state }) => state === 'dropped'),
    )
    return { answers, notices }
  }
  const first = await run(11)
  expect(await run(11)).toEqual(first)
  expect(await run(12)).not.toEqual(first)
  const failed = first.answers.filter((status) => status === 500).length
  expect(failed).toBeGreaterThan(5)
  expect(failed).toBeLessThan(25)
  // Some of the failures were done all the same.
  expect(first.notices.length).toBeGreaterThan(30 - failed)
  expect(first.notices).toContainEqual([true])
  expect(first.notices).toContainEqual([false])
  expect(first.notices).toContainEqual([false, false])
})

test('a restart goes on with the same chances, and the same set begins them anew', async () => {
  const whole = await startTestSimulator()
  await whole.api.faults(mixed)
  const expected = await statuses(whole.api, 20)

  const dataDir = newDataDir()
  const before = await startTestSimulator({ dataDir })
  await before.api.faults(mixed)
  const first = await statuses(before.api, 10)
  await before.close()
  await (await startTestSimulator({ dataDir })).close()
  const { api } = await startTestSimulator({ dataDir })
  expect([...first, ...(await statuses(api, 10))]).toEqual(expected)
  await api.faults(mixed)
  expect(await statuses(api, 20)).toEqual(expected)
})

test('a certain chance faultOccurs every time: lost, twice, failed', async () => {
  const { api } = await startTestSimulator()
  const { url, notices } = await startWebhookReceiver()
  await api.faults({ duplicateProbability: 1 })
  const { id } = (await api.post('/v1/payments', pixPayment({ notification_url: url }))).body
  await waitUntil(() => notices.length === 2)
  await api.faults({ loseProbability: 1 })
  await api.control(id, 'approve')
  expect((await api.get('/sim/truth.json')).body.notices).toMatchObject({ delivered: 2, dropped: 1 })
  await api.faults({ failProbability: 1 })
  expect((await api.get(`/v1/payments/${id}`)).status).toBe(500)
  expect((await api.get('/sim/payments')).status).toBe(200)
})
