import { formatBRL } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import {
  paymentsCopy as copy,
  dueOn,
  instalmentLabel,
  instalmentMethodLabel,
  paidOn,
} from '../../copy/payments.ts'
import { Badge } from '../../ui/badge.tsx'
import { ReceiptLink } from './pdf-links.tsx'

/** Legal reasons for late charges and early-payment discounts, if an instalment has them. */
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
        const { id, total, dueDate, serviceTitle, paidAt, receiptId, returned } = instalment
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
              {returned && <span>{copy.returned(returned)}</span>}
              {receiptId && (
                <ReceiptLink receiptId={receiptId} of={`${serviceTitle}, ${instalmentLabel(instalment)}`} />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
