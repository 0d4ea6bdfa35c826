// Databases: one
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import { createDocuments } from '../../../src/modules/documents/index.server.ts'
import { createOrders } from '../../../src/modules/orders/index.server.ts'
import { deleteOldDocuments } from '../../../src/modules/privacy/delete-old-documents.ts'
import { newId } from '../../../src/platform/ids.ts'
import { fileStore } from '../../../src/platform/storage/file-store.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { world } from '../../support/identity.ts'
import { pdf } from '../documents/sample-files.ts'

const w = world()
const clock = { now: w.now }
const noop = async () => {}

/** Creates a user with one order in a status. */
async function userWithOrder(status: string): Promise<string> {
  const email = await w.register()
  const [row] = await w.rows(sql`select id from users where email = ${email}`)
  const userId = String(row?.id)
  await w.database.execute(sql`
    insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
      delivery_days, delivery_kind, delivery_date, created_at, updated_at)
    values (${newId()}, ${userId}, 'clean-name', 'a-vista', 'Limpeza de Nome', 150000, 'PIX', ${status}, 0, 30,
      'calendarDays', '2026-12-21', ${w.now().toISOString()}, ${w.now().toISOString()})`)
  return userId
}

test('documents are deleted ninety days after the last service ended, except those sent since', async () => {
  const storage = fileStore(await mkdtemp(join(tmpdir(), 'retention-')))
  const documents = createDocuments({
    database: w.database,
    storage,
    clock,
    newId,
    enqueue: noop,
    send: noop,
    contactOf: async () => undefined,
    links: linksAt('https://recomeco.exemplo'),
  })
  const orders = createOrders({
    database: w.database,
    clock,
    newId,
    storage,
    enqueue: noop,
    send: noop,
    contactOf: async () => undefined,
    links: linksAt('https://recomeco.exemplo'),
    fundingOf: async () => 'funded',
    reviewRegained: async () => 0,
    teamEmail: () => 'equipe@exemplo.com.br',
  })
  const purge = () => deleteOldDocuments({ database: w.database, clock, orders, documents })
  const [ended, running] = [await userWithOrder('completed'), await userWithOrder('in_progress')]
  for (const userId of [ended, running]) {
    await documents.add({ userId, personType: 'fisica', name: 'rg.pdf', bytes: pdf() })
  }
  const counts = async () =>
    Promise.all([ended, running].map(async (userId) => (await documents.listOf({ userId })).length))

  w.pass({ minutes: (retention.documentDays - 1) * 24 * 60 })
  await purge()
  expect(await counts()).toEqual([1, 1])

  w.pass({ minutes: 2 * 24 * 60 })
  await documents.add({ userId: ended, personType: 'fisica', name: 'novo.pdf', bytes: pdf('new') })
  w.pass({ minutes: 60 })
  await purge()
  expect((await documents.listOf({ userId: ended })).map(({ name }) => name)).toEqual(['novo.pdf'])
  expect((await documents.listOf({ userId: running })).map(({ name }) => name)).toEqual(['rg.pdf'])
})
