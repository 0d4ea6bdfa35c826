import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import { lockVersion } from '../../src/modules/catalogue/versions-store.server.ts'
import { lockPrepared } from '../../src/modules/consultations/results-store.server.ts'
import { lockAwaiting, lockConsultation } from '../../src/modules/consultations/store.server.ts'
import { holdDrafts } from '../../src/modules/contracting/personal.ts'
import {
  lockOpenOfOrder,
  lockRenegotiation,
} from '../../src/modules/contracting/renegotiation/store.server.ts'
import { selectDraft } from '../../src/modules/contracting/store.server.ts'
import { lockAvailable } from '../../src/modules/documents/store.server.ts'
import { lockRoleOf, lockRolesOf, roleOf } from '../../src/modules/identity/users.server.ts'
import { lockConversation } from '../../src/modules/inbox/store.server.ts'
import { applyDeliveryReports } from '../../src/modules/notifications/apply-delivery-reports.ts'
import { queueOutageAgain } from '../../src/modules/notifications/outage-store.server.ts'
import { lockChannelPreferences } from '../../src/modules/notifications/preferences-store.server.ts'
import { applyBounce } from '../../src/modules/notifications/receive-notice.ts'
import { lockCancelled, lockOrder } from '../../src/modules/orders/store.server.ts'
import { lockOpenRequest } from '../../src/modules/privacy/store.server.ts'
import { lockOffer } from '../../src/modules/proposals/custom-offers-store.server.ts'
import { lockSecondFactor } from '../../src/modules/team/second-factor-store.server.ts'
import type { Transaction } from '../../src/platform/database/database.ts'

/*
 * A read on which a decision depends locks its row: of two decisions at once the second sees the first. Those of the money module have
 * tests of their own, with two transactions (test/modules/payments/locks.test.ts).
 */

const id = '0190a000-0000-7000-8000-000000000001'
const now = new Date('2026-11-23T12:00:00Z')
const none = {} as never

const locks: Readonly<Record<string, [lock: string, read: (tx: Transaction) => Promise<unknown>]>> = {
  'a version of the catalogue': ['update', (tx) => lockVersion(tx, id)],
  'a prepared result': ['update', (tx) => lockPrepared(tx, { id, consultationId: id })],
  'a look-up that is not paid': ['update', (tx) => lockAwaiting(tx, 'digest')],
  'a look-up': ['update', (tx) => lockConsultation(tx, id)],
  'the drafts of an account that is erased': [
    'update',
    (tx) => holdDrafts(tx, { userId: id, email: undefined, phone: undefined }),
  ],
  'a renegotiation': ['update', (tx) => lockRenegotiation(tx, { id, userId: id })],
  'the open renegotiation of an order': ['update', (tx) => lockOpenOfOrder(tx, id)],
  'a draft that is signed': [
    'update',
    (tx) => selectDraft(tx, { draftId: id, userId: id, lock: true }, none),
  ],
  'a document': ['update', (tx) => lockAvailable(tx, id)],
  'the role of a member who acts': ['share', (tx) => roleOf(tx, id)],
  'a role that is changed': ['no key update', (tx) => lockRoleOf(tx, 'ana@exemplo.com.br')],
  'the roles of two members': ['no key update', (tx) => lockRolesOf(tx, [id])],
  'a conversation': ['no key update', (tx) => lockConversation(tx, id)],
  'a message with a receipt': [
    'no key update',
    (tx) => applyDeliveryReports(tx, [{ providerId: 'p', state: 'delivered', at: now }], none),
  ],
  'a message with a bounce': [
    'no key update',
    (tx) => applyBounce(tx, { kind: 'bounce', messageId: id, address: '', code: '5.1.1' }, none),
  ],
  'the messages of an outage': [
    'update',
    (tx) => queueOutageAgain(tx, { through: undefined, limit: 500, now }),
  ],
  'the preferences of a reader': ['update', (tx) => lockChannelPreferences(tx, { recipient: id, now })],
  'an order': ['no key update', (tx) => lockOrder(tx, id)],
  'orders that may be cancelled': ['share', (tx) => lockCancelled(tx, [id])],
  'an open request about data': ['update', (tx) => lockOpenRequest(tx, id)],
  'an offer': ['update', (tx) => lockOffer(tx, { offerId: id })],
  'a second factor': ['update', (tx) => lockSecondFactor(tx, id, none)],
}

test.each(Object.entries(locks))('locks %s', async (_, [lock, read]) => {
  const asked: string[] = []
  const database = drizzle(async (text) => {
    asked.push(text)
    return { rows: [] }
  })
  await read(database as unknown as Transaction)
  expect(asked.at(-1)).toMatch(new RegExp(` for ${lock}$`))
})

test('every lock of a row is among these', () => {
  const folder = inRoot('src', 'modules')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('payments'),
  )
  const found = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\.for\('/g) ?? [])
  expect(found).toHaveLength(Object.keys(locks).length)
})
