import { type Centavos, formatBRL } from '../../../core/money.ts'
import type { PaymentTerms } from './plan.ts'

/**
 * The text stored as `payment_type` and shown beside an order: 'PIX semanal: entrada R$ 400,00 + 20x
 * R$ 99,90'. Written in the words that `parsePaymentTerms` reads, so that text and plan never part.
 */
export function paymentTypeText(terms: PaymentTerms): string {
  if (terms.cadence === 'once') return 'PIX à vista'
  const parts = `${terms.instalments.length}x ${formatBRL(terms.instalments[0] ?? 0)}`
  const amounts = terms.entry === undefined ? parts : `entrada ${formatBRL(terms.entry)} + ${parts}`
  if (terms.method === 'credit_card') return `Cartão de crédito: ${amounts}`
  return `PIX ${terms.cadence === 'weekly' ? 'semanal' : 'mensal'}: ${amounts}`
}

/**
 * What is paid and when, in a sentence: 'Entrada de R$ 400,00 hoje no Pix, depois 20 parcelas de
 * R$ 99,90, uma por semana.' Every centavo of uneven parts is in it.
 *
 * @param first when the first payment is made, where the sentence may be read on another day
 */
export function howToPay(terms: PaymentTerms, first = 'hoje'): string {
  const { cadence, entry, instalments, method } = terms
  if (cadence === 'once') return `Um pagamento de ${formatBRL(instalments[0] ?? 0)} ${first}, no Pix.`
  const every = cadence === 'weekly' ? 'uma por semana' : 'uma por mês'
  const means = method === 'pix' ? 'no Pix' : 'no cartão'
  const parts = `${sharesText(instalments)} ${means}, ${every}`
  if (entry !== undefined) return `Entrada de ${formatBRL(entry)} ${first} no Pix, depois ${parts}.`
  return method === 'pix' ? `${parts}. A primeira é ${first}.` : `${parts}, na fatura.`
}

function sharesText(instalments: readonly Centavos[]): string {
  const counts = new Map<Centavos, number>()
  for (const amount of instalments) counts.set(amount, (counts.get(amount) ?? 0) + 1)
  return [...counts]
    .map(([amount, times], index) => `${times} ${index === 0 ? plural(times) : ''}de ${formatBRL(amount)}`)
    .join(' e ')
}

function plural(times: number): string {
  return times === 1 ? 'parcela ' : 'parcelas '
}
