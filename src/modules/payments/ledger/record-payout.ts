import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { payout } from '../domain/movements.ts'
import { balances, post } from './post.server.ts'

/**
 * Writes down money drawn from a provider to the company's bank, as its statement says.
 *
 * @param reference the statement's own number: one draw is written down once
 * @returns what is left at the provider, centavos
 */
export async function recordPayout(
  tx: Transaction,
  { provider, amount, reference, by }: { provider: string; amount: Centavos; reference: string; by: string },
  deps: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<Outcome<Centavos, 'not_there' | 'repeated'>> {
  const held = (await balances(tx)).get(`provider:${provider}`) ?? 0
  if (amount <= 0 || amount > held) return refuse('not_there')
  const key = `payout:${provider}:${reference}`
  const isNew = await post(tx, { movement: payout(provider, amount), key, by, memo: reference }, deps)
  if (!isNew) return refuse('repeated')
  return ok((await balances(tx)).get(`provider:${provider}`) ?? 0)
}
