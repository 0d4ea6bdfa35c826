import { formatBRL } from '../../core/money.ts'
import { planCopy } from '../copy/shell.ts'
import { RadioCard } from './radio-card.tsx'

/** What a plan card shows. Amounts in centavos. */
export interface PlanView {
  id: string
  /** 'Semanal no Pix'. */
  name: string
  /** 'Entrada de R$ 400,00 hoje, depois uma por semana.' */
  how: string
  /** Number and amount of the equal parts after the entry; one part is a payment in full. */
  parts: number
  partAmount: number
  total: number
  cashTotal: number
  popular?: boolean
}

/** '20 × R$ 99,90', or the amount alone. */
export function planAmount({ parts, partAmount }: Pick<PlanView, 'parts' | 'partAmount'>): string {
  return parts > 1 ? `${parts} × ${formatBRL(partAmount)}` : formatBRL(partAmount)
}

/** A plan with its whole cost in sight: entry, count, interval, total, difference to the cash price (CDC 52, 54-B). */
export function PlanCard({
  plan,
  checked,
  name = 'plan',
}: {
  plan: PlanView
  checked?: boolean
  name?: string
}) {
  const difference = plan.total - plan.cashTotal
  return (
    <RadioCard
      name={name}
      value={plan.id}
      title={plan.name}
      amount={planAmount(plan)}
      how={plan.how}
      footer={
        <>
          <span>
            {planCopy.total} <b>{formatBRL(plan.total)}</b>
          </span>
          <span className={difference > 0 ? 'choice-more' : 'choice-same'}>
            {difference > 0
              ? planCopy.more(formatBRL(difference))
              : plan.parts > 1
                ? planCopy.same
                : planCopy.least}
          </span>
        </>
      }
      {...(plan.popular && { badge: planCopy.popular })}
      {...(checked && { checked })}
      toast={planCopy.chosen}
    />
  )
}
