import type { ReactNode } from 'react'
import { formatDate, type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import type { Withdrawal } from '../../../modules/contracting/public.ts'
import { countdown, type OrderView } from '../../../modules/orders/public.ts'
import { planCopy } from '../../copy/payment-plan.ts'
import {
  trackingCopy as copy,
  countdownText,
  statusLabels,
  unknownStatus,
  whatHappensNext,
} from '../../copy/tracking.ts'
import { whatsappLink } from '../../copy/whatsapp.ts'
import { withdrawnText } from '../../copy/withdrawal.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { OrderNumber } from '../../ui/order-number.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Steps, type StepView } from '../../ui/steps.tsx'
import { useCompany } from '../../ui/use-company.ts'

/** An order with what its card shows of its contract. */
interface ShownOrder extends OrderView {
  mayWithdraw: boolean
  withdrawal: Withdrawal | undefined
  /** 'YYYY-MM-DD': since when another schedule than the contract's is paid; undefined for the contract's. */
  renegotiatedOn: IsoDate | undefined
}

/**
 * An order: status, next event, completed and future steps, and links to its documents, which name the order.
 *
 * @param firstDue due date of the first payment, while the order waits for it
 */
export function OrderCard({
  order,
  firstDue,
  today,
}: {
  order: ShownOrder
  firstDue: IsoDate | undefined
  today: IsoDate
}) {
  const company = useCompany()
  const { label, tone } = statusLabels[order.status] ?? unknownStatus
  const current = order.steps.find((step) => !step.completed)
  const of = <OfOrder order={order} />
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
      <Callout
        tone={order.status === 'pending' || order.status === 'on_hold' ? 'now' : 'neutral'}
        title={copy.next}
      >
        {order.withdrawal
          ? nonBreaking(withdrawnText(order.withdrawal))
          : whatHappensNext(order, { step: current?.name, today })}
      </Callout>
      <div className="pair pair-top min-w-0">
        <div className="grid gap-5">
          <Progress value={order.progress} label={`${copy.progress}: ${order.serviceTitle}`} />
          <Steps
            label={copy.steps}
            steps={[...beginning(order, firstDue), ...order.steps.map((step) => stepView(step, order))]}
          />
        </div>
        <DataList items={facts(order, today)} />
      </div>
      <div className="actions mt-0">
        {order.status === 'pending' && (
          <LinkButton href={paths.payments()}>
            {copy.pay}
            {of}
          </LinkButton>
        )}
        {order.status !== 'pending' && (
          <LinkButton
            tone="quiet"
            href={paths.payments(order.status === 'cancelled' ? { aba: 'pagas' } : {})}
          >
            {copy.payments}
            {of}
          </LinkButton>
        )}
        <LinkButton tone="quiet" href={paths.contractCopy(order.id)}>
          {copy.contract}
          {of}
        </LinkButton>
        <LinkButton tone="quiet" href={paths.paymentSchedule(order.id)}>
          {planCopy.schedule}
          {of}
        </LinkButton>
        {order.mayWithdraw && (
          <LinkButton tone="ghost" href={paths.withdrawal(order.id)}>
            {copy.withdraw}
            {of}
          </LinkButton>
        )}
        <LinkButton tone="ghost" href={whatsappLink(company.phone, 'orderHelp')} newTab>
          {copy.help}
          {of}
        </LinkButton>
      </div>
    </article>
  )
}

/** Name of the order that a link is about, for people who do not see the card around it. */
function OfOrder({ order: { serviceTitle, number } }: { order: OrderView }) {
  return <span className="sr-only">{copy.of(serviceTitle, number)}</span>
}

/** Returns the entries before the steps of the service: the signature, and the first payment. */
function beginning(order: OrderView, firstDue: IsoDate | undefined): StepView[] {
  const { status, startDate, createdAt } = order
  const signed = stepOf({
    title: copy.signed,
    text: completedOnText(todayInSaoPaulo(createdAt)),
    state: 'done',
  })
  if (startDate)
    return [signed, stepOf({ title: copy.firstPaid, text: completedOnText(startDate), state: 'done' })]
  if (status !== 'pending') return [signed]
  const text = firstDue ? copy.dueUntil(formatDate(firstDue)) : copy.due
  return [signed, stepOf({ title: copy.firstPayment, text, state: 'now' })]
}

