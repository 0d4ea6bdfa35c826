import { type Check, groupBy, reais, total } from './check.ts'

/** Every movement adds up to zero. */
const balanced: Check = ({ books }) => {
  const entries = groupBy(books.ledger_entries, ({ transaction_id }) => transaction_id)
  return books.ledger_transactions.flatMap(({ id, kind, key }) => {
    const own = entries.get(id) ?? []
    const off = total(own, ({ amount }) => amount)
    if (own.length > 0 && off === 0) return []
    return [`ledger: ${kind} ${key} ${own.length === 0 ? 'has no entries' : `is off by ${reais(off)}`}`]
  })
}

/** Each account holds what the rows and the provider say it must. */
const accountsAgree: Check = ({ books, truth }) => {
  const held = new Map<string, number>()
  for (const { account, amount } of books.ledger_entries) {
    const name = account.startsWith('provider:') ? 'provider' : account
    held.set(name, (held.get(name) ?? 0) + amount)
  }
  const pending = books.payments.filter(({ status }) => status === 'pending')
  const owedToThem = books.credits.filter(({ status }) => status === 'open' || status === 'refunding')
  const fees = total(truth.payments, ({ fee }) => fee)
  const expected = {
    receivable: total(pending, ({ amount }) => amount),
    provider:
      total(truth.payments, ({ received, refunded, takenBack }) => received - refunded - takenBack) -
      fees -
      (held.get('cash') ?? 0),
    fees,
    credits: -total(owedToThem, ({ amount }) => amount),
  }
  return Object.entries(expected)
    .filter(([account, amount]) => (held.get(account) ?? 0) !== amount)
    .map(
      ([account, amount]) =>
        `ledger: ${account} holds ${reais(held.get(account) ?? 0)} instead of ${reais(amount)}`,
    )
}

export const ledgerChecks = { balanced, accountsAgree }
