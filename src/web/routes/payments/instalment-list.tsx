import { formatDate, type IsoDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { type Dueness, duenessOf, type Instalment } from '../../../modules/payments/public.ts'
import {
  amountBreakdown,
  paymentsCopy as copy,
  duenessLabel,
  dueOn,
  instalmentLabel,
  instalmentMethodLabel,
  nextBusinessDayNote,
  paidOn,
} from '../../copy/payments.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { ReceiptLink } from './pdf-links.tsx'
import { ShownAmount } from './shown-amounts.tsx'

const tones: Record<Dueness['kind'], BadgeTone> = { overdue: 'destructive', today: 'now', ahead: 'neutral' }

/** Pending instalments, each with a checkbox. */
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
        const { id, total, dueDate, serviceTitle } = instalment
        const dueness = duenessOf(dueDate, today)
        const roll = nextBusinessDayNote(dueDate, today)
        return (
          <li key={id}>
            <label className="pay-row">
              <input
                type="checkbox"
                name="paymentIds"
                value={id}
                defaultChecked={selected.includes(id)}
                data-amount={total}
              />
              <span className="pay-what">
                <b>{serviceTitle}</b>
                <span>{instalmentMethodLabel(instalment)}</span>
              </span>
              <b className="pay-amount num">{formatBRL(total)}</b>
              <span className="pay-due">
                <Badge tone={tones[dueness.kind]}>{duenessLabel(dueness)}</Badge>
                <span className="whitespace-nowrap">
                  {copy.pendingBadge}, <time dateTime={dueDate}>{formatDate(dueDate)}</time>
                </span>
                {roll && <span>{roll}</span>}
              </span>
              <span className="pay-parts num">
                {amountBreakdown(instalment).map(({ term, amount }) => (
                  <span key={term}>
                    <span>{term}</span> <span>{formatBRL(amount)}</span>
                  </span>
                ))}
              </span>
            </label>
            <ShownAmount instalment={instalment} />
          </li>
        )
      })}
    </ul>
  )
}

/** The legal reasons for late charges and early-payment discounts, where an instalment has them. */
export function AmountReasons({ instalments }: { instalments: readonly Instalment[] }) {
  return (
    <>
      {instalments.some(({ lateFee, interest }) => lateFee + interest > 0) && (
        <p className="note mt-4">{copy.late}</p>
      )}
      {instalments.some(({ discount }) => discount > 0) && <p className="note mt-4">{copy.early}</p>}
    </>
  )
}

/** Paid instalments with their dates and receipts. */
export function PaidList({ instalments }: { instalments: readonly Instalment[] }) {
  return (
    <ul className="rows">
      {instalments.map((instalment) => {
        const { id, total, dueDate, serviceTitle, paidAt, paidBy } = instalment
        return (
          <li key={id} className="pay-row pay-row-paid">
            <span className="pay-what">
              <b>{serviceTitle}</b>
              <span>{instalmentMethodLabel(instalment)}</span>
            </span>
            <b className="pay-amount num">{formatBRL(total)}</b>
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
