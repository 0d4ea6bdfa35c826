import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { payout } from '../domain/movements.ts'
import { balances, isPosted, lockAccount, post } from './post.server.ts'

/**
 * Records a payout from a provider to the company's bank account, as the bank statement shows it.
 *
 * @param reference the statement's number, which makes the record unique
 * @returns the remaining balance at the provider, in centavos. Refuses `repeated`, whatever the balance is by now, or
 *   `insufficient_balance`
 */
export async function recordPayout(
  tx: Transaction,
  { provider, amount, reference, by }: { provider: string; amount: Centavos; reference: string; by: string },
  deps: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<Outcome<Centavos, 'insufficient_balance' | 'repeated'>> {
  const key = `payout:${provider}:${reference}`
  await lockAccount(tx, `provider:${provider}`)
  if (await isPosted(tx, key)) return refuse('repeated')
  const balance = (await balances(tx)).get(`provider:${provider}`) ?? 0
  if (amount <= 0 || amount > balance) return refuse('insufficient_balance')
  await post(tx, { movement: payout(provider, amount), key, by, memo: reference }, deps)
  return ok(balance - amount)
}
