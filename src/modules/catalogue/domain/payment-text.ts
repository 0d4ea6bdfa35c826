import { type Centavos, formatBRL, formatBRLShort } from '../../../core/money.ts'
import type { PaymentTerms } from './plan.ts'

/**
 * The text stored as `payment_type` and shown with an order: 'PIX semanal: entrada R$ 400,00 + 20x
 * R$ 99,90'. `parsePaymentTerms` parses it back to the same plan.
 */
export function paymentTypeText(terms: PaymentTerms): string {
  if (terms.cadence === 'once') return 'PIX à vista'
  const parts = `${terms.instalments.length}x ${formatBRL(terms.instalments[0] ?? 0)}`
  const amounts = terms.entry === undefined ? parts : `entrada ${formatBRL(terms.entry)} + ${parts}`
  if (terms.method === 'credit_card') return `Cartão de crédito: ${amounts}`
  return `PIX ${terms.cadence === 'weekly' ? 'semanal' : 'mensal'}: ${amounts}`
}

/**
 * The payment schedule as a sentence: 'Entrada de R$ 400,00 hoje no Pix, depois 20 parcelas de
 * R$ 99,90, uma por semana.' Includes uneven instalments.
 *
 * @param first when the first payment is due, for texts that are not read on the same day
 */
export function howToPay(terms: PaymentTerms, first = 'hoje'): string {
  const { cadence, entry, instalments, method } = terms
  if (cadence === 'once') return `Um pagamento de ${formatBRL(instalments[0] ?? 0)} ${first}, no Pix.`
  const every = cadence === 'weekly' ? 'uma por semana' : 'uma por mês'
  const channel = method === 'pix' ? 'no Pix' : 'no cartão'
  const parts = `${amountsText(instalments)} ${channel}, ${every}`
  if (entry !== undefined) return `Entrada de ${formatBRL(entry)} ${first} no Pix, depois ${parts}.`
  return method === 'pix' ? `${parts}. A primeira é ${first}.` : `${parts}, na fatura.`
}

/**
 * The payments of a plan in one line: the amount due on the day of the contract, then the rest. 'R$ 400 hoje + 20 × R$
 * 99,90', 'R$ 240 hoje + 4 × R$ 240', 'R$ 1.500 hoje'; '6 × R$ 1.000' for a card without an entry, whose first bill comes
 * later. When instalments differ by a centavo it shows the larger amount; `howToPay` lists them all.
 *
 * @param first when the first payment is due, for texts that are not read on the same day
 * @param format of amounts, to match amounts shown next to it
 */
export function planHeadline(
  terms: PaymentTerms,
  first = 'hoje',
  format: (amount: Centavos) => string = formatBRLShort,
): string {
  const { today, later } = splitByDay(terms)
  const [each] = later
  return [
    ...(today === undefined ? [] : [`${format(today)} ${first}`]),
    ...(each === undefined ? [] : [`${later.length} × ${format(each)}`]),
  ].join(' + ')
}

/** The entry, or else the first Pix instalment, is due on the day of the contract. */
function splitByDay({ entry, instalments, method }: PaymentTerms) {
  if (entry !== undefined) return { today: entry, later: instalments }
  const [today, ...later] = instalments
  return method === 'pix' ? { today, later } : { today: undefined, later: instalments }
}

function amountsText(instalments: readonly Centavos[]): string {
  const counts = new Map<Centavos, number>()
  for (const amount of instalments) counts.set(amount, (counts.get(amount) ?? 0) + 1)
  return [...counts]
    .map(([amount, times], index) => `${times} ${index === 0 ? plural(times) : ''}de ${formatBRL(amount)}`)
    .join(' e ')
}

function plural(times: number): string {
  return times === 1 ? 'parcela ' : 'parcelas '
}
