import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  apiClient,
  latestDeliveries,
  newDataDir,
  pixPayment,
  secret,
  startTestSimulator,
  startWebhookReceiver,
  token,
  waitUntil,
} from './test-simulator.ts'

test('a restart keeps payments, keys, preferences and faults', async () => {
  const dataDir = newDataDir()
  const before = await startTestSimulator({ dataDir })
  const created = await before.api.post('/v1/payments', pixPayment(), 'k')
  await before.api.control(created.body.id, 'approve')
  await before.api.post(`/v1/payments/${created.body.id}/refunds`, { amount: 1 })
  const preference = await before.api.post('/checkout/preferences', {
    items: [{ title: 'x', quantity: 1, unit_price: 1 }],
  })
  await before.api.faults({ delayMs: 7 })
  await before.close()

  const { api } = await startTestSimulator({ dataDir })
  expect((await api.get(`/v1/payments/${created.body.id}`)).body).toMatchObject({
    status: 'approved',
    transaction_amount_refunded: 1,
  })
  expect((await api.post('/v1/payments', pixPayment(), 'k')).text).toBe(created.text)
  expect((await api.post('/v1/payments', pixPayment({ transaction_amount: 5 }), 'k')).status).toBe(409)
  expect((await api.get(`/checkout/preferences/${preference.body.id}`)).status).toBe(200)
  expect((await api.get('/sim/faults')).body).toEqual({ delayMs: 7 })
  expect((await api.post('/v1/payments', pixPayment())).body.id).toBeGreaterThan(created.body.id)
})

test('a pending notice is sent after the restart', async () => {
  const dataDir = newDataDir()
  const { url, notices } = await startWebhookReceiver(500)
  const before = await startTestSimulator({ dataDir })
  await before.api.post('/v1/payments', pixPayment({ notification_url: url }))
  await waitUntil(async () => (await latestDeliveries(before.api))[0]?.attempts.length === 1)
  await before.close()

  const after = await startTestSimulator({ dataDir })
  after.clock.advance(1000)
  await waitUntil(async () => (await latestDeliveries(after.api))[0]?.state === 'delivered')
  expect(notices).toHaveLength(2)
  expect(notices[1]?.headers['x-request-id']).toBe(notices[0]?.headers['x-request-id'])
})

test('a partial last line is ignored, an unreadable earlier line is reported', async () => {
  const dataDir = newDataDir()
  const path = join(dataDir, 'journal.jsonl')
  const before = await startTestSimulator({ dataDir })
  await before.api.post('/v1/payments', pixPayment())
  await before.close()
  appendFileSync(path, '[{"kind":"payment","row":{"id":99')
  const torn = await startTestSimulator({ dataDir })
  expect((await torn.api.get('/sim/payments')).body).toHaveLength(1)
  await torn.close()
  writeFileSync(path, `not json\n${readFileSync(path, 'utf8')}`)
  await expect(startTestSimulator({ dataDir })).rejects.toThrow('line 1')
})

test('a second simulator on the same folder refuses to start, in the same process and in another', async () => {
  const dataDir = newDataDir()
  const first = await startTestSimulator({ dataDir })
  await expect(startTestSimulator({ dataDir })).rejects.toThrow(
    `in use by the simulator with process id ${process.pid}`,
  )
  expect((await first.api.get('/healthz')).status).toBe(200)
  await first.close()
  const other = await spawnSimulator(dataDir)
  await expect(startTestSimulator({ dataDir })).rejects.toThrow(`process id ${other.child.pid}`)
})

test('the lock of a dead process is ignored, even if its process id is in use again', async () => {
  const dataDir = newDataDir()
  const path = join(dataDir, 'simulator.lock')
  writeFileSync(path, JSON.stringify({ pid: process.ppid, began: 'before' }))
  const running = await startTestSimulator({ dataDir })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
  await running.close()
  expect(readdirSync(dataDir)).toEqual(['journal.jsonl'])
})

test('the journal is compacted at each start', async () => {
  const dataDir = newDataDir()
  const before = await startTestSimulator({ dataDir })
  for (let at = 0; at < 20; at++) await before.api.faults({ delayMs: at + 1 })
  await before.close()
  await (await startTestSimulator({ dataDir })).close()
  const lines = readFileSync(join(dataDir, 'journal.jsonl'), 'utf8').trim().split('\n')
  const kinds = lines.flatMap((line) => (JSON.parse(line) as { kind: string }[]).map(({ kind }) => kind))
  expect(kinds.sort()).toEqual(['counter', 'draws', 'faults', 'mutations'])
})

test('a killed simulator keeps every payment it created, and SIGTERM stops it', async () => {
  const dataDir = newDataDir()
  const first = await spawnSimulator(dataDir)
  const { id } = (await apiClient(first.url).post('/v1/payments', pixPayment())).body
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await spawnSimulator(dataDir)
  expect((await apiClient(second.url).get(`/v1/payments/${id}`)).body.status).toBe('pending')
  second.child.kill('SIGTERM')
  const [code] = await once(second.child, 'exit')
  expect(code).toBe(0)
})

/** Starts the simulator as a separate process and reads its URL from the line it prints. */
async function spawnSimulator(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['simulator/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      SIM_PORT: '0',
      SIM_DATA_DIR: dataDir,
      SIM_ACCESS_TOKEN: token,
      SIM_WEBHOOK_SECRET: secret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim().split(' ').at(-1) ?? '' }
}
