import { expect } from 'vitest'
import type { Random } from '../../../scripts/torture/random.ts'
import { checkFigures, refreshFigures } from '../../../src/platform/figures/figures.ts'
import { newId } from '../../../src/platform/ids.ts'
import { minute, type PaymentsHarness } from './payments-harness.ts'

/** A shop at one provider, in tests of random histories. */
export interface RandomShop {
  harness: PaymentsHarness
  payments: PaymentsHarness['payments']
}

/** The charge that a random history is about. */
export interface RandomCharge {
  chargeId: string
  reference: string
  /** Undefined for a look-up. */
  orderId: string | undefined
  instalmentIds: string[]
  random: Random
}

export const decision = { by: newId(), reason: 'acordo' }
const day = 24 * 60 * minute

/** Decides some of what is open about a charge. */
export async function decide(
  { harness, payments }: RandomShop,
  { chargeId, instalmentIds, random }: RandomCharge,
): Promise<void> {
  const itemOf = (kind: 'refund' | 'return' | 'payment' | 'credit') => harness.openItem(kind, chargeId)
  const [refundId, returnId] = [await itemOf('refund'), await itemOf('return')]
  const [paymentId, creditId] = [await itemOf('payment'), await itemOf('credit')]
  const targets = random.chance(0.5) ? [] : instalmentIds.slice(0, 1)
  const [retry, reinstateDebt] = [random.chance(0.5), random.chance(0.5)]
  await harness.database.transaction(async (tx) => {
    if (refundId) await payments.decideRefund(tx, { refundId, retry })
    if (returnId) await payments.attributeReturn(tx, { refundId: returnId, targets, ...decision })
    if (paymentId) await payments.reviewPayment(tx, { paymentId, reinstateDebt, ...decision })
    if (creditId && random.chance(0.5))
      await payments.refundCredit(tx, { creditId, isOurs: true, ...decision })
  })
}

/** Refunds the whole of a charge, a part, or one of its instalments. */
export function refund({ harness, payments }: RandomShop, { chargeId, instalmentIds, random }: RandomCharge) {
  return harness.database.transaction((tx) =>
    payments.refundCharge(tx, {
      ...{ chargeId, origin: 'team', ...decision },
      ...(random.chance(0.4) && { amount: random.between(1, 10) * 1000 }),
      ...(random.chance(0.4) && instalmentIds.length > 0 && { instalmentIds: instalmentIds.slice(0, 1) }),
    }),
  )
}

/** What a provider's payment came to in our books, in centavos; undefined when it is not booked. */
export async function bookedOf(
  { harness }: RandomShop,
  providerId: string,
): Promise<{ amount: number; receipts: number; refunded: number; chargedBack: number } | undefined> {
  const [row] = await harness.query<{
    amount: number
    receipts: number
    refunded: number
    chargedBack: number
  }>(
    `select p.amount::int, (select count(*) from ledger_transactions t where t.key = 'receipt:' || p.id)::int as receipts,
       coalesce(sum(r.amount) filter (where r.origin <> 'chargeback'), 0)::int as refunded,
       coalesce(sum(r.amount) filter (where r.origin = 'chargeback'), 0)::int as "chargedBack"
     from provider_payments p left join refunds r on r.provider_payment_id = p.id and r.status = 'done'
     where p.provider_id = $1 and p.received_at is not null group by p.id`,
    [providerId],
  )
  return row
}

/** The payments whose open credits are more than what is left of them, apart from what came back without saying of what. */
export function creditsWithoutMoney({ harness }: RandomShop): Promise<unknown[]> {
  return harness.query(
    `select * from (
       select p.provider_id, p.amount::int - coalesce((select sum(r.amount - r.unattributed)
           from refunds r where r.provider_payment_id = p.id and r.status = 'done'), 0)::int as rest,
         (select sum(k.amount) from credits k
           where k.provider_payment_id = p.id and k.status in ('open', 'refunding'))::int as credits
       from provider_payments p) as payment
     where credits > rest`,
  )
}

/** The books add up, and each figure of days equals what its rows come to; those of money equal the payments and the refunds. */
export async function expectFiguresOfRows({ harness, payments }: RandomShop): Promise<void> {
  expect(await payments.checkBooks()).toEqual([])
  const days = await harness.query<{ day: string }>(
    'select due_date::text as day from payments union select day::text from ledger_transactions',
  )
  for (const source of payments.figures) {
    await refreshFigures(harness, source)
    for (const one of days)
      expect(await checkFigures(harness, source, one.day), `${source.name} of ${one.day}`).toBe(false)
  }
  const [money] = await harness.query<Record<string, number>>(
    `select
       (select sum(amount) from daily_figures where figure = 'ledger.receipt' and subject like 'provider:%')::int as received,
       (select sum(amount) from provider_payments where received_at is not null)::int as paid,
       (select coalesce(-sum(amount), 0) from daily_figures where subject like 'provider:%'
         and figure in ('ledger.refund', 'ledger.chargeback', 'ledger.dispute_won'))::int as returned,
       (select coalesce(sum(amount), 0) from refunds where status = 'done')::int as refunded`,
  )
  expect([money?.received, money?.returned]).toEqual([money?.paid, money?.refunded])
}

/** The close of each day since an instant agrees with the provider. */
export async function expectClosesToAgree({ harness, payments }: RandomShop, begun: Date): Promise<void> {
  harness.clock.advance(2 * day)
  for (let at = begun.getTime(); at < harness.clock.now().getTime() - day; at += day) {
    const closed = await payments.closeDay({ day: new Date(at).toISOString().slice(0, 10) })
    const differing = closed.ok ? closed.value.filter(({ status }) => status !== 'agrees') : closed
    expect(differing).toEqual([])
  }
}