/** Returns a step of the service: done on its day with the team's words, or its expected day, if known. */
function stepView(step: OrderView['steps'][number], order: OrderView): StepView {
  const { number, name: title, description, completed, completedAt } = step
  if (completed && completedAt) {
    const text = completedOnText(todayInSaoPaulo(completedAt))
    return stepOf({ title, description: <Done step={step} />, text, state: 'done' })
  }
  if (order.status === 'cancelled') return stepOf({ title, description, text: copy.neverDone, state: 'todo' })
  const isWorking = order.status === 'paid' || order.status === 'in_progress'
  const isNow = isWorking && order.steps.find((other) => !other.completed) === step
  const day = step === order.steps.at(-1) ? order.deliveryDate : step.dueOn
  const until = isWorking && day ? copy.expected(formatDate(day)) : ''
  const text = `${number === 1 ? copy.firstStep : copy.laterStep}${until}`
  return stepOf({ title, description, text, state: isNow ? 'now' : 'todo' })
}

/** The team's words about a completed step, and the evidence that it shares. */
function Done({ step: { description, words, protocol, file } }: { step: OrderView['steps'][number] }) {
  return (
    <>
      {words ? <span className="step-words">{words}</span> : description}
      {protocol && (
        <span className="step-evidence">
          {copy.protocol}: <span translate="no">{protocol}</span>
        </span>
      )}
      {file && (
        <a className="link-action" href={paths.stepEvidence(file.id)} download>
          {copy.evidence(file.name)}
        </a>
      )}
    </>
  )
}

function completedOnText(date: IsoDate): string {
  return `${copy.completedStep} ${formatDate(date)}`
}

function stepOf({
  title,
  description,
  text,
  state,
}: {
  title: string
  description?: ReactNode
  text: string
  state: StepView['state']
}): StepView {
  const shown = (
    <>
      {description}
      <b className="mt-1">{text}</b>
    </>
  )
  return { title, text: shown, state }
}

function facts(order: ShownOrder, today: IsoDate) {
  const left = countdown(order.deliveryDate, today)
  const colour = { late: 'text-bad', today: 'text-warn', soon: 'text-warn', ahead: '' }[left.state]
  const open = order.status !== 'completed' && order.status !== 'cancelled'
  // A deadline that has not started or is on hold cannot be overdue.
  const showsCountdown =
    open && order.status !== 'on_hold' && !(order.status === 'pending' && left.state === 'late')
  const delivered = deliveredOn(order)
  return [
    { term: copy.contractedOn, value: formatDate(todayInSaoPaulo(order.createdAt)) },
    ...(order.startDate ? [{ term: copy.startedOn, value: formatDate(order.startDate) }] : []),
    ...(delivered ? [{ term: copy.deliveredOn, value: formatDate(delivered) }] : []),
    ...(order.status === 'cancelled' || delivered
      ? []
      : [
          {
            term: copy.delivery,
            value: (
              <>
                {formatDate(order.deliveryDate)}
                {showsCountdown && <b className={`block ${colour}`}>{countdownText(left)}</b>}
              </>
            ),
          },
        ]),
    ...paymentFacts(order),
  ]
}

/** Price and payment: those of the contract, or that its open instalments were renegotiated. */
function paymentFacts({ servicePrice, paymentType, renegotiatedOn }: ShownOrder) {
  const price = formatBRL(servicePrice)
  if (renegotiatedOn === undefined)
    return [
      { term: copy.price, value: price },
      { term: copy.payment, value: nonBreaking(paymentType) },
    ]
  return [
    { term: copy.contractPrice, value: price },
    { term: copy.payment, value: copy.renegotiated(formatDate(renegotiatedOn)) },
  ]
}

/** Returns the day on which the last step was completed; undefined for an order that is not completed. */
function deliveredOn({ status, steps }: OrderView): IsoDate | undefined {
  if (status !== 'completed') return undefined
  const times = steps.flatMap(({ completedAt }) => completedAt?.getTime() ?? [])
  return times.length === 0 ? undefined : todayInSaoPaulo(new Date(Math.max(...times)))
}
