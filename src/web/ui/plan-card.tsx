import { formatBRL } from '../../core/money.ts'
import { formatPercent } from '../../core/percent.ts'
import {
  differenceToCash,
  howToPay,
  type Plan,
  planCost,
  planHeadline,
  priceMark,
  type Service,
} from '../../modules/catalogue/public.ts'
import { hiringToasts } from '../copy/hiring.ts'
import { planCopy } from '../copy/shell.ts'
import { nonBreaking } from './non-breaking.ts'
import { RadioCard } from './radio-card.tsx'

/** 'R$ 400 hoje + 20 × R$ 99,90', with every amount on one line. */
export function PlanHeadline({ plan, first }: { plan: Plan; first?: string }) {
  return nonBreaking(planHeadline(plan, first)).replace(/(\+|×) | (?=×)/g, '$1\u00a0')
}

/** 'R$ 898,00 a mais que o preço à vista', 'menor preço'. */
export function PlanDifference({ service, plan }: { service: Pick<Service, 'plans'>; plan: Plan }) {
  const mark = priceMark(service, plan)
  if (mark === 'more') {
    const { amount } = differenceToCash(service, plan)
    return <span className="choice-more">{planCopy.more(nonBreaking(formatBRL(amount)))}</span>
  }
  return <span className="choice-same">{mark === 'same_as_cash' ? planCopy.same : planCopy[mark]}</span>
}

/** Returns the rate '6,51% por semana'; undefined for a plan without interest. */
export function planRate(service: Pick<Service, 'plans'>, plan: Plan): string | undefined {
  const { rate } = planCost(service, plan)
  return rate && rate.percent > 0 ? planCopy.rate(formatPercent(rate.percent), rate.period) : undefined
}

interface PlanCardProps {
  /** Toast shown when the plan is chosen. */
  toast?: string
  service: Pick<Service, 'plans'>
  plan: Plan
  checked?: boolean
  name?: string
}

/** A plan with its total cost: entry, count, interval, total, difference to the cash price (CDC 52, 54-B). */
export function PlanCard({
  service,
  plan,
  checked,
  name = 'plan',
  toast = hiringToasts.chosenMethod.title,
}: PlanCardProps) {
  return (
    <RadioCard
      name={name}
      value={plan.id}
      title={plan.label}
      amount={<PlanHeadline plan={plan} />}
      how={nonBreaking(howToPay(plan))}
      footer={
        <>
          <span>
            {planCopy.total} <b>{nonBreaking(formatBRL(plan.total))}</b>
          </span>
          <PlanDifference service={service} plan={plan} />
        </>
      }
      {...(plan.popular && { badge: planCopy.popular })}
      {...(checked && { checked })}
      toast={toast}
    />
  )
}
