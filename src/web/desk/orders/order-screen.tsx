import { Link } from 'react-router'
import { daysBetween, formatDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { isUnderWay } from '../../../modules/orders/public.ts'
import { orderCopy as copy, orderStatusWords, ordersCopy, untilWords } from '../../copy/desk-orders.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { dueWords } from '../queue/time-left.ts'
import { useNow } from '../queue/use-now.ts'
import { CustomerPane } from './customer-pane.tsx'
import { ManualPayment } from './manual-payment.tsx'
import { OrderActions } from './order-actions.tsx'
import { type OrderData, useCompleting, withCompleting } from './order-data.ts'
import { CreditsAndRefunds, MoneyTable, moneyOf } from './order-money.tsx'
import { OrderSteps } from './order-steps.tsx'
import { Presence } from './presence.tsx'

/** Screen of one order: the current task with its form, the money, and beside them the customer and the history. */
export function OrderScreen({ data }: { data: OrderData }) {
  const now = useNow(data.now)
  const { order, customer, today } = data
  const completing = useCompleting(order)
  const view = withCompleting(order, completing)
  const money = moneyOf(data.instalments, today)
  return (
    <div className="desk-cols desk-order">
      <div className="desk-main">
        <p className="desk-hint">
          <Link to={paths.deskOrders()}>{copy.back}</Link> ·{' '}
          {copy.order(order.number, formatDate(todayInSaoPaulo(order.createdAt)))}
        </p>
        <h1>
          {customer.name || ordersCopy.nobody}, {order.serviceTitle}
        </h1>
        <Presence orderId={order.id} />
        <Pills data={data} now={now} overdue={money.overdue} received={money.received} left={money.left} />
        <dl className="desk-tiles">
          <Tile term={copy.tiles.day}>{dayOf(data)}</Tile>
          <Tile term={copy.tiles.received}>{formatBRL(money.received)}</Tile>
          <Tile term={copy.tiles.left}>{formatBRL(money.left)}</Tile>
          <Tile term={copy.tiles.promised}>{formatDate(order.deliveryDate)}</Tile>
        </dl>
        <section aria-labelledby="etapas">
          <h2 id="etapas" className="desk-order-steps-title">
            {copy.steps}
            <span className="desk-order-progress">
              <progress value={view.progress} max={100} aria-label={copy.steps} />
              <span>{view.progress}%</span>
            </span>
          </h2>
          <OrderSteps data={data} now={now} completing={completing} current={view.current} />
        </section>
        <OrderActions data={data} />
        <section aria-labelledby="dinheiro">
          <h2 id="dinheiro">{copy.money}</h2>
          <MoneyTable instalments={data.instalments} today={today} />
          <CreditsAndRefunds credits={data.credits} refunds={data.refunds} />
          <ManualPayment data={data} />
        </section>
      </div>
      <CustomerPane data={data} now={now} />
    </div>
  )
}

function Tile({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Badges with what is urgent: the due date of the step, the contact, the money. */
function Pills({
  data: { order, instalments, today },
  now,
  overdue,
  received,
  left,
}: {
  data: OrderData
  now: Date
  overdue: number
  received: number
  left: number
}) {
  const isLate = order.dueOn !== null && order.dueOn < today
  const step = isUnderWay(order.status) ? order.step : null
  const wasPaid = instalments.some(({ status, returned }) => status === 'refunded' || returned)
  return (
    <p className="desk-pills">
      {order.dueOn && (step || order.status === 'on_hold') ? (
        <span className={cx('desk-pill', isLate ? 'is-bad' : 'is-now')}>
          {step
            ? copy.stepUntil(step, untilWords(order.dueOn, today))
            : copy.decide(untilWords(order.dueOn, today))}
        </span>
      ) : (
        <span className={cx('desk-pill', order.status === 'completed' && 'is-ok')}>
          {orderStatusWords[order.status]}
        </span>
      )}
      {order.contactDueAt && (
        <span className={cx('desk-pill', order.contactDueAt < now ? 'is-bad' : 'is-now')}>
          {copy.contactUntil(dueWords(order.contactDueAt, now))}
        </span>
      )}
      {received === 0 && !wasPaid && <span className="desk-pill">{copy.nothingPaid}</span>}
      {received > 0 && left === 0 && order.status !== 'cancelled' && (
        <span className="desk-pill is-ok">{copy.nothingLeft}</span>
      )}
      {overdue > 0 && <span className="desk-pill is-bad">{copy.overdue(overdue)}</span>}
    </p>
  )
}

/** Formats how much of the promised time has passed, of an ended order until its end: '12 de 30'. */
function dayOf({ order, today }: OrderData): string {
  const { startDate, deliveryDate, status, updatedAt } = order
  if (!startDate) return copy.notStarted
  const isEnded = status === 'completed' || status === 'cancelled'
  const until = isEnded ? todayInSaoPaulo(updatedAt) : today
  return copy.dayOf(Math.max(0, daysBetween(startDate, until)), daysBetween(startDate, deliveryDate))
}
