import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import { noteCustomer } from '../../src/modules/backoffice/customers.ts'
import { lockNewest } from '../../src/modules/catalogue/versions-store.server.ts'
import { lockDocumentsOf } from '../../src/modules/documents/store.server.ts'
import { createFirstOwner } from '../../src/modules/identity/first-owner.ts'
import { acceptInvitation, invite } from '../../src/modules/team/invite.ts'
import type { Transaction } from '../../src/platform/database/database.ts'

/*
 * What has no row yet is locked by its name, before anything is read on which the decision depends: of two transactions at once the
 * second sees what the first wrote. Those of the money module have tests of their own (test/modules/payments/locks.test.ts).
 */

const id = '0190a000-0000-7000-8000-000000000001'
const at = new Date('2026-11-29T12:00:00Z')
const email = 'ana@exemplo.com.br'
/** Ends what comes after the lock. */
const end = () => {
  throw new Error('the decision')
}
const deps = {
  ...{ clock: { now: () => at }, newId: () => id, links: {}, send: end },
  identity: {
    ...{ contactOf: async () => ({ email }), teamAccounts: end },
    hashNewPassword: async () => ({ ok: true, value: 'hash' }),
  },
} as never

const locks: Readonly<Record<string, [name: string, decide: (tx: Transaction) => Promise<unknown>]>> = {
  'the first owner': ['first-owner', (tx) => createFirstOwner(tx, { email, passwordHash: 'hash' }, deps)],
  'the invitations to an address': [
    `invitations to ${email}`,
    (tx) =>
      invite(
        tx,
        { invitationId: id, email: ' Ana@exemplo.com.br', name: 'Ana Lima', role: 'staff', by: id },
        deps,
      ),
  ],
  'the notes about a customer': [
    `customer note ${id}`,
    (tx) => noteCustomer(tx, { userId: id, note: 'Ligou hoje.', by: id }, deps),
  ],
  'the number of a version': ['catalogue plans', (tx) => lockNewest(tx, 'plans')],
  'the documents of a customer': [`documents:${id}`, (tx) => lockDocumentsOf(tx, id)],
}

test.each(Object.entries(locks))('locks %s before anything is read', async (_, [name, decide]) => {
  const asked: [text: string, values: unknown[]][] = []
  const database = drizzle(async (text, values) => {
    asked.push([text, values])
    return { rows: [] }
  })
  await decide(database as unknown as Transaction).catch(() => {})
  expect(asked[0]).toEqual([expect.stringContaining('pg_advisory_xact_lock'), [name]])
})

test('an invitation is accepted under the lock of its address', async () => {
  const asked: string[] = []
  const database = drizzle(async (text, _, method) => {
    asked.push(text)
    const isInvitation = text.includes('from "team_invitations"')
    const day = at.toISOString()
    return { rows: isInvitation && method === 'all' ? [[id, email, 'Ana', 'staff', day, day]] : [] }
  })
  const within = Object.assign(database, {
    transaction: (run: (tx: Transaction) => Promise<unknown>) => run(database as unknown as Transaction),
  })
  const accepted = acceptInvitation({ ...(deps as object), database: within } as never, {
    token: 't',
    password: 'x',
  })
  expect(await accepted).toMatchObject({ code: 'not_found' })
  expect(asked.map((text) => text.split(' ')[0])).toEqual(['select', 'select', 'update'])
  expect(asked[1]).toContain('pg_advisory_xact_lock')
})

test('every lock of a name is among these', () => {
  const folder = inRoot('src', 'modules')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('payments'),
  )
  const found = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\blockName\(/g) ?? [])
  expect(found).toHaveLength(Object.keys(locks).length)
})
