import { formatDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { withdrawalUntil } from '../../../modules/contracting/public.ts'
import { countdown, type OrderView } from '../../../modules/orders/public.ts'
import { pdfCopy } from '../../copy/payments.ts'
import {
  trackingCopy as copy,
  countdownText,
  statusLabels,
  unknownStatus,
  whatHappensNext,
} from '../../copy/tracking.ts'
import { whatsappLink } from '../../copy/whatsapp.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Steps, type StepView } from '../../ui/steps.tsx'
import { useCompany } from '../../ui/use-company.ts'

/** An order: status, next event, steps, and links to its documents. */
export function OrderCard({ order, today }: { order: OrderView; today: string }) {
  const company = useCompany()
  const { label, tone } = statusLabels[order.status] ?? unknownStatus
  const current = order.steps.find((step) => !step.completed)
  const open = order.status !== 'completed' && order.status !== 'cancelled'
  const working = order.status === 'paid' || order.status === 'in_progress'
  return (
    <article className="card grid grid-cols-1 gap-6" aria-labelledby={`pedido-${order.id}`}>
      <header>
        <Badge tone={tone}>{label}</Badge>
        <h2 id={`pedido-${order.id}`} className="display text-h3 mt-3">
          {order.serviceTitle}
        </h2>
        <p className="note mt-1">
          {copy.order} <OrderNumber number={order.number} />
        </p>
      </header>
      <Notice
        tone={order.status === 'pending' || order.status === 'on_hold' ? 'now' : 'neutral'}
        title={copy.next}
      >
        {whatHappensNext(order.status, current?.name)}
      </Notice>
      <div className="pair pair-top min-w-0">
        <div className="grid gap-5">
          <Progress value={order.progress} label={`${copy.progress}: ${order.serviceTitle}`} />
          <Steps
            label={copy.steps}
            steps={order.steps.map((step) => stepView(step, working && step === current))}
          />
        </div>
        <DataList items={facts(order, today)} />
      </div>
      <div className="actions mt-0">
        {order.status === 'pending' && <LinkButton href={paths.payments()}>{copy.pay}</LinkButton>}
        {order.status !== 'pending' && (
          <LinkButton tone="quiet" href={paths.payments()}>
            {copy.payments}
          </LinkButton>
        )}
        <LinkButton tone="quiet" href={paths.contractCopy(order.id)}>
          {copy.contract}
        </LinkButton>
        <LinkButton tone="quiet" href={paths.paymentSchedule(order.id)}>
          {pdfCopy.schedule}
        </LinkButton>
        {open && today <= withdrawalUntil(todayInSaoPaulo(order.createdAt)) && (
          <LinkButton tone="ghost" href={paths.withdrawal(order.id)}>
            {copy.withdraw}
          </LinkButton>
        )}
        <LinkButton tone="ghost" href={whatsappLink(company.phone, 'orderHelp')} newTab>
          {copy.help}
        </LinkButton>
      </div>
    </article>
  )
}

function stepView(
  { number, name, description, completed, completedAt }: OrderView['steps'][number],
  now: boolean,
): StepView {
  const state = completed ? 'done' : now ? 'now' : 'todo'
  const statusText =
    completed && completedAt
      ? `${copy.completedStep} ${formatDate(todayInSaoPaulo(completedAt))}`
      : number === 1
        ? copy.firstStep
        : copy.laterStep
  const text = (
    <>
      {description}
      <b className="mt-1">{statusText}</b>
    </>
  )
  return { title: name, text, state }
}

function facts(order: OrderView, today: string) {
  const left = countdown(order.deliveryDate, today)
  const colour = { late: 'text-bad', today: 'text-warn', soon: 'text-warn', ahead: '' }[left.state]
  const open = order.status !== 'completed' && order.status !== 'cancelled'
  // A deadline that has not started or stands still cannot be overdue.
  const showsCountdown =
    open && order.status !== 'on_hold' && !(order.status === 'pending' && left.state === 'late')
  return [
    { term: copy.contractedOn, value: formatDate(todayInSaoPaulo(order.createdAt)) },
    ...(order.startDate ? [{ term: copy.startedOn, value: formatDate(order.startDate) }] : []),
    {
      term: copy.delivery,
      value: (
        <>
          {formatDate(order.deliveryDate)}
          {showsCountdown && <b className={`block ${colour}`}>{countdownText(left)}</b>}
        </>
      ),
    },
    { term: copy.price, value: formatBRL(order.servicePrice) },
    { term: copy.payment, value: order.paymentType },
  ]
}
