// Databases: one
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLength, lastAuditCheck } from '../../../src/modules/backoffice/audit-store.server.ts'
import { verifyLog } from '../../../src/modules/backoffice/verify-log.ts'
import type { RecordSecurityEvent } from '../../../src/platform/security/record.ts'
import { testDatabase } from '../../support/database.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { customerEmail, staffEmail, startBackofficeApp } from './backoffice-app.ts'

let setup: Awaited<ReturnType<typeof startBackofficeApp>>

beforeAll(async () => {
  setup = await startBackofficeApp({ testDatabase })
})
afterAll(() => setup.close())

const records = async (subject: string) =>
  (await setup.app.backoffice.latestAudit({ limit: 500 })).filter((row) => row.subject === subject)

test('an action is performed and recorded: who, what, why and its outcome', async () => {
  const creditId = await setup.credit(12.5)
  const reason = 'pago por engano'
  const done = await setup.app.backoffice.refundCredit({ actor: setup.staff, creditId, reason })
  expect(done).toEqual({ ok: true, value: { amount: 1250, held: 0 } })
  expect(await records(creditId)).toMatchObject([
    {
      actorId: setup.staff,
      action: 'credit.refund',
      reason,
      detail: { creditId, outcome: { amount: 1250, held: 0 } },
    },
  ])
  expect(await setup.app.backoffice.firstAuditBreach()).toBeUndefined()
})

test('records a reason without the CPF that it names', async () => {
  const creditId = await setup.credit(7)
  const reason = 'pago em dobro por 529.982.247-25'
  await setup.app.backoffice.refundCredit({ actor: setup.staff, creditId, reason })
  const [recorded] = await records(creditId)
  expect(recorded?.reason).toContain('pago em dobro por')
  expect(recorded?.reason).not.toMatch(/529|982|247/)
})

test('refuses a customer, an unknown user or a missing reason, and records nothing', async () => {
  const creditId = await setup.credit(3)
  const { backoffice } = setup.app
  const asked = { creditId, reason: 'quero para mim' }
  expect(await backoffice.refundCredit({ ...asked, actor: setup.customer })).toEqual({
    ok: false,
    code: 'not_staff',
  })
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await backoffice.dismissCredit({ ...asked, actor: nobody })).toMatchObject({ code: 'not_staff' })
  for (const reason of ['', '  ', 'ok']) {
    const refused = await backoffice.refundCredit({ actor: setup.staff, creditId, reason })
    expect(refused).toMatchObject({ ok: false, code: 'no_reason' })
  }
  expect(await records(creditId)).toEqual([])
  expect((await backoffice.openItems()).map(({ id }) => id)).toContain(creditId)
})

test('a former team member is refused', async () => {
  const creditId = await setup.credit(4)
  await setup.setRole(staffEmail, 'customer')
  const asked = { actor: setup.staff, creditId, reason: 'já saí daqui' }
  expect(await setup.app.backoffice.refundCredit(asked)).toMatchObject({ code: 'not_staff' })
  await setup.setRole(staffEmail, 'staff')
  expect(await setup.app.backoffice.refundCredit(asked)).toMatchObject({ ok: true })
})

test('of two concurrent decisions one is performed, the other is refused', async () => {
  const creditId = await setup.credit(5)
  const { backoffice } = setup.app
  const who = { actor: setup.staff, creditId, reason: 'dois cliques' }
  const both = await Promise.all([backoffice.refundCredit(who), backoffice.dismissCredit(who)])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(await records(creditId)).toHaveLength(1)
  expect(await backoffice.firstAuditBreach()).toBeUndefined()
})

test('an offer is recorded without an e-mail, and an unknown order is not cancelled', async () => {
  const validUntil = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const sent = await setup.app.backoffice.sendOffer({
    ...{ actor: setup.staff, reason: 'combinado por telefone', email: customerEmail },
    ...{ serviceId: 'clean-name', paymentType: 'PIX à vista', priceText: 'R$ 1.200,00', validUntil },
  })
  const [record] = await records(sent.ok ? sent.value.offerId : '')
  expect(record).toMatchObject({ action: 'offer.send', detail: { priceText: 'R$ 1.200,00' } })
  expect(JSON.stringify(record)).not.toContain('@')
  const nothing = { orderId: setup.customer, refund: true, actor: setup.staff, reason: 'não existe' }
  expect(await setup.app.backoffice.cancelOrder(nothing)).toMatchObject({ ok: false, code: 'not_found' })
})

test('a record that was changed or removed is detected', async () => {
  const { database, app } = setup
  await expect(database.$client.query("update audit_log set reason = 'outra'")).rejects.toThrow(/evidence/)
  const alarms: unknown[] = []
  const clock = fixedClock('2026-11-23T06:50:00Z')
  const recordEvent: RecordSecurityEvent = (event, more) => void alarms.push([event, more?.about])
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
      const inside = drizzle({ client })
      const { breach: found } = await verifyLog({ database: inside, recordEvent, clock })
      expect(await lastAuditCheck(inside)).toMatchObject({ breach: found })
      await client.query('rollback')
      if (breach === undefined) expect(found).toBeGreaterThan(1)
      else expect(found).toBe(breach)
      expect(alarms.splice(0)).toEqual([['audit-log-broken', `position ${found}`]])
    }
  } finally {
    client.release()
  }
  const records = await auditLength(database)
  const intact = { checkedAt: clock.now(), records, breach: null }
  expect(await verifyLog({ database, recordEvent, clock })).toMatchObject(intact)
  expect(await app.backoffice.lastAuditCheck()).toMatchObject(intact)
  expect(alarms).toEqual([])
  expect(app.jobs['backoffice.verify-log']?.every).toEqual({ cron: '50 3 * * *' })
})
