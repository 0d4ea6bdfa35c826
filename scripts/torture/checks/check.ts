import type { Books, Job } from '../books.ts'
import type { Note } from '../person.ts'
import type { Truth } from '../truth.ts'

/** All there is to judge a run by. */
export interface Evidence {
  books: Books
  jobs: readonly Job[]
  truth: Truth
  /** What people were told is done. */
  notes: readonly Note[]
  /** How many decisions the team was told are done. */
  deeds: number
  /** Processes that ended though nobody killed them. */
  collapses: readonly string[]
}

/** One thing that must hold. @returns what breaks it, each in words; nothing where it holds */
export type Check = (evidence: Evidence) => string[]

/** Rows by what `key` says of them; those of which it says nothing are left out. */
export function groupBy<T>(rows: readonly T[], key: (row: T) => string | null | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const name = key(row)
    if (name === null || name === undefined) continue
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return groups
}

export function total<T>(rows: readonly T[], amount: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + amount(row), 0)
}

/** Centavos as people read them. */
export const reais = (centavos: number): string => (centavos / 100).toFixed(2)

/** What was received of a provider's payment, told by its id; 0 where the simulator knows nothing of it. */
/** Charges whose money a bank took back, and whose instalments the team said are owed again. */
export function debtReinstated({ books }: Evidence): Map<string | null, number> {
  // 'owed-again:<payment>:<this time>'.
  const moved = new Map(books.ledger_transactions.map(({ key, id }) => [key.split(':', 2).join(':'), id]))
  return new Map(
    books.provider_payments.flatMap(({ id, charge_id }) => {
      const transaction = moved.get(`owed-again:${id}`)
      const entry = books.ledger_entries.find(
        ({ transaction_id, account }) => transaction_id === transaction && account === 'receivable',
      )
      return entry ? [[charge_id, entry.amount]] : []
    }),
  )
}

export function truthById({ truth }: Evidence) {
  return new Map(truth.payments.map((payment) => [payment.id, payment]))
}
