import { type IsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import { madeUntil } from '../../platform/figures/figures.ts'
import type { NumbersDeps } from './deps.ts'
import { type Days, type Period, partsOf, type Unit } from './domain/period.ts'
import type { Kept } from './domain/shares.ts'
import { type PromiseKind, promiseKinds, type ShownFigure, shownFigures } from './domain/shown-figures.ts'
import { type Part, sumFigures, sumVisits } from './store.server.ts'

/** Count, and amount in centavos. */
interface Sum {
  count: number
  amount: Centavos
}

/** Totals of a part of a period; amounts in centavos. */
interface PartNumbers extends Days {
  sales: Sum
  received: Centavos
  returned: Centavos
  fees: Centavos
}

const wayStages = ['visit', 'service', 'plan', 'signed', 'paid'] as const
export type WayStage = (typeof wayStages)[number]

/** Totals of a period and of the previous one. Days are DATEs in America/Sao_Paulo. */
export interface PeriodNumbers {
  period: Period
  unit: Unit
  parts: PartNumbers[]
  sales: { now: Sum; before: Sum; services: (Sum & { service: string })[] }
  /** At the providers and in cash, according to the ledger. */
  money: Record<'received' | 'returned' | 'fees', { now: Centavos; before: Centavos }>
  way: { stage: WayStage; now: number; before: number }[]
  promises: { promise: PromiseKind; now: Kept; before: Kept }[]
  /** Instalments due in the period whose day has passed; ordered by open amount. */
  plans: { plan: string; due: Sum; open: Sum }[]
  /** Until when the figures are complete; undefined before their first calculation. */
  madeAt: Date | undefined
}

/** Maximum number of plans shown; custom offers create many. */
const maxPlans = 20

/** The index of the previous period in the sums; the parts of the period follow it. */
const before = 1

/**
 * Returns the totals of a period from the figures of its days: the number of rows read depends on the number of days, whatever the size of
 * the shop. May lag: `madeAt` states until when they are complete, on the server that was queried.
 */
export async function readNumbers(
  { readFromReplica, clock, sources }: Pick<NumbersDeps, 'readFromReplica' | 'clock' | 'sources'>,
  { period }: { period: Period },
): Promise<PeriodNumbers> {
  const today = todayInSaoPaulo(clock.now())
  const { unit, parts } = partsOf(period)
  const names = sources.map(({ name }) => name)
  const [sums, visits, madeAt] = await readFromReplica((executor) =>
    Promise.all([
      sumFigures(executor, { figures: shownFigures, ...queryOf(period, parts), today }),
      sumVisits(executor, queryOf(period, parts)),
      madeUntil(executor, names),
    ]),
  )
  const total = totalsOf(sums)
  const isNow = ({ part }: Part) => part > before
  const isBefore = ({ part }: Part) => part === before
  const both = (figure: ShownFigure, of: keyof Sum, subject?: RegExp) => ({
    now: total(figure, isNow, subject)[of],
    before: total(figure, isBefore, subject)[of],
  })
  const visited = (step: string, where: (row: Part) => boolean) =>
    visits.filter((row) => row.step === step && where(row)).reduce((sum, { count }) => sum + count, 0)
  const kept = (promise: PromiseKind, where: (row: Part) => boolean): Kept => ({
    kept: total(`${promise}.kept`, where).count,
    late: total(`${promise}.late`, where).count,
    broken: total(`${promise}.open`, where).count,
  })
  const stage = (name: WayStage) => {
    if (name === 'signed' || name === 'paid') return both(`orders.${name}`, 'count')
    return { now: visited(name, isNow), before: visited(name, isBefore) }
  }
  const money = (where: (row: Part) => boolean) => moneyOf((figure) => total(figure, where, ourMoney).amount)
  const [moneyNow, moneyBefore] = [money(isNow), money(isBefore)]
  return {
    period,
    unit,
    madeAt,
    parts: parts.map((part, index) => {
      const isPart = (row: Part) => row.part === before + 1 + index
      return { ...part, sales: total('orders.signed', isPart), ...money(isPart) }
    }),
    sales: {
      now: total('orders.signed', isNow),
      before: total('orders.signed', isBefore),
      services: subjectsOf(sums, ['orders.signed'], isNow)
        .map((service) => ({ service, ...total('orders.signed', isNow, service) }))
        .toSorted((a, b) => b.amount - a.amount),
    },
    money: {
      received: { now: moneyNow.received, before: moneyBefore.received },
      returned: { now: moneyNow.returned, before: moneyBefore.returned },
      fees: { now: moneyNow.fees, before: moneyBefore.fees },
    },
    way: wayStages.map((name) => ({ stage: name, ...stage(name) })),
    promises: promiseKinds.map((promise) => ({
      promise,
      now: kept(promise, isNow),
      before: kept(promise, isBefore),
    })),
    plans: subjectsOf(sums, ['plan.open', 'plan.paid'], isNow)
      .map((plan) => {
        const [open, paid] = [total('plan.open', isNow, plan), total('plan.paid', isNow, plan)]
        return { plan, open, due: { count: open.count + paid.count, amount: open.amount + paid.amount } }
      })
      .toSorted((a, b) => b.open.amount - a.open.amount || b.due.amount - a.due.amount)
      .slice(0, maxPlans),
  }
}

/** Accounts that hold our money: at a provider, and received in cash. */
const ourMoney = /^(?:provider:|cash$)/

/** Positive amounts: received, returned, fees. */
function moneyOf(
  amount: (figure: ShownFigure) => Centavos,
): Record<'received' | 'returned' | 'fees', Centavos> {
  return {
    received: amount('ledger.receipt'),
    returned: 0 - amount('ledger.refund') - amount('ledger.chargeback') - amount('ledger.dispute_won'),
    fees: 0 - amount('ledger.fee'),
  }
}

function queryOf({ from, to, previous }: Period, parts: readonly Days[]) {
  return { from, to, previous, starts: [previous.from, ...parts.map((part): IsoDate => part.from)] }
}

type Row = Part & { figure: string; subject: string } & Sum

function totalsOf(rows: readonly Row[]) {
  const byFigure = Map.groupBy(rows, ({ figure }) => figure)
  return (figure: string, where: (row: Part) => boolean, subject?: string | RegExp): Sum => {
    const isOf = (own: string) =>
      subject === undefined || (typeof subject === 'string' ? own === subject : subject.test(own))
    const sum = { count: 0, amount: 0 }
    for (const row of byFigure.get(figure) ?? []) {
      if (!where(row) || !isOf(row.subject)) continue
      sum.count += row.count
      sum.amount += row.amount
    }
    return sum
  }
}

function subjectsOf(
  rows: readonly Row[],
  figures: readonly string[],
  where: (row: Part) => boolean,
): string[] {
  return [
    ...new Set(
      rows.filter((row) => figures.includes(row.figure) && where(row)).map(({ subject }) => subject),
    ),
  ]
}
