import { type Centavos, formatBRL } from '../../core/money.ts'
import type { PaymentMethod } from '../../core/payment-terms.ts'
import { counted, minutesText } from '../../core/text.ts'
import { nonBreaking } from '../ui/non-breaking.ts'

// Texts that the browser's scripts show on the payment pages. Separate from payments.ts, so that the scripts load no other texts.

export const approvedCopy = {
  title: 'Pagamento aprovado!',
  /** Only where another page follows. */
  text: 'Estamos levando você para os próximos passos.',
} as const

/** Texts for a code that can no longer be paid. The first two are from the specification, section 8. */
export const closedCopy = {
  cancelled: { title: 'Pagamento cancelado', text: 'O pagamento foi cancelado ou rejeitado' },
  expired: {
    title: 'O código Pix expirou',
    text: 'Se você já pagou por ele, não pague de novo: a confirmação chega assim que o banco nos avisar. Se não pagou, gere um novo código.',
  },
} as const

/** Toasts of a code's ending. Of an expired one the page says the rest, with the button that a longer toast covers on a phone. */
export const closedToasts = {
  cancelled: closedCopy.cancelled,
  expired: { title: closedCopy.expired.title },
} as const

/** Returns the label of the payment button: 'Pagar R$ 400,00 com Pix'; 'Pagar com Pix' when the amount is unknown. */
export function payLabel(amount: Centavos | undefined, method: PaymentMethod): string {
  const how = method === 'pix' ? 'Pix' : 'cartão'
  return amount === undefined ? `Pagar com ${how}` : nonBreaking(`Pagar ${formatBRL(amount)} com ${how}`)
}

/** Remaining minutes at which a screen reader announces the time left before a code expires. */
const announcedMinutes = [1, 5, 10]

/** Returns the announcement for a countdown that goes from one number of seconds to another; undefined for most values. */
export function timeLeftAnnouncement(before: number, after: number): string | undefined {
  const minutes = announcedMinutes.find((minute) => before > minute * 60 && after <= minute * 60)
  if (minutes === undefined) return undefined
  return `${minutes === 1 ? 'Falta' : 'Faltam'} ${minutesText(minutes)} para o código expirar.`
}

export function selectedCount(count: number): string {
  if (count === 0) return 'Escolha uma parcela'
  return counted(count, 'parcela selecionada', 'parcelas selecionadas')
}

/** Formats seconds as a clock: 1799 → '29:59'. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
