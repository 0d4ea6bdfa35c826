import { formatDate, type IsoDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { type Dueness, duenessOf, type Instalment } from '../../../modules/payments/public.ts'
import {
  paymentsCopy as copy,
  duenessLabel,
  dueOn,
  howLabel,
  instalmentLabel,
  paidOn,
} from '../../copy/payments.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { ReceiptLink } from './papers.tsx'

const tones: Record<Dueness['kind'], BadgeTone> = { overdue: 'destructive', today: 'now', ahead: 'neutral' }

/** What is still owed, each row with its tick. */
export function PendingList({
  instalments,
  today,
  selected,
}: {
  instalments: readonly Instalment[]
  today: IsoDate
  selected: readonly string[]
}) {
  return (
    <ul className="rows">
      {instalments.map((instalment) => {
        const { id, amount, dueDate, serviceTitle } = instalment
        const dueness = duenessOf(dueDate, today)
        return (
          <li key={id}>
            <label className="pay-row">
              <input
                type="checkbox"
                name="paymentIds"
                value={id}
                defaultChecked={selected.includes(id)}
                data-amount={amount}
              />
              <span className="pay-what">
                <b>{serviceTitle}</b>
                <span>{howLabel(instalment)}</span>
              </span>
              <b className="pay-amount num">{formatBRL(amount)}</b>
              <span className="pay-due">
                <Badge tone={tones[dueness.kind]}>{duenessLabel(dueness)}</Badge>
                <span className="whitespace-nowrap">
                  {copy.pendingBadge}, <time dateTime={dueDate}>{formatDate(dueDate)}</time>
                </span>
              </span>
            </label>
          </li>
        )
      })}
    </ul>
  )
}

/** What was paid, and when. */
export function PaidList({ instalments }: { instalments: readonly Instalment[] }) {
  return (
    <ul className="rows">
      {instalments.map((instalment) => {
        const { id, amount, dueDate, serviceTitle, paidAt, paidBy } = instalment
        return (
          <li key={id} className="pay-row pay-row-paid">
            <span className="pay-what">
              <b>{serviceTitle}</b>
              <span>{howLabel(instalment)}</span>
            </span>
            <b className="pay-amount num">{formatBRL(amount)}</b>
            <span className="pay-due">
              <Badge tone="success">{copy.paidBadge}</Badge>
              {paidAt && <time dateTime={paidAt.toISOString()}>{paidOn(paidAt)}</time>}
              <span>{dueOn(dueDate)}</span>
              {paidBy && (
                <ReceiptLink chargeId={paidBy} of={`${serviceTitle}, ${instalmentLabel(instalment)}`} />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
