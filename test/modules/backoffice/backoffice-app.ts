import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, compose } from '../../../src/composition.ts'
import type { Role } from '../../../src/core/roles.ts'
import { parseConfig } from '../../../src/platform/config/config.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import type { TestDatabase } from '../../support/database.ts'
import { openAsProduct } from '../../support/open-as-product.ts'
import { movableClock, startProvider } from '../payments/payments-harness.ts'

export const password = 'Girassol@77'
export const staffEmail = 'equipe@exemplo.com.br'
export const customerEmail = 'cliente@exemplo.com.br'

/** Cost of a password's hash; that of a shop takes a quarter of a second of the processor for each command. */
export const passwordCost = { n: 2 ** 10, r: 8, p: 1 }

/** Starts the whole app on a database and a simulator, with one team member and one customer. */
export async function startBackofficeApp({ testDatabase }: { testDatabase: () => Promise<TestDatabase> }) {
  const clock = movableClock(new Date().toISOString())
  const ownDatabase = await testDatabase()
  const simulator = await startProvider(clock)
  const dataDir = await mkdtemp(join(tmpdir(), 'backoffice-'))
  /** Environment of a process on the same database. */
  const variables = {
    DATABASE_URL: ownDatabase.url,
    DATA_DIR: dataDir,
    MERCADOPAGO_BASE_URL: simulator.url,
    MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken,
    SESSION_SECRET: 's'.repeat(64),
    ENCRYPTION_KEY: 'ab'.repeat(32),
    LOG_LEVEL: 'silent',
  }
  const config = parseConfig(variables, () => ({ session: '', encryption: '' }))
  const database = openAsProduct({ url: ownDatabase.url, max: 4 })
  const log = createLog({ level: 'silent' })
  const app: App = await compose({ config, database, clock, log, passwordCost })
  await app.identity.ensureAccounts([
    { role: 'staff', email: staffEmail, password },
    { role: 'customer', email: customerEmail, password },
  ])
  const idOf = async (email: string) => {
    const { rows } = await database.$client.query<{ id: string }>('select id from users where email = $1', [
      email,
    ])
    return rows[0]?.id ?? ''
  }
  return {
    app,
    database,
    simulator,
    variables,
    staff: await idOf(staffEmail),
    customer: await idOf(customerEmail),
    /** Creates a payment that matches no charge. Returns the id of the resulting credit. */
    async credit(reais: number): Promise<string> {
      const response = await fetch(`${simulator.url}/sim/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ amount: reais }),
      })
      const { id } = (await response.json()) as { id: number }
      await app.payments.jobs['payments.reconcile'].run()
      const { rows } = await database.$client.query<{ id: string }>(
        'select c.id from credits c join provider_payments p on p.id = c.provider_payment_id where p.provider_id = $1',
        [String(id)],
      )
      return rows[0]?.id ?? ''
    },
    /** Sets a role as the team module does, without a decision of an owner. */
    setRole: (email: string, role: Role) =>
      database.transaction((tx) => app.identity.changeRole(tx, { email, role })),
    async close() {
      await app.stopJobs()
      await database.$client.end()
      await simulator.close()
      await ownDatabase.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
