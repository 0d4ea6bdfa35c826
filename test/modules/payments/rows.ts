import { afterAll, beforeAll } from 'vitest'
import { charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { chargeInstalments, instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import { ledgerEntries } from '../../../src/modules/payments/ledger/tables.server.ts'
import { manualPayments } from '../../../src/modules/payments/manual/tables.server.ts'
import { payments } from '../../../src/modules/payments/payments/tables.server.ts'
import { refundInstalments, refunds } from '../../../src/modules/payments/refunds/tables.server.ts'
import { setAsidePayments } from '../../../src/modules/payments/set-aside/tables.server.ts'
import { type Database, openDatabase, type Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { TestDatabase } from '../../support/database.ts'

/** Returns ids that sort like their numbers. */
export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
/** Returns instants that sort like their numbers, a minute apart. */
export const at = (minutes: number) => new Date(Date.parse('2026-11-21T12:00:00Z') + minutes * 60_000)

class Undone extends Error {}

/** Rows of customers and orders that this module's rows reference are not needed for its queries. */
export const withoutOthers = 'set local session_replication_role = replica'

/** An index would return rows in its own order, and hide that a query does not ask for one. */
const withoutIndexes = 'set local enable_indexscan = off; set local enable_bitmapscan = off'

/** Provides a database for the tests of a file: each test runs in a transaction that is rolled back. */
export function rowsOfEachTest(testDatabase: () => Promise<TestDatabase>) {
  let source: TestDatabase
  let database: Database
  beforeAll(async () => {
    source = await testDatabase()
    database = openDatabase({ url: source.url, max: 3 })
  })
  afterAll(async () => {
    await database.$client.end()
    await source.close()
  })
  return {
    database: () => database,
    /** Runs a test on rows that are invisible to others and are rolled back after it. */
    inside: (run: (tx: Transaction) => Promise<unknown>) => async () => {
      const ran = database.transaction(async (tx) => {
        await tx.execute(withoutOthers)
        await tx.execute(withoutIndexes)
        await run(tx)
        throw new Undone()
      })
      await ran.catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
      })
    },
  }
}

type Row<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** Inserts rows with the columns that a test gives and arbitrary values for the rest. Each function returns the row's id. */
export function rowsIn(tx: Pick<Transaction, 'insert'>) {
  return {
    async charge(row: Row<typeof charges> = {}): Promise<string> {
      const own = { id: newId(), ...row }
      await tx.insert(charges).values({
        ...{ userId: newId(), purpose: 'instalments', method: 'pix', amount: 10_000, description: 'x' },
        ...{ status: 'pending', provider: 'bank', reference: `r-${own.id}`, idempotencyKey: own.id },
        ...{ selectionKey: own.id, maxInstalments: 1, createdAt: at(0), ...own },
      })
      return own.id
    },
    async payment(row: Row<typeof payments> = {}): Promise<string> {
      const own = { id: newId(), ...row }
      await tx.insert(payments).values({
        ...{ provider: 'bank', providerId: `p-${own.id}`, method: 'pix', state: 'approved' },
        ...{ status: 'approved', amount: 10_000, refunded: 0, fee: 0, createdAt: at(0), updatedAt: at(0) },
        ...own,
      })
      return own.id
    },
    async instalment(row: Row<typeof instalments> = {}): Promise<string> {
      const own = { id: newId(), ...row }
      const isFunded = row.status === 'paid' || row.status === 'refunded'
      const money = isFunded && { paymentDate: at(0), paidAmount: row.amount ?? 10_000 }
      await tx.insert(instalments).values({
        ...{ orderId: newId(), userId: newId(), serviceTitle: 'Limpeza', paymentType: 'PIX', number: 1 },
        ...{ kind: 'parcela', amount: 10_000, dueDate: '2026-11-21', status: 'pending' },
        ...{ paymentMethod: 'pix', externalReference: own.id, createdAt: at(0), ...money, ...own },
      })
      return own.id
    },
    async line(chargeId: string, instalmentId: string, amount = 10_000): Promise<void> {
      await tx.insert(chargeInstalments).values({ chargeId, instalmentId, amount })
    },
    async credit(row: Row<typeof credits> & { paymentId: string }): Promise<string> {
      const own = { id: newId(), ...row }
      await tx.insert(credits).values({
        ...{ key: own.id, reason: 'excess', amount: 10_000, status: 'open', createdAt: at(0), ...own },
      })
      return own.id
    },
    async refund(row: Row<typeof refunds> & { paymentId: string }): Promise<string> {
      const own = { id: newId(), ...row }
      await tx.insert(refunds).values({
        ...{ amount: 10_000, origin: 'team', reason: 'x', status: 'requested', idempotencyKey: own.id },
        ...{ createdAt: at(0), ...own },
      })
      return own.id
    },
    async refunded(refundId: string, instalmentId: string): Promise<void> {
      await tx.insert(refundInstalments).values({ refundId, instalmentId })
    },
    async setAside(row: Row<typeof setAsidePayments> = {}): Promise<string> {
      const own = { id: newId(), ...row }
      await tx.insert(setAsidePayments).values({
        ...{ provider: 'bank', providerId: `s-${own.id}`, reason: 'unreadable', detail: 'x', digest: own.id },
        ...{ since: at(0), tries: 1, nextTryAt: at(0), notifyAfter: 1, ...own },
      })
      return own.id
    },
    async manual(row: Row<typeof manualPayments> = {}): Promise<string> {
      const own = { id: newId(), ...row }
      await tx.insert(manualPayments).values({
        ...{ key: own.id, userId: newId(), orderId: newId(), instalmentIds: [], amount: 10_000 },
        ...{ receivedOn: '2026-11-21', channel: 'transfer', protocol: '1', reason: 'x' },
        ...{ status: 'waiting', requestedBy: newId(), requestedAt: at(0), changedAt: at(0), ...own },
      })
      return own.id
    },
  }
}

export const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

/** Returns the entries of the ledger, sorted: 'credits 400'. */
export const entriesIn = async (tx: Transaction) =>
  (await tx.select().from(ledgerEntries)).map(({ account, amount }) => `${account} ${amount}`).toSorted()
