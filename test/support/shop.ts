import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, compose } from '../../src/composition.ts'
import { parseConfig } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { workOn } from '../../src/platform/jobs/outbox.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { movableClock, startProvider } from '../modules/payments/payments-harness.ts'
import { startNoticeReceiver } from './notice-receiver.ts'
import { openAsProduct } from './open-as-product.ts'
import type { RestorableDatabase } from './restorable-database.ts'

export interface Viewer {
  id: string
  email: string
  nome: string
  documento: string
}

/** Consent of a customer. */
const consent = {
  ticked: ['Li e aceito os termos do contrato.'],
  evidence: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' },
}
const party = { cpf: '529.982.247-25', phone: '(48) 99999-1234' }

/**
 * Starts the whole application with its worker, the simulator of the provider, and one clock for both that the test moves. Its
 * database can be restored; everything else that it stores is kept.
 */
export async function startShop({
  restorable,
  // Noon of a Tuesday: a message is not held for the morning.
  start = '2026-11-17T15:00:00.000Z',
  providerJournal,
  settings = {},
}: {
  restorable: RestorableDatabase
  start?: string
  /** Data that the provider's simulator already has. */
  providerJournal?: Uint8Array
  /** Further variables of its processes. */
  settings?: Record<string, string>
}) {
  const clock = movableClock(start)
  const simulator = await startProvider(clock, providerJournal)
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
  const shop = {} as { app: App; database: Database }

  const notices = await startNoticeReceiver((notice) =>
    shop.app.payments
      .receiveWebhook({ provider: 'mercado-pago', ...notice })
      // Between two processes the database is closed.
      .catch(() => ({ ok: false })),
  )

  const variables = () => ({
    ...{ DATABASE_URL: restorable.url(), DATA_DIR: dataDir, PUBLIC_URL: notices.url, LOG_LEVEL: 'silent' },
    ...{ MERCADOPAGO_BASE_URL: simulator.url, MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken },
    ...{ MERCADOPAGO_WEBHOOK_SECRET: 'sim-webhook-secret' },
    ...{ SESSION_SECRET: 's'.repeat(64), ENCRYPTION_KEY: 'ab'.repeat(32), ...settings },
  })

  /** Starts a process of the application. */
  async function open(): Promise<void> {
    const config = parseConfig(variables(), () => ({ session: '', encryption: '' }))
    shop.database = openAsProduct({ url: restorable.url(), max: 8 })
    shop.app = await compose({ config, database: shop.database, clock, log: createLog({ level: 'silent' }) })
  }

  async function stop(): Promise<void> {
    await shop.app.stopJobs()
    await shop.database.$client.end()
  }

  /** Processes the rows that wait in the outboxes. @returns how many rows */
  async function workOnOutboxes(): Promise<number> {
    const { app, database } = shop
    const run = async ({ job, data }: { job: string; data: object }) =>
      (await app.jobs[job]?.run(data).then(
        () => true,
        () => false,
      )) ?? false
    let taken = 0
    for (const outbox of app.outboxes) {
      taken += await workOn(outbox, { database, enqueue: app.enqueue, run, limit: 100, lanes: 1 })
    }
    return taken
  }

  await open()
  return Object.assign(shop, {
    /** Variables of its processes; the database's address changes when it is restored. */
    variables: variables(),
    dataDir,
    clock,
    simulator,
    publicUrl: notices.url,

    /** Takes a back-up of the running shop. */
    backUp: () => restorable.backUp(),
    async restore() {
      await stop()
      await restorable.restore()
      await open()
    },

    async query<T>(text: string, values: unknown[] = []): Promise<T[]> {
      return (await shop.database.$client.query(text, values)).rows as T[]
    },

    /** Runs all waiting jobs, including those scheduled for later, until none is left. Those that fail stay. */
    async work(): Promise<void> {
      for (let round = 0; round < 30; round++) {
        const { rows } = await shop.database.$client.query<{ id: string; name: string; data: object }>(
          `update pgboss.job set state = 'completed', completed_on = now()
           where name not like '\\_\\_%' and state in ('created', 'retry') and name <> 'dead-letters'
           returning id, name, data`,
        )
        if (rows.length === 0 && (await workOnOutboxes()) === 0) return
        for (const { id, name, data } of rows) {
          try {
            await shop.app.jobs[name]?.run(data)
          } catch {
            await shop.database.$client.query("update pgboss.job set state = 'retry' where id = $1", [id])
          }
        }
      }
    },

    /** Runs a scheduled job. */
    run: (job: string) => shop.app.jobs[job]?.run({}),

    async customer(nome = 'Ana Souza'): Promise<Viewer> {
      const id = newId()
      const email = `${id}@exemplo.com.br`
      await shop.database.$client.query(
        'insert into users (id, email, email_confirmed_at, created_at) values ($1, $2, $3, $3)',
        [id, email, clock.now()],
      )
      return { id, email, nome, documento: '52998224725' }
    },

    /** Accepts a contract. @returns the order's id */
    async hire(viewer: Viewer, planId: string): Promise<string> {
      const started = await shop.app.contracting.startHiring({
        ...{ serviceId: 'clean-name', planId, viewer },
        ...{ ...party, name: viewer.nome },
      })
      if (!started.ok) throw new Error(started.code)
      const { draftId } = started.value
      const accepted = await shop.app.contracting.acceptContract({ draftId, viewer, ...consent })
      if (!accepted.ok) throw new Error(accepted.code)
      return accepted.value.orderId
    },

    /** Returns the open instalments of an order, in their order. */
    async openInstalments(orderId: string): Promise<{ id: string; due_date: string; amount: string }[]> {
      const { rows } = await shop.database.$client.query(
        `select id, due_date::text, amount::text from payments where order_id = $1 and status = 'pending' order by number`,
        [orderId],
      )
      return rows
    },

    /** Requests the Pix of some instalments. */
    async charge(viewer: Viewer, instalmentIds: string[]): Promise<{ id: string; reference: string }> {
      const started = await shop.app.payments.startCharge({ viewer, instalmentIds })
      if (!started.ok) throw new Error(started.code)
      const { rows } = await shop.database.$client.query<{ id: string; reference: string }>(
        'select id, reference from charges where id = $1',
        [started.value.chargeId],
      )
      if (!rows[0]) throw new Error('no charge')
      return rows[0]
    },

    async close() {
      await stop()
      await simulator.close()
      await notices.close()
      await restorable.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  })
}

export type Shop = Awaited<ReturnType<typeof startShop>>
