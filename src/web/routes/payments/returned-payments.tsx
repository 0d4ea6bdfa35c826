import { formatBRL } from '../../../core/money.ts'
import type { Instalment, ReturnedCredit } from '../../../modules/payments/public.ts'
import type { ReturnedReceipt } from '../../../modules/receipts/public.ts'
import {
  pdfCopy as copy,
  creditReceivedOn,
  creditsCopy,
  instalmentLabel,
  issuedOn,
  paidOn,
  paymentsCopy,
  returnedHow,
} from '../../copy/payments.ts'
import { Badge } from '../../ui/badge.tsx'
import { ReceiptLink } from './pdf-links.tsx'

/**
 * Returned and undone payments. A charge that was returned in full is shown by its receipt, which stays valid as a record of the received
 * money; otherwise the returned instalments are shown. Credits that went back say when, and where to.
 */
export function ReturnedPayments({
  receipts,
  instalments,
  credits,
}: {
  receipts: readonly ReturnedReceipt[]
  instalments: readonly Instalment[]
  credits: readonly ReturnedCredit[]
}) {
  return (
    <section className="mt-10" aria-labelledby="devolvidos">
      <h2 id="devolvidos" className="display text-h3 mb-2">
        {copy.returnedTitle}
      </h2>
      <ul className="rows">
        {receipts.map(({ chargeId, number, amount, issuedAt, canOpen }) => (
          <li key={chargeId} className="pay-row pay-row-paid">
            <span className="pay-what">
              <b>
                {copy.numbered} {number}
              </b>
              <span>{issuedOn(issuedAt)}</span>
            </span>
            <b className="pay-amount num">{formatBRL(amount)}</b>
            <span className="pay-due">
              <Badge tone="neutral">{copy.returned}</Badge>
              {canOpen && <ReceiptLink receiptId={chargeId} of={number} />}
            </span>
          </li>
        ))}
        {credits.map((credit) => (
          <li key={credit.id} className="pay-row pay-row-paid">
            <span className="pay-what">
              <b>{creditsCopy.reasons[credit.reason]}</b>
              <span>{creditReceivedOn(credit.createdAt)}</span>
            </span>
            <b className="pay-amount num">{formatBRL(credit.amount)}</b>
            <span className="pay-due">
              <Badge tone="neutral">{credit.returnedBy === 'bank' ? copy.undone : copy.wentBack}</Badge>
              <span>{returnedHow(credit)}</span>
            </span>
          </li>
        ))}
        {instalments.map((instalment) => (
          <li key={instalment.id} className="pay-row pay-row-paid">
            <span className="pay-what">
              <b>{instalment.serviceTitle}</b>
              <span>{instalmentLabel(instalment)}</span>
            </span>
            <b className="pay-amount num">{formatBRL(instalment.total)}</b>
            <span className="pay-due">
              <Badge tone="neutral">{copy.returned}</Badge>
              {instalment.paidAt && (
                <time dateTime={instalment.paidAt.toISOString()}>{paidOn(instalment.paidAt)}</time>
              )}
              <span>{paymentsCopy.returned(instalment.total)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
