import { groupBy, heldForReview, type Invariant, reais, total } from './invariant.ts'

/** The entries of every movement add up to zero. */
const movementsBalance: Invariant = ({ tables }) => {
  const entries = groupBy(tables.ledger_entries, ({ transaction_id }) => transaction_id)
  return tables.ledger_transactions.flatMap(({ id, kind, key }) => {
    const own = entries.get(id) ?? []
    const off = total(own, ({ amount }) => amount)
    if (own.length > 0 && off === 0) return []
    return [`ledger: ${kind} ${key} ${own.length === 0 ? 'has no entries' : `is off by ${reais(off)}`}`]
  })
}

/** Account balances match the rows and the provider. */
const ledgerMatchesRows: Invariant = (evidence) => {
  const { tables } = evidence
  const held = heldForReview(evidence)
  const booked = evidence.truth.payments.filter(({ id }) => !held.has(id))
  const balances = new Map<string, number>()
  for (const { account, amount } of tables.ledger_entries) {
    const name = account.startsWith('provider:') ? 'provider' : account
    balances.set(name, (balances.get(name) ?? 0) + amount)
  }
  const pending = tables.payments.filter(({ status }) => status === 'pending')
  const openCredits = tables.credits.filter(({ status }) => status === 'open' || status === 'refunding')
  const fees = total(booked, ({ fee }) => fee)
  const expected = {
    receivable: total(pending, ({ amount }) => amount),
    provider:
      total(booked, ({ received, refunded, chargedBack }) => received - refunded - chargedBack) -
      fees -
      (balances.get('cash') ?? 0),
    fees,
    credits: -total(openCredits, ({ amount }) => amount),
  }
  return Object.entries(expected)
    .filter(([account, amount]) => (balances.get(account) ?? 0) !== amount)
    .map(
      ([account, amount]) =>
        `ledger: ${account} has ${reais(balances.get(account) ?? 0)} instead of ${reais(amount)}`,
    )
}

export const ledgerInvariants = { movementsBalance, ledgerMatchesRows }
