import { formatInstant } from '../../../core/calendar.ts'
import { orderCopy as copy, eventWords } from '../../copy/desk-orders.ts'
import { cx } from '../../ui/cx.ts'
import type { OrderData } from './order-data.ts'

/** Number of events shown at first; the others are collapsed. */
const newest = 8

/** History of the order, newest first: who did something, when, and what they wrote. */
export function OrderHistory({ data }: { data: OrderData }) {
  const { history } = data.order
  const [shown, older] = [history.slice(0, newest), history.slice(newest)]
  return (
    <>
      <Events events={shown} data={data} />
      {older.length > 0 && (
        <details className="desk-order-more">
          <summary>+ {older.length}</summary>
          <Events events={older} data={data} />
        </details>
      )}
    </>
  )
}

function Events({ events, data }: { events: OrderData['order']['history']; data: OrderData }) {
  const { names, order } = data
  const stepOf = (number: number | null) => order.steps.find((step) => step.number === number)?.name ?? ''
  return (
    <ul className="desk-path">
      {events.map((event) => (
        <li key={event.id}>
          <span className={cx('desk-dot', event.kind !== 'noted' && 'is-done')} />
          <div>
            {eventWords(event, stepOf(event.stepNumber))}
            {event.text && event.kind !== 'step_completed' && (
              <p className="desk-order-words">“{event.text}”</p>
            )}
            <p className="desk-hint">
              {event.actorId && `${names[event.actorId] || copy.team} · `}
              {formatInstant(event.at)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
