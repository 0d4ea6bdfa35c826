import { nextBusinessDay } from '../../core/business-days.ts'
import { formatDate } from '../../core/calendar.ts'
import { formatBRL } from '../../core/money.ts'
import type { Instalment } from '../../modules/payments/public.ts'
import { instalmentLabel } from './payments.ts'

/** Texts of the calendar file with an order's open instalments. */
export const calendarCopy = {
  name: (number: string) => `Recomeço, pedido ${number}`,
  nothing: {
    title: 'Nada a pôr na agenda',
    text: 'Este pedido não tem parcelas em aberto.',
  },
} as const

/** Returns the title of an event. It does not name the service, because calendars are shared and shown on locked screens. */
export function eventTitle(instalment: Instalment): string {
  return `Recomeço: ${instalmentLabel(instalment).toLowerCase()}, ${formatBRL(instalment.amount)}`
}

export function eventText({ dueDate }: Instalment, { number, url }: { number: string; url: string }): string {
  const until = nextBusinessDay(dueDate)
  return [
    `Pedido ${number}.`,
    ...(until === dueDate ? [] : [`Pode ser paga até ${formatDate(until)} sem acréscimo.`]),
    `Pague na sua conta: ${url}`,
    'Se já pagou, não é preciso fazer nada.',
  ].join('\n')
}
