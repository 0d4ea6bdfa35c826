/**
 * A process of the shop without its pages, which would have to be built: web and worker in one, with the jobs of the database. It does at once
 * what customers ask (its argument, as JSON), works on until it is killed, and answers nobody.
 */
import { compose } from '../../../src/composition.ts'
import { openDatabaseClock } from '../../../src/platform/clock/database-clock.ts'
import { parseConfig } from '../../../src/platform/config/config.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { openAsProduct } from '../../support/open-as-product.ts'
import type { Viewer } from '../../support/shop.ts'

/** What a customer asks of a web process. */
export type Asked =
  | { kind: 'charge'; viewer: Viewer; instalmentIds: string[]; method: 'pix' | 'credit_card' }
  | { kind: 'cancel'; chargeId: string }
  | { kind: 'look'; chargeId: string }
  | { kind: 'upload'; userId: string; bytes: string }

/** Opens the shop on the database and the services that the variables name. */
export async function openShop(variables: NodeJS.ProcessEnv) {
  const config = parseConfig(variables, () => ({ session: '', encryption: '' }))
  const database = openAsProduct({ url: variables.DATABASE_URL ?? '', max: 12 })
  const clock = await openDatabaseClock({ database })
  const log = createLog({ level: 'silent' })
  const createMailRenderer = () => () => '<p>Olá.</p>'
  return {
    app: await compose({ config, database, clock, machineClock: clock, log, createMailRenderer }),
    database,
  }
}

if (import.meta.main) {
  const { app } = await openShop(process.env)
  const asked = JSON.parse(process.argv[2] ?? '[]') as Asked[]
  await app.startJobs()
  await Promise.all(asked.map((one) => answer(one).catch(() => {})))

  function answer(one: Asked): Promise<unknown> {
    switch (one.kind) {
      case 'charge':
        return app.payments.startCharge(one)
      case 'cancel':
        return app.payments.jobs['charges.cancel'].run({ chargeId: one.chargeId })
      case 'look':
        return app.payments.checkCharge({ chargeId: one.chargeId })
      case 'upload':
        return app.documents.add({
          ...{ userId: one.userId, personType: 'fisica', name: 'rg.pdf' },
          bytes: Buffer.from(one.bytes),
        })
      default:
        return one satisfies never
    }
  }
}
