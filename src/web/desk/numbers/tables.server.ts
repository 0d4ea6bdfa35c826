import { type CsvCell, csvOf } from '../../../core/csv.ts'
import { formatBRL } from '../../../core/money.ts'
import { numberText } from '../../../core/text.ts'
import type { PeriodNumbers } from '../../../modules/numbers/index.server.ts'
import { type Kept, keptPercent, percentOf } from '../../../modules/numbers/public.ts'
import type { Age } from '../../../modules/payments/public.ts'
import { moneyCopy } from '../../copy/desk-money.ts'
import { numbersCopy as copy, daysShown, percentShown } from '../../copy/desk-numbers.ts'
import type { ShownTable } from './number-table.tsx'

/** File names of the tables of the figures; each table is shown beside its chart and offered as a file. */
export const tableNames = [
  'vendas',
  'servicos',
  'recebido',
  'em-aberto',
  'caminho',
  'promessas',
  'inadimplencia',
] as const
export type TableName = (typeof tableNames)[number]

export interface OpenAge {
  age: Age
  count: number
  amount: number
}

interface Table {
  head: readonly string[]
  rows: readonly (readonly CsvCell[])[]
}

const money = (centavos: number) => ({ centavos })
const percent = (value: number | undefined) => ({ percent: value })

/** Returns all tables of a period. */
export function tablesOf(numbers: PeriodNumbers, open: readonly OpenAge[]): Record<TableName, Table> {
  const { parts, unit, sales, way, promises, plans } = numbers
  const { sales: sold, money: got, open: owed, way: path, promises: kept, plans: late } = copy
  return {
    vendas: {
      head: [copy.units[unit], sold.count, sold.amount],
      rows: parts.map((part) => [daysShown(part), part.sales.count, money(part.sales.amount)]),
    },
    servicos: {
      head: [sold.service, sold.count, sold.amount],
      rows: sales.services.map(({ service, count, amount }) => [service, count, money(amount)]),
    },
    recebido: {
      head: [copy.units[unit], got.received, got.returned, got.fees, got.net],
      rows: parts.map(({ received, returned, fees, ...days }) => [
        daysShown(days),
        ...[received, returned, fees, received - returned - fees].map(money),
      ]),
    },
    'em-aberto': {
      head: [owed.age, owed.count, owed.amount],
      rows: open.map(({ age, count, amount }) => [moneyCopy.ages[age], count, money(amount)]),
    },
    caminho: {
      head: [path.stage, copy.now, copy.before, path.share],
      rows: way.map(({ stage, now, before }, index) => [
        path.stages[stage],
        now,
        before,
        percent(index === 0 ? undefined : percentOf(now, way[index - 1]?.now ?? 0)),
      ]),
    },
    promessas: {
      head: [kept.promise, kept.kept, kept.late, kept.broken, kept.percent, copy.before],
      rows: promises.map(({ promise, now, before }) => [
        kept.kinds[promise],
        ...keptCells(now),
        percent(keptPercent(before)),
      ]),
    },
    inadimplencia: {
      head: [late.plan, late.due, late.open, late.percent],
      rows: plans.map(({ plan, due, open: left }) => [
        plan,
        money(due.amount),
        money(left.amount),
        percent(percentOf(left.amount, due.amount)),
      ]),
    },
  }
}

function keptCells(of: Kept): CsvCell[] {
  return [of.kept, of.late, of.broken, percent(keptPercent(of))]
}

/** Formats a table for the screen. */
export function shownTable({ head, rows }: Table): ShownTable {
  return { head, rows: rows.map((row) => row.map(shownCell)) }
}

function shownCell(cell: CsvCell): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return numberText(cell)
  return 'centavos' in cell ? formatBRL(cell.centavos) : percentShown(cell.percent)
}

/** Formats a table as a CSV file. */
export function fileOf({ head, rows }: Table): string {
  return csvOf(head, rows)
}
