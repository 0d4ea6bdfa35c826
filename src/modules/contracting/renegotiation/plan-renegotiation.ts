import { type IsoDate, isIsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { type PaymentTextRefusal, parsePaymentTerms, schedule, statesEntry } from '../../catalogue/public.ts'
import { MAX_CARD_INSTALMENTS } from '../../proposals/public.ts'
import type { ContractingDeps } from '../deps.ts'
import { isFirstDue, type ProposedInstalment, type ReplacedInstalment } from '../domain/renegotiation.ts'

/** A new schedule as entered by the team. */
export interface RenegotiationText {
  orderId: string
  /** In the notation of the plans: 'mensal', '6x', 'entrada R$ 200 + 5x R$ 150,00'. */
  paymentType: string
  /** 'R$ 1.500,00': the new total, when the notation does not state it. */
  priceText: string
  /** DATE in America/Sao_Paulo, from today to sixty days ahead. */
  firstDue: string
  /** True when the operator has confirmed that the total exceeds the open balance. */
  isMore: boolean
}

export type RenegotiationTextRefusal =
  | PaymentTextRefusal
  /** The order has no open balance. */
  | 'nothing_open'
  /** An instalment of the order is under review: a decision about its amount is pending. */
  | 'under_review'
  | 'invalid_first_due'
  | 'entry_unread'
  | 'too_many_for_card'
  /** The total exceeds the open balance, and this was not confirmed. */
  | 'more_unstated'
  /** The total exceeds the late charges that the law allows. */
  | 'more_than_law'

/** The instalments that a proposal would replace, and their replacement. Amounts in centavos. */
export interface RenegotiationPlan {
  userId: string
  serviceTitle: string
  replaced: ReplacedInstalment[]
  rows: ProposedInstalment[]
  openAmount: Centavos
  newAmount: Centavos
  /** Maximum by which the total may exceed the open balance. */
  maxSurcharge: Centavos
}

/** Calculates a new schedule, instalment by instalment. Changes nothing. */
export async function planRenegotiation(
  { clock, payments }: Pick<ContractingDeps, 'clock' | 'payments'>,
  { orderId, paymentType, priceText, firstDue, isMore }: RenegotiationText,
): Promise<Outcome<RenegotiationPlan, RenegotiationTextRefusal>> {
  const today = todayInSaoPaulo(clock.now())
  if (!isIsoDate(firstDue) || !isFirstDue(firstDue, today)) return refuse('invalid_first_due')
  const open = isUuid(orderId) ? await payments.openScheduleOf({ orderId, on: today }) : undefined
  if (!open) return refuse('nothing_open')
  if (open.isUnderReview) return refuse('under_review')
  const rows = rowsOf({ paymentType, priceText, firstDue, after: open.lastNumber })
  if (!rows.ok) return rows
  const newAmount = sum(rows.value.map(({ amount }) => amount))
  const more = newAmount - open.total
  if (more > 0 && !isMore) return refuse('more_unstated')
  if (more > open.maxSurcharge) return refuse('more_than_law')
  return ok({
    userId: open.userId,
    serviceTitle: open.serviceTitle,
    replaced: open.instalments,
    rows: rows.value,
    openAmount: open.total,
    newAmount,
    maxSurcharge: open.maxSurcharge,
  })
}

/** The rows of a notation, numbered after the existing instalments of the order. */
function rowsOf({
  paymentType,
  priceText,
  firstDue,
  after,
}: {
  paymentType: string
  priceText: string
  firstDue: IsoDate
  after: number
}): Outcome<ProposedInstalment[], RenegotiationTextRefusal> {
  const terms = parsePaymentTerms({ paymentType, priceText })
  if (!terms.ok) return terms
  if (terms.value.entry === undefined && statesEntry(`${paymentType} ${priceText}`))
    return refuse('entry_unread')
  if (terms.value.method === 'credit_card' && terms.value.instalments.length > MAX_CARD_INSTALMENTS)
    return refuse('too_many_for_card')
  const planned = schedule({ plan: terms.value, today: firstDue })
  return ok(
    planned.map(({ amount, dueDate, method }, index) => ({
      number: after + index + 1,
      amount,
      dueDate,
      method,
    })),
  )
}
