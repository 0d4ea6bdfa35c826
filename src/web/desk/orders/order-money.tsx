import { Link } from 'react-router'
import { daysBetween, type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Centavos, formatBRL, sum } from '../../../core/money.ts'
import { manualCopy } from '../../copy/desk-manual.ts'
import {
  orderCopy as copy,
  instalmentWords,
  overdueWords,
  shortDate,
  underReviewWords,
} from '../../copy/desk-orders.ts'
import { cx } from '../../ui/cx.ts'
import { useFrame } from '../frame.tsx'
import { moneyPlace } from '../money/money-place.ts'
import type { OrderData } from './order-data.ts'

type Instalment = OrderData['instalments'][number]

/** Maximum number of future instalments with a row each; if there are more, all but the first share one row. */
const maxToCome = 3

/** Returns the centavos received and still owed, and the number of overdue instalments. */
export function moneyOf(
  instalments: readonly Instalment[],
  today: IsoDate,
): { received: Centavos; left: Centavos; overdue: number } {
  const open = instalments.filter(({ status }) => status === 'pending')
  const paid = instalments.filter(({ status }) => status === 'paid')
  return {
    received: totalOf(paid) - sum(paid.map(({ returned = 0 }) => returned)),
    left: totalOf(open),
    overdue: open.filter(({ dueDate }) => dueDate < today).length,
  }
}

const totalOf = (some: readonly Instalment[]) => sum(some.map(({ total }) => total))

/** Table of the instalments; distant ones share one row. */
export function MoneyTable({ instalments, today }: { instalments: readonly Instalment[]; today: IsoDate }) {
  const toCome = instalments.filter(
    (one) => one.status === 'pending' && one.dueDate > today && !one.underReview,
  )
  const folded = toCome.length > maxToCome ? toCome.slice(1) : []
  const old = instalments.filter(({ isRenegotiated }) => isRenegotiated)
  const shown = instalments.filter((instalment) => !folded.includes(instalment) && !instalment.isRenegotiated)
  const last = instalments.at(-1)?.number ?? 0
  return (
    <div className="desk-table-wrap">
      <table className="desk-table">
        <thead>
          <tr>
            {copy.moneyColumns.map((column) => (
              <th key={column} scope="col" className={cx(column === copy.moneyColumns[2] && 'is-number')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((instalment) => (
            <tr key={instalment.id}>
              <td>{nameOf(instalment, last)}</td>
              <td>{shortDate(instalment.dueDate, today)}</td>
              <td className="is-number">{formatBRL(instalment.total)}</td>
              <td>
                <Situation instalment={instalment} today={today} />
              </td>
            </tr>
          ))}
          {old[0] && (
            <tr>
              <td>{copy.instalments(old[0].number, old.at(-1)?.number ?? 0)}</td>
              <td>{copy.onwards(shortDate(old[0].dueDate, today))}</td>
              <td className="is-number">{formatBRL(sum(old.map(({ amount }) => amount)))}</td>
              <td>
                <span className="desk-pill">{copy.renegotiated(old.length)}</span>
              </td>
            </tr>
          )}
          {folded[0] && (
            <tr>
              <td>{copy.instalments(folded[0].number, folded.at(-1)?.number ?? 0)}</td>
              <td>{copy.onwards(shortDate(folded[0].dueDate, today))}</td>
              <td className="is-number">{formatBRL(totalOf(folded))}</td>
              <td>
                <span className="desk-pill">{copy.toCome}</span>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/**
 * The credits of the customer, of whichever order, and the refunds of this one that are not over: what became of each. Who may not read
 * about money has no link to it.
 */
export function CreditsAndRefunds({ credits, refunds }: Pick<OrderData, 'credits' | 'refunds'>) {
  const { rights } = useFrame()
  const lines = [
    ...credits.map(({ place, amount, state }) => ({ place, what: copy.creditOf(amount), state })),
    ...refunds.map(({ place, amount, since, progress }) => ({
      place,
      what: copy.refundOf(amount),
      state: copy.refundSince(since, progress),
    })),
  ]
  if (lines.length === 0) return null
  return (
    <ul className="desk-lines">
      {lines.map(({ place, what, state }) => (
        <li key={place}>
          <span>
            {rights.includes('money.read') ? <Link to={place}>{what}</Link> : what}
            <span className="desk-sub">{state}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Formats the name of an instalment: 'Entrada', '3 de 12'. */
export function nameOf({ kind, number }: Pick<Instalment, 'kind' | 'number'>, last: number): string {
  if (kind === 'a-vista') return copy.cash
  return kind === 'entrada' ? copy.entry : copy.instalment(number, last)
}

function Situation({
  instalment: { status, paidAt, paidBy, dueDate, byHand, returned, underReview },
  today,
}: {
  instalment: Instalment
  today: IsoDate
}) {
  const { rights } = useFrame()
  if (status === 'paid') {
    const day = paidAt ? ` ${shortDate(todayInSaoPaulo(paidAt), today)}` : ''
    return (
      <>
        <span className="desk-pill is-ok">{`${instalmentWords.paid}${day}`}</span>
        {returned && (
          <>
            {' '}
            <span className="desk-pill is-now">{copy.returned(formatBRL(returned))}</span>
          </>
        )}
        {paidBy && !byHand && rights.includes('money.read') && (
          <>
            {' '}
            <Link to={moneyPlace('charge', paidBy)}>{copy.charge}</Link>
          </>
        )}
        {byHand && (
          <>
            {' '}
            <Link to={moneyPlace('manual', byHand.id)}>{manualCopy.byHand}</Link>
          </>
        )}
      </>
    )
  }
  if (status === 'pending' && underReview) return <span className="desk-pill is-now">{underReviewWords}</span>
  const late = daysBetween(dueDate, today)
  if (status === 'pending' && late >= 0) {
    return <span className={cx('desk-pill', late > 0 ? 'is-bad' : 'is-now')}>{overdueWords(late)}</span>
  }
  return <span className="desk-pill">{instalmentWords[status]}</span>
}
