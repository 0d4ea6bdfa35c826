import { addDays, type IsoDate, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { PaymentsDeps } from '../deps.ts'
import { differencesBetween } from '../domain/close.ts'
import { hasMoneyArrived } from '../domain/payment-state.ts'
import { totalOf } from '../domain/settlement.ts'
import { receivedOn } from '../ledger/post.server.ts'
import { notifyTeam } from '../notify-team.ts'
import { knownPayments, receivedBetween } from '../payments/store.server.ts'
import type { PaymentProvider, PaymentReport, PaymentsQuery } from '../ports.ts'
import { refundedTotals } from '../refunds/store.server.ts'
import { type CloseRow, insertClose } from './closes-store.server.ts'

/**
 * Compares a day with every provider, to the centavo: what its account received, payment by payment, and what went back
 * or was kept of whatever changed that day. What differs is written down and told; nothing is mended here, and a day
 * that differed stays so until a person has said why. A day that is not over yet is compared, and not written down.
 *
 * @param day DATE in America/Sao_Paulo
 * @returns refuses `unavailable` while a provider does not answer
 */
export async function closeDay(
  deps: PaymentsDeps,
  { day }: { day: IsoDate },
): Promise<Outcome<CloseRow[], 'unavailable'>> {
  const isOver = day < todayInSaoPaulo(deps.clock.now())
  const closes: CloseRow[] = []
  for (const provider of deps.providers.all) {
    const close = await compare(deps, { provider, day })
    if (!close) return refuse('unavailable', provider.name)
    closes.push(isOver ? await writeDown(deps, close) : close)
  }
  return ok(closes)
}

async function compare(
  { database, clock }: PaymentsDeps,
  { provider, day }: { provider: PaymentProvider; day: IsoDate },
): Promise<CloseRow | undefined> {
  const [from, to] = [startOfDayInSaoPaulo(day), startOfDayInSaoPaulo(addDays(day, 1))]
  const approved = await everyPage(provider, { by: 'approval', from, to })
  const changed = approved && (await everyPage(provider, { by: 'change', from, to }))
  if (!changed) return undefined
  const received = approved.filter(({ state }) => hasMoneyArrived(state))
  const theirs = new Map([...received, ...changed.filter(({ state }) => hasMoneyArrived(state))].map(byId))

  const name = provider.name
  const today = await receivedBetween(database, { provider: name, from, to })
  const known = await knownPayments(database, { provider: name, providerIds: [...theirs.keys()] })
  const booked = [...today, ...[...known.values()].filter(({ receivedAt }) => receivedAt !== null)]
  const givenBack = await refundedTotals(
    database,
    booked.map(({ id }) => id),
  )
  // What our books gave back, not what the provider was once heard to say it did.
  const ours = booked.map((row) => byId({ ...row, refunded: givenBack.get(row.id) ?? 0 }))
  const differences = differencesBetween(theirs, new Map(ours))
  const totals = { theirs: totalOf(received), ours: await receivedOn(database, { provider: name, day }) }
  const agrees = differences.length === 0 && totals.theirs === totals.ours
  const status = agrees ? 'agrees' : 'differs'
  const undecided = { acceptedBy: null, note: null }
  return { provider: name, day, status, ...totals, differences, closedAt: clock.now(), ...undecided }
}

function writeDown(deps: PaymentsDeps, close: CloseRow): Promise<CloseRow> {
  return deps.database.transaction(async (tx) => {
    const { row, isNew } = await insertClose(tx, close)
    if (isNew && row.status === 'differs') {
      const { provider, day, theirs, ours, differences } = row
      const lines = [
        `${provider}, ${day}: ${formatBRL(theirs)} no provedor, ${formatBRL(ours)} nos livros.`,
        ...differences.map(({ providerId }) => `Pagamento ${providerId}`),
      ]
      await notifyTeam(tx, { kind: 'books.day-differs', subject: `O dia ${day} não fecha`, lines }, deps)
    }
    return row
  })
}

async function everyPage(
  provider: PaymentProvider,
  query: Omit<PaymentsQuery, 'offset'>,
): Promise<PaymentReport[] | undefined> {
  const all: PaymentReport[] = []
  for (;;) {
    const page = await provider.list({ ...query, offset: all.length })
    if (!page.ok) return undefined
    all.push(...page.value)
    if (page.value.length < provider.pageSize) return all
  }
}

function byId<P extends { providerId: string; amount: Centavos; refunded: Centavos; fee: Centavos }>(
  payment: P,
) {
  const { providerId, amount, refunded, fee } = payment
  return [providerId, { amount, refunded, fee }] as const
}
