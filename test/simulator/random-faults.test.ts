import { expect, test } from 'vitest'
import {
  newDataDir,
  pixPayment,
  startTestSimulator,
  startWebhookReceiver,
  waitUntil,
} from './test-simulator.ts'

type Api = Awaited<ReturnType<typeof startTestSimulator>>['api']

const mixedFaults = { failProbability: 0.4, loseProbability: 0.4, duplicateProbability: 0.4, seed: 11 }

/** Creates `count` payments in sequence and returns the status of each response. */
async function createPayments(api: Api, count: number, url?: string): Promise<number[]> {
  const received: number[] = []
  for (let at = 0; at < count; at++) {
    received.push((await api.post('/v1/payments', pixPayment({ notification_url: url }))).status)
  }
  return received
}

test('the same seed replays a run of mixed faults, another seed does not', async () => {
  const { url } = await startWebhookReceiver()
  async function run(seed: number) {
    const { api } = await startTestSimulator()
    await api.faults({ ...mixedFaults, seed })
    const answers = await createPayments(api, 30, url)
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
  // Some of the failed requests created a payment anyway.
  expect(first.notices.length).toBeGreaterThan(30 - failed)
  expect(first.notices).toContainEqual([true])
  expect(first.notices).toContainEqual([false])
  expect(first.notices).toContainEqual([false, false])
})

test('a restart continues the random sequence, and setting the same faults restarts it', async () => {
  const whole = await startTestSimulator()
  await whole.api.faults(mixedFaults)
  const expected = await createPayments(whole.api, 20)

  const dataDir = newDataDir()
  const before = await startTestSimulator({ dataDir })
  await before.api.faults(mixedFaults)
  const first = await createPayments(before.api, 10)
  await before.close()
  await (await startTestSimulator({ dataDir })).close()
  const { api } = await startTestSimulator({ dataDir })
  expect([...first, ...(await createPayments(api, 10))]).toEqual(expected)
  await api.faults(mixedFaults)
  expect(await createPayments(api, 20)).toEqual(expected)
})

test('a fault with probability 1 always occurs: lost, duplicated, failed', async () => {
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
