import { asc } from 'drizzle-orm'
import { charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import { ledgerEntries } from '../../../src/modules/payments/ledger/tables.server.ts'
import { payments } from '../../../src/modules/payments/payments/tables.server.ts'
import type { PaymentProvider, PaymentReport } from '../../../src/modules/payments/ports.ts'
import { refunds } from '../../../src/modules/payments/refunds/tables.server.ts'
import { settleReport } from '../../../src/modules/payments/settlement/settle-report.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { at, id, rowsIn } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

export const [me, order, charge, first, second] = [id(1), id(2), id(3), id(4), id(5)]
export type Start = ReturnType<typeof depsIn>

/** Creates a charge of R$ 100,00 and R$ 50,00, and applies the bank's reports of it, one after the other. */
export async function report(
  tx: Transaction,
  said: readonly Partial<PaymentReport>[],
  before: {
    charge?: Partial<typeof charges.$inferInsert>
    second?: Partial<typeof instalments.$inferInsert>
    said?: Partial<PaymentProvider>
  } = {},
): Promise<Start> {
  const rows = rowsIn(tx)
  const own = { id: charge, userId: me, reference: 'r', amount: 15_000, payer: null, nextCheckAt: at(0) }
  await rows.charge({ ...own, ...before.charge })
  if (before.charge?.purpose !== 'consultation') {
    await rows.instalment({ id: first, userId: me, orderId: order })
    await rows.instalment({
      id: second,
      userId: me,
      orderId: order,
      number: 2,
      amount: 5_000,
      ...before.second,
    })
    await rows.line(charge, first)
    await rows.line(charge, second, 5_000)
  }
  const started = depsIn(tx, [scriptedBank([], before.said).bank])
  await again(started, said)
  return started
}

export async function again({ deps, time }: Start, said: readonly Partial<PaymentReport>[]) {
  for (const one of said) {
    const report = reported({ reference: 'r', amount: 15_000, updatedAt: undefined, ...one })
    await settleReport(deps, { provider: 'bank', report, cause: 'check', now: time.now })
    time.now = new Date(time.now.getTime() + 60_000)
  }
}

/** Returns the books in a few lines, without zero or empty values. */
export async function books(tx: Transaction, { jobs, published, sent }: Start) {
  const all = {
    charge: (await tx.select().from(charges)).map(({ status }) => status).join(),
    instalments: (await tx.select().from(instalments).orderBy(asc(instalments.id)))
      .map(({ status, paidAmount }) => (paidAmount === null ? status : `${status} ${paidAmount}`))
      .join(', '),
    credits: (await tx.select().from(credits).orderBy(asc(credits.createdAt), asc(credits.amount)))
      .map(({ reason, amount, status }) => `${reason} ${amount} ${status}`)
      .join(', '),
    payments: (await tx.select().from(payments).orderBy(asc(payments.providerId)))
      .map(({ state, amount, refunded, fee }) => `${state} ${amount} ${refunded} ${fee}`)
      .join(', '),
    review: (await tx.select().from(payments)).flatMap(({ reviewReason }) => reviewReason ?? []).join(),
    refunds: (await tx.select().from(refunds).orderBy(asc(refunds.createdAt), asc(refunds.amount)))
      .map(({ origin, amount, status, unattributed }) => `${origin} ${amount} ${status} ${unattributed}`)
      .join(', '),
    ledger: await balances(tx),
    jobs: jobs.map((job) => Object.values(job)[0]).join(),
    events: published.map(({ type }) => type).join(),
    mail: sent.map(({ kind }) => kind).join(),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

async function balances(tx: Transaction) {
  const totals = new Map<string, number>()
  for (const { account, amount } of await tx.select().from(ledgerEntries))
    totals.set(account, (totals.get(account) ?? 0) + amount)
  const open = [...totals].filter(([, amount]) => amount !== 0).toSorted()
  return open.map(([account, amount]) => `${account} ${amount}`).join(', ')
}
