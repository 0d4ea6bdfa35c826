import { type SQL, sql } from 'drizzle-orm'
import { formatBRL } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { keptCreditStatuses } from '../domain/credit.ts'
import { moneyArrivedStates } from '../domain/payment-state.ts'
import { notifyTeam } from '../notify-team.ts'

/** An invariant of the books: two sums that must be equal, in centavos. */
export interface Invariant {
  description: string
  /** Rows {about, ledger, rows}: the two sums for each subject. A sum may exceed the exact range of a number. */
  query: SQL
}

/** All invariants, each over every row. */
const invariants: readonly Invariant[] = [
  {
    description: 'cada lançamento soma zero',
    query: sql`select transaction_id::text as about, sum(amount) as ledger, 0 as rows
      from ledger_entries group by transaction_id having sum(amount) <> 0`,
  },
  owedByCustomers({
    ledger: sql`(select coalesce(sum(amount), 0) from ledger_entries where account = 'receivable')`,
    rows: sql`(select coalesce(sum(amount), 0) from payments where status = 'pending')`,
  }),
  creditOfCustomers({
    ledger: sql`(select coalesce(-sum(amount), 0) from ledger_entries where account = 'credits')`,
  }),
  {
    description: 'o saldo em cada provedor é o que entrou menos tarifas, devoluções e saques',
    query: sql`select p.provider as about,
      (select coalesce(sum(amount), 0) from ledger_entries where account = 'provider:' || p.provider) as ledger,
      coalesce(sum(p.amount - p.fee) filter (where p.received_at is not null), 0)
        - (select coalesce(sum(r.amount), 0) from refunds r join provider_payments q on q.id = r.provider_payment_id
           where r.status = 'done' and q.provider = p.provider)
        - (select coalesce(sum(-e.amount), 0) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
           where t.kind = 'payout' and e.account = 'provider:' || p.provider) as rows
      from provider_payments p group by p.provider`,
  },
  arrivedMoney(sql`true`),
]

/** What customers owe is the sum of the open instalments. Both sides are SQL expressions of centavos. */
export function owedByCustomers({ ledger, rows }: { ledger: SQL; rows: SQL }): Invariant {
  return {
    description: 'o que os clientes devem é a soma das parcelas em aberto',
    query: sql`select 'receivable' as about, ${ledger} as ledger, ${rows} as rows`,
  }
}

/** What is owed to customers is the sum of the credits whose money is still here. */
export function creditOfCustomers({ ledger }: { ledger: SQL }): Invariant {
  return {
    description: 'o crédito dos clientes é a soma dos créditos em aberto',
    query: sql`select 'credits' as about, ${ledger} as ledger,
      (select coalesce(sum(amount), 0) from credits where status in ${keptCreditStatuses}) as rows`,
  }
}

/**
 * Every received payment has its receipt in the books, of its amount.
 *
 * @param condition selects the payments, aliased `p`
 */
export function arrivedMoney(condition: SQL): Invariant {
  const query = sql`select p.provider_id as about, p.amount as ledger,
    (select coalesce(sum(e.amount), 0) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.key = 'receipt:' || p.id and e.account = 'provider:' || p.provider) as rows
    from provider_payments p where p.state in ${moneyArrivedStates} and ${condition}`
  return { description: 'todo dinheiro que chegou está nos livros, uma vez', query }
}

/**
 * Checks the invariants of the books, all on one snapshot. Breaches are reported to the team; nothing is corrected
 * automatically.
 *
 * @returns a sentence for each breach
 */
export async function checkBooks(deps: PaymentsDeps): Promise<string[]> {
  return deps.database.transaction(
    async (tx) => {
      const breaches = await breachesOfBooks(tx)
      if (breaches.length > 0) {
        const subject = 'Os livros não fecham'
        await notifyTeam(tx, { kind: 'books.breach', subject, lines: breaches }, deps)
      }
      return breaches
    },
    { isolationLevel: 'repeatable read' },
  )
}

/** Returns a sentence for each breach, without notifying the team. */
export function breachesOfBooks(executor: Executor): Promise<string[]> {
  return breachesOf(executor, invariants)
}

/** @returns a sentence for each breach of the given invariants */
export async function breachesOf(executor: Executor, those: readonly Invariant[]): Promise<string[]> {
  const breaches: string[] = []
  for (const { description, query } of those) {
    const breached = sql`select * from (${query}) as found where ledger <> rows limit 20`
    const { rows } = await executor.execute<{ about: string; ledger: string; rows: string }>(breached)
    for (const { about, ledger, rows: counted } of rows) {
      const amounts = `${formatBRL(BigInt(ledger))} e ${formatBRL(BigInt(counted))}`
      breaches.push(`${description}: ${about}, ${amounts}`)
    }
  }
  return breaches
}
