import {
  formatDate,
  formatDateLong,
  type IsoDate,
  monthName,
  weekday,
  weekdayName,
} from '../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import { capitalized, counted } from '../../core/text.ts'
import type { Instalment } from '../../modules/payments/public.ts'
import { nonBreaking } from '../ui/non-breaking.ts'
import { instalmentLabel } from './payments.ts'

/** Texts of /payments as a plan: the next payment, the progress, and the other payments by month. */
export const planCopy = {
  next: 'Próximo pagamento',
  order: 'pedido',
  rest: 'Suas parcelas',
  choose: 'Escolha uma parcela, ou várias, para pagar juntas.',
  overdue: 'Vencidas',
  /** Link to other dates or smaller instalments, for late instalments. */
  wayOut: 'Combinar outra forma de pagar',
  schedule: 'Carnê em PDF',
  calendar: 'Pôr na agenda',
  papers: 'Carnê e agenda',
  showAll: (count: number) => `Mostrar as ${count} parcelas`,
  showAllPaid: (count: number) => `Mostrar as ${count} parcelas pagas`,
  showingAll: 'Buscando as parcelas...',
} as const

/**
 * Names the purpose of a payment: 'Entrada de Limpeza de Nome', 'Parcela 3 de …', or '6 parcelas de …' for instalments covered by
 * one card payment.
 */
export function paymentOf(instalments: readonly Instalment[]): string {
  const [first] = instalments
  if (!first) return ''
  const what = instalments.length > 1 ? parcels(instalments.length) : instalmentLabel(first)
  return `${first.kind === 'a-vista' ? 'Pagamento à vista' : what} de ${first.serviceTitle}`
}

/** Returns the label of the button that pays all overdue instalments: 'Pagar as 3 que já venceram: R$ 299,70'. */
export function payTogether(count: number, total: Centavos): string {
  return nonBreaking(`Pagar as ${count} que já venceram: ${formatBRL(total)}`)
}

/** Returns the same label for the case that the last of them is due today. */
export function payDueTogether(count: number, total: Centavos): string {
  return nonBreaking(`Pagar as ${count} que vencem até hoje: ${formatBRL(total)}`)
}

/**
 * Says how much of an order is paid, and what is left: ['2 de 21 pagas', 'faltam R$ 1.998,00']. What the team reviews is neither; of a
 * cancelled order nothing is left.
 */
export function planProgress({
  paid,
  count,
  pending,
  left,
  isCancelled,
}: {
  paid: number
  count: number
  pending: number
  left: Centavos
  isCancelled: boolean
}): [done: string, rest: string] {
  if (isCancelled) return [`${paid} ${paid === 1 ? 'paga' : 'pagas'}`, 'pedido cancelado']
  const done = `${paid} de ${count} ${count === 1 ? 'paga' : 'pagas'}`
  if (left > 0) return [done, nonBreaking(`faltam ${formatBRL(left)}`)]
  return [done, pending > 0 ? 'o resto está em conferência' : 'nada falta pagar']
}

/** Formats the total of a section: '4 parcelas, R$ 399,60'; for a single instalment, only the amount. */
export function sectionTotal(count: number, total: Centavos): string {
  return nonBreaking(count === 1 ? formatBRL(total) : `${parcels(count)}, ${formatBRL(total)}`)
}

/** Formats the heading of a month: 'Dezembro', or 'Janeiro de 2027' after a month of another year. */
export function monthTitle(date: IsoDate, before: IsoDate): string {
  return capitalized(
    yearOf(date) === yearOf(before) ? monthName(date) : `${monthName(date)} de ${yearOf(date)}`,
  )
}

/** Formats the heading of a range of months: 'Fevereiro a novembro de 2027', 'Dezembro de 2026 a março de 2027'. */
export function monthsTitle(first: IsoDate, last: IsoDate, today: IsoDate): string {
  const end = yearOf(last) === yearOf(today) ? monthName(last) : `${monthName(last)} de ${yearOf(last)}`
  const sameYear = yearOf(first) === yearOf(last)
  return capitalized(`${sameYear ? monthName(first) : `${monthName(first)} de ${yearOf(first)}`} a ${end}`)
}

/** Formats a day under the heading of its month: 'domingo, 29'. */
export function dayInMonth(date: IsoDate): string {
  return `${shortWeekday(date)}, ${Number(date.slice(8))}`
}

/** Formats a date: 'domingo, 29/11', with the year when it is not the current one. */
export function dayAndMonth(date: IsoDate, today: IsoDate): string {
  return `${shortWeekday(date)}, ${yearOf(date) === yearOf(today) ? formatDate(date).slice(0, 5) : formatDate(date)}`
}

/** Formats a date in words: 'domingo, 29 de novembro'. */
export function longDay(date: IsoDate): string {
  return `${shortWeekday(date)}, ${formatDateLong(date).replace(/ de \d+$/, '')}`
}

/** Returns the spoken short form of a weekday: 'segunda'. */
function shortWeekday(date: IsoDate): string {
  return weekdayName(weekday(date)).replace('-feira', '')
}

function parcels(count: number): string {
  return counted(count, 'parcela', 'parcelas')
}

function yearOf(date: IsoDate): string {
  return date.slice(0, 4)
}
