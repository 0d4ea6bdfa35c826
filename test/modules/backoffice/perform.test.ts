// Databases: both
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAuditBreach } from '../../../src/modules/backoffice/audit-store.server.ts'
import { testDatabase } from '../../support/database.ts'
import { customerEmail, staffEmail, startHouse } from './house.ts'

let house: Awaited<ReturnType<typeof startHouse>>

beforeAll(async () => {
  house = await startHouse({ testDatabase })
})
afterAll(() => house.close())

const records = async (subject: string) =>
  (await house.app.backoffice.latestAudit({ limit: 500 })).filter((row) => row.subject === subject)

test('a deed is done and recorded: who, what, why and what came of it', async () => {
  const creditId = await house.credit(12.5)
  const reason = 'pago por engano'
  const done = await house.app.backoffice.refundCredit({ actor: house.staff, creditId, reason })
  expect(done).toEqual({ ok: true, value: 1250 })
  expect(await records(creditId)).toMatchObject([
    { actorId: house.staff, action: 'credit.refund', reason, detail: { creditId, outcome: 1250 } },
  ])
  expect(await house.app.backoffice.firstAuditBreach()).toBeUndefined()
})

test('a customer, somebody unknown, and who gives no reason do nothing and leave nothing', async () => {
  const creditId = await house.credit(3)
  const { backoffice } = house.app
  const asked = { creditId, reason: 'quero para mim' }
  expect(await backoffice.refundCredit({ ...asked, actor: house.customer })).toEqual({
    ok: false,
    code: 'not_staff',
  })
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await backoffice.dismissCredit({ ...asked, actor: nobody })).toMatchObject({ code: 'not_staff' })
  for (const reason of ['', '  ', 'ok']) {
    const refused = await backoffice.refundCredit({ actor: house.staff, creditId, reason })
    expect(refused).toMatchObject({ ok: false, code: 'no_reason' })
  }
  expect(await records(creditId)).toEqual([])
  expect((await backoffice.openItems()).map(({ id }) => id)).toContain(creditId)
})

test('whoever is no longer of the team decides nothing more', async () => {
  const creditId = await house.credit(4)
  await house.app.identity.grantRole({ email: staffEmail, role: 'customer' })
  const asked = { actor: house.staff, creditId, reason: 'já saí daqui' }
  expect(await house.app.backoffice.refundCredit(asked)).toMatchObject({ code: 'not_staff' })
  await house.app.identity.grantRole({ email: staffEmail, role: 'staff' })
  expect(await house.app.backoffice.refundCredit(asked)).toMatchObject({ ok: true })
})

test('two who decide at once: one does it, the other is told', async () => {
  const creditId = await house.credit(5)
  const { backoffice } = house.app
  const who = { actor: house.staff, creditId, reason: 'dois cliques' }
  const both = await Promise.all([backoffice.refundCredit(who), backoffice.dismissCredit(who)])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(await records(creditId)).toHaveLength(1)
  expect(await backoffice.firstAuditBreach()).toBeUndefined()
})

test('an order is ended with its money asked back, and the record names no e-mail', async () => {
  const validUntil = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const sent = await house.app.backoffice.sendOffer({
    ...{ actor: house.staff, reason: 'combinado por telefone', email: customerEmail },
    ...{ serviceId: 'clean-name', paymentType: 'PIX à vista', priceText: 'R$ 1.200,00', validUntil },
  })
  expect(sent).toMatchObject({ ok: true })
  const [record] = await records('clean-name')
  expect(record).toMatchObject({ action: 'offer.send', detail: { priceText: 'R$ 1.200,00' } })
  expect(JSON.stringify(record)).not.toContain('@')
  const nothing = { orderId: house.customer, refund: true, actor: house.staff, reason: 'não existe' }
  expect(await house.app.backoffice.cancelOrder(nothing)).toMatchObject({ ok: false, code: 'not_found' })
})

test('a record that was changed, taken out or cut off is found', async () => {
  const { database, app } = house
  await expect(database.$client.query("update audit_log set reason = 'outra'")).rejects.toThrow(/evidence/)
  const client = await database.$client.connect()
  try {
    for (const [statement, breach] of [
      ["update audit_log set reason = 'outra' where position = 2", 2],
      ['delete from audit_log where position = 2', 2],
      ['delete from audit_log where position = (select max(position) from audit_log)', undefined],
    ] as const) {
      await client.query('begin')
      await client.query('alter table audit_log disable trigger user')
      await client.query(statement)
      const found = await firstAuditBreach(drizzle({ client }))
      await client.query('rollback')
      if (breach === undefined) expect(found).toBeGreaterThan(1)
      else expect(found).toBe(breach)
    }
  } finally {
    client.release()
  }
  expect(await app.backoffice.firstAuditBreach()).toBeUndefined()
})
