import { type IsoDate, isIsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { type PaymentTextRefusal, parsePaymentTerms, schedule } from '../../catalogue/public.ts'
import { MAX_CARD_INSTALMENTS } from '../../proposals/public.ts'
import type { ContractingDeps } from '../deps.ts'
import { isFirstDue, type ProposedInstalment, type ReplacedInstalment } from '../domain/renegotiation.ts'

/** A new schedule as the team writes it. */
export interface RenegotiationText {
  orderId: string
  /** The notation of the plans: 'mensal', '6x', 'entrada R$ 200 + 5x R$ 150,00'. */
  paymentType: string
  /** 'R$ 1.500,00': the new total, where the notation does not say it. */
  priceText: string
  /** DATE in America/Sao_Paulo, from today to sixty days ahead. */
  firstDue: string
  /** The member has said that it is more than what is open. */
  isMore: boolean
}

export type RenegotiationTextRefusal =
  | PaymentTextRefusal
  /** Nothing of the order is open. */
  | 'nothing_open'
  /** Something of it waits for a decision about its amount. */
  | 'under_review'
  | 'invalid_first_due'
  | 'entry_unread'
  | 'too_many_for_card'
  /** It is more than what is open, and that was not confirmed. */
  | 'more_unstated'
  /** It is more than the late charges that the law allows. */
  | 'more_than_law'

/** What a proposal would replace, and by what. Amounts in centavos. */
export interface RenegotiationPlan {
  userId: string
  serviceTitle: string
  replaced: ReplacedInstalment[]
  rows: ProposedInstalment[]
  openAmount: Centavos
  newAmount: Centavos
  /** By how much it may be more. */
  maxSurcharge: Centavos
}

/** What a new schedule would be, instalment by instalment. Changes nothing. */
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
    ...{ userId: open.userId, serviceTitle: open.serviceTitle, replaced: open.instalments },
    ...{ rows: rows.value, openAmount: open.total, newAmount, maxSurcharge: open.maxSurcharge },
  })
}

/** The rows of a notation, numbered on from what the order has. */
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
  if (terms.value.entry === undefined && /entrada/i.test(paymentType + priceText))
    return refuse('entry_unread')
  if (terms.value.method === 'credit_card' && terms.value.instalments.length > MAX_CARD_INSTALMENTS)
    return refuse('too_many_for_card')
  const planned = schedule({ plan: terms.value, today: firstDue })
  return ok(
    planned.map(({ amount, dueDate, method }, index) => ({
      ...{ number: after + index + 1, amount, dueDate, method },
    })),
  )
}
