import { formatBRL } from '../../core/money.ts'
import { formatPercent } from '../../core/percent.ts'
import { howToPay, type Plan, planCost, type Service } from '../../modules/catalogue/public.ts'
import { hiringNotices } from '../copy/hiring.ts'
import { planCopy } from '../copy/shell.ts'
import { nonBreaking } from './non-breaking.ts'
import { RadioCard } from './radio-card.tsx'

/** '20 × R$ 99,90', or the amount isOnlyPlan. `howToPay` lists uneven instalments. */
export function planAmount({ count, instalments }: Plan): string {
  const amount = nonBreaking(formatBRL(instalments[0] ?? 0))
  return count > 1 ? `${count} × ${amount}` : amount
}

/** 'R$ 898,00 a mais que à vista'. */
export function PlanDifference({ service, plan }: { service: Pick<Service, 'plans'>; plan: Plan }) {
  const { difference } = planCost(service, plan)
  if (difference.amount > 0) {
    return <span className="choice-more">{planCopy.more(nonBreaking(formatBRL(difference.amount)))}</span>
  }
  const isOnlyPlan = service.plans.filter(({ cashPlanId }) => cashPlanId === plan.cashPlanId).length === 1
  const isCashPlan = plan.cashPlanId === plan.id
  return (
    <span className="choice-same">
      {isCashPlan ? (isOnlyPlan ? planCopy.single : planCopy.lowestPrice) : planCopy.same}
    </span>
  )
}

/** '6,51% por semana'; undefined for a plan without interest. */
export function planRate(service: Pick<Service, 'plans'>, plan: Plan): string | undefined {
  const { rate } = planCost(service, plan)
  return rate && rate.percent > 0 ? planCopy.rate(formatPercent(rate.percent), rate.period) : undefined
}

interface PlanCardProps {
  /** Notice shown when it is chosen. */
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
  toast = hiringNotices.chosenMethod.title,
}: PlanCardProps) {
  return (
    <RadioCard
      name={name}
      value={plan.id}
      title={plan.label}
      amount={planAmount(plan)}
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
