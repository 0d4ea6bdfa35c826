import { createHmac, randomUUID } from 'node:crypto'
import { simulatorWebhookSecret } from '../src/platform/config/simulator.ts'
import type { Client } from './client.ts'
import { type Clocks, drive, type Figure, stopwatch } from './measure.ts'
import { type Customer, type Fixtures, until, withConcurrency } from './people.ts'

/** Creates Pix charges of one instalment each and approves them at the simulator, which is set to send no notices. */
export async function approvedCharges({
  fixtures: { app },
  customers,
  simulator,
  count,
}: {
  fixtures: Fixtures
  customers: readonly Customer[]
  simulator: Client
  count: number
}): Promise<{ dataIds: string[] }> {
  await post(simulator, '/sim/faults', { dropWebhooks: true })
  const owed = await Promise.all(
    customers.map(async ({ viewer }) =>
      (await app.payments.pendingOf({ userId: viewer.id })).map(({ id }) => ({ id, viewer })),
    ),
  )
  // A few of each customer: one alone may not ask for so many in an hour.
  const each = Math.ceil(count / customers.length)
  const chosen = owed.flatMap((list) => list.slice(0, each)).slice(0, count)
  await withConcurrency(chosen.length, async (index) => {
    const one = chosen[index]
    if (!one) return
    const started = await app.payments.startCharge({
      viewer: { ...one.viewer, documento: one.viewer.documento() },
      instalmentIds: [one.id],
      method: 'pix',
    })
    if (!started.ok) throw new Error(`charge: ${started.code}`)
  })
  const { rows } = await app.database.$client.query<{ provider_id: string }>(
    'select provider_id from charges where provider_id is not null',
  )
  await withConcurrency(rows.length, (index) =>
    post(simulator, `/sim/payments/${rows[index]?.provider_id}/approve`),
  )
  return { dataIds: rows.map((row) => row.provider_id) }
}

/** Sends signed notices, each a separate delivery, to the web processes. */
export function notices({
  name,
  client,
  dataIds,
  count = Number.POSITIVE_INFINITY,
  clients,
  seconds,
  clocks,
}: {
  name: string
  client: Client
  dataIds: readonly string[]
  count?: number
  clients: number
  seconds: number
  clocks: Clocks
}): Promise<Figure> {
  let sent = 0
  const notify = async (dataId: string) => {
    const requestId = randomUUID()
    const ts = String(Date.now())
    const text = `id:${dataId};request-id:${requestId};ts:${ts};`
    const signature = createHmac('sha256', simulatorWebhookSecret).update(text).digest('hex')
    const answer = await client.call({
      path: `/webhooks/mercadopago?data.id=${dataId}&type=payment`,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Request-Id': requestId,
        'X-Signature': `ts=${ts},v1=${signature}`,
      },
      body: JSON.stringify({ type: 'payment', action: 'payment.updated', data: { id: dataId } }),
    })
    return answer.status === 200
  }
  const next = () => {
    const dataId = dataIds[sent % dataIds.length]
    return sent++ < count && dataId !== undefined ? notify(dataId) : undefined
  }
  return drive({ name, clients, seconds, next, clocks })
}

/**
 * Measures the time from the first notice until the worker is idle: payment fetched, instalment paid, listeners run, receipt
 * numbered, messages sent.
 */
export async function settlements({
  fixtures: { database },
  dataIds,
  send,
  rest,
  clocks,
}: {
  fixtures: Fixtures
  dataIds: readonly string[]
  /** Sends one notice for each payment. */
  send: () => Promise<unknown>
  rest: () => Promise<unknown>
  clocks: Clocks
}): Promise<Figure> {
  const paid = () => countOf(database, "select count(*) from payments where status = 'paid'")
  const before = await paid()
  const spent = stopwatch(clocks)
  await send()
  await rest()
  const { took, ...cpu } = spent()
  const done = (await paid()) - before
  return { name: 'settlement', done, failed: dataIds.length - done, seconds: took, ...cpu }
}

/**
 * Measures a sweep that finds payments of which no notice came, in this process. Nobody expects them, so that each becomes a credit for the
 * team; one of a charge costs about as much. What it leaves to a worker is not done.
 */
export async function sweptPayments({
  fixtures: { app, database },
  simulator,
  count,
  clocks,
}: {
  fixtures: Fixtures
  simulator: Client
  count: number
  clocks: Clocks
}): Promise<Figure> {
  await post(simulator, '/sim/faults', { dropWebhooks: true })
  await withConcurrency(count, (index) =>
    post(simulator, '/sim/payments', { amount: (10_000 + index) / 100 }),
  )
  const credited = () => countOf(database, 'select count(*) from credits')
  const before = await credited()
  const spent = stopwatch(clocks)
  let found = 0
  // A run ends after a while, and the next one goes on.
  for (let more = 1; more > 0 && found < count; found += more) {
    await app.payments.jobs['payments.reconcile'].run()
    more = (await credited()) - before - found
  }
  const { took, ...cpu } = spent()
  return { name: 'payment found by a sweep', done: found, failed: count - found, seconds: took, ...cpu }
}

/** Stores messages and measures how fast a worker sends them. */
export async function deliveries({
  fixtures,
  count,
  seconds,
  clocks,
}: {
  fixtures: Fixtures
  count: number
  seconds: number
  clocks: Clocks
}): Promise<Figure> {
  const { database } = fixtures
  const waiting = () => countOf(database, "select count(*) from messages where status = 'queued'")
  await fixtures.messages(count)
  const before = await waiting()
  const spent = stopwatch(clocks)
  await until(async () => (await waiting()) === 0, seconds)
  const { took, ...cpu } = spent()
  const done = before - (await waiting())
  return { name: 'message delivered', done, failed: 0, seconds: took, ...cpu }
}

async function countOf(database: Fixtures['database'], query: string): Promise<number> {
  const { rows } = await database.$client.query<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

async function post(simulator: Client, path: string, body: object = {}): Promise<void> {
  const { status } = await simulator.call({
    path,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (status !== 200 && status !== 201) throw new Error(`simulator ${path}: ${status}`)
}
