import { and, eq, sql } from 'drizzle-orm'
import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { lockName } from '../../../platform/database/named-lock.ts'
import { onlyRow } from '../../../platform/database/only-row.ts'
import { sendStatement } from '../../../platform/database/send-statement.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { Movement } from '../domain/movements.ts'
import { ledgerEntries, ledgerTransactions } from './tables.server.ts'

/**
 * Posts a movement to the ledger in the caller's transaction. Idempotent by `key`; a movement without entries is not
 * posted.
 *
 * @param key unique key of the event: 'receipt:<payment>'
 * @param day accounting date, DATE in America/Sao_Paulo; today by default
 */
export async function post(
  tx: Transaction,
  {
    movement: { kind, entries },
    key,
    day,
    by,
    memo,
  }: { movement: Movement; key: string; day?: IsoDate; by?: string | undefined; memo?: string },
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<void> {
  if (entries.length === 0) return
  const [id, now] = [newId(), clock.now()]
  const row = [id, key, kind, day ?? todayInSaoPaulo(now), by ?? null, memo ?? null, now.toISOString()]
  const lines = [entries.map(([account]) => account), entries.map(([, amount]) => amount)]
  await sendStatement(tx, posting, [...row, ...lines])
}

/** As text, because every signature and settlement posts: Drizzle would build it each time (docs/decisions/0037). */
const posting = `
  with posted as (
    insert into ledger_transactions (id, key, kind, day, by, memo, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (key) do nothing returning id)
  insert into ledger_entries (transaction_id, line, account, amount)
  select posted.id, lines.at - 1, lines.account, lines.amount
  from posted, unnest($8::text[], $9::bigint[]) with ordinality as lines (account, amount, at)`

/** Whether a movement with this key is in the books. */
export async function isPosted(executor: Executor, key: string): Promise<boolean> {
  const found = executor
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.key, key))
  return (await found).length > 0
}

/** Serialises decisions about the balance of an account until the transaction ends. */
export async function lockAccount(tx: Transaction, account: string): Promise<void> {
  await lockName(tx, `ledger:${account}`)
}

/** Balance of every account: debits less credits, in centavos. */
export async function balances(executor: Executor): Promise<Map<string, Centavos>> {
  const rows = await executor
    .select({
      account: ledgerEntries.account,
      amount: sql<number>`sum(${ledgerEntries.amount})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.account)
  return new Map(rows.map(({ account, amount }) => [account, amount]))
}

/** Charged-back centavos of a payment whose debt has not been reinstated. */
export async function lostToChargebacks(executor: Executor, paymentId: string): Promise<Centavos> {
  const { rows } = await executor.execute<{ lost: string }>(sql`
    select coalesce(sum(e.amount), 0) as lost
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where e.account = 'chargebacks' and (
      t.key like ${`owed-again:${paymentId}:%`}
      or t.key in (select kind || ':' || id from refunds, (values ('refund'), ('dispute-won'), ('taken')) as v (kind)
        where provider_payment_id = ${paymentId}))`)
  return Number(onlyRow(rows).lost)
}

/** Centavos received at a provider on a day, by the payment's id. */
export async function receiptsOn(
  executor: Executor,
  { provider, day }: { provider: string; day: IsoDate },
): Promise<Map<string, Centavos>> {
  const rows = await executor
    .select({ key: ledgerTransactions.key, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerTransactions.day, day),
        eq(ledgerTransactions.kind, 'receipt'),
        eq(ledgerEntries.account, `provider:${provider}`),
      ),
    )
  return new Map(rows.map(({ key, amount }) => [key.replace('receipt:', ''), amount]))
}
