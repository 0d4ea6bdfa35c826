// Databases: postgres. Decisions of several members at the same time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { holdTransaction } from '../../support/second-connections.ts'
import { password, startBackofficeApp } from './backoffice-app.ts'

let setup: Awaited<ReturnType<typeof startBackofficeApp>>
beforeAll(async () => {
  setup = await startBackofficeApp({ testDatabase })
})
afterAll(() => setup.close())

const emails = ['ana@exemplo.com.br', 'bia@exemplo.com.br', 'caio@exemplo.com.br']

/** Makes the team these owners and nobody else. @returns their ids */
async function owners(count: number): Promise<string[]> {
  const { identity, team } = setup.app
  for (const { email } of await team.members()) await setup.setRole(email, 'customer')
  const these = emails.slice(0, count)
  await identity.ensureAccounts(these.map((email) => ({ role: 'owner', email, password })))
  for (const email of these) await setup.setRole(email, 'owner')
  const members = await team.members()
  return these.map((email) => members.find((member) => member.email === email)?.id ?? '')
}

/**
 * Runs decisions concurrently, each of which has read its actor's role before any continues: they wait where the team's
 * accounts are read.
 */
async function atOnce<T>(decisions: readonly (() => Promise<T>)[]): Promise<T[]> {
  const decided: Promise<T>[] = []
  await holdTransaction(setup.database, async (tx) => {
    await tx.execute('lock table profiles in access exclusive mode')
    decided.push(...decisions.map((decide) => decide()))
    for (let waiting = 0; waiting < decisions.length; ) {
      const { rows } = await tx.execute(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      waiting = rows.length
    }
  })
  return Promise.all(decided)
}

test.each(['customer', 'support'] as const)(
  'when two owners make each other %s at once, one remains and the other is refused',
  async (role) => {
    const [one = '', other = ''] = await owners(2)
    const { backoffice, team } = setup.app
    const decided = await atOnce([
      () => backoffice.setMemberRole({ userId: other, role, actor: one, reason: 'saiu da empresa' }),
      () => backoffice.setMemberRole({ userId: one, role, actor: other, reason: 'saiu da empresa' }),
    ])
    expect(decided).toContainEqual({ ok: true, value: null })
    expect(decided).toContainEqual({ ok: false, code: 'not_staff' })
    expect((await team.members()).filter((member) => member.role === 'owner')).toHaveLength(1)
    expect(await backoffice.firstAuditBreach()).toBeUndefined()
  },
)

test('when three owners remove each other in a circle at once, a removed one removes nobody', async () => {
  const ids = await owners(3)
  const { backoffice, team } = setup.app
  const decided = await atOnce(
    ids.map((actor, at) => () => {
      const userId = ids[(at + 1) % ids.length] ?? ''
      return backoffice.setMemberRole({ userId, role: 'customer', actor, reason: 'saiu da empresa' })
    }),
  )
  const removed = decided.filter(({ ok }) => ok).length
  expect(decided.filter(({ ok }) => !ok).map((refused) => 'code' in refused && refused.code)).toEqual(
    Array.from({ length: 3 - removed }, () => 'not_staff'),
  )
  expect((await team.members()).filter(({ role }) => role === 'owner')).toHaveLength(3 - removed)
  expect(removed).toBeGreaterThan(0)
})
