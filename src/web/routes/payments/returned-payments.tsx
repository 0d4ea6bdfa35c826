import { formatBRL } from '../../../core/money.ts'
import type { Instalment, MoneyReturn, ReturnedCredit } from '../../../modules/payments/public.ts'
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
 * Returned and undone payments. A charge that was returned in full is shown by its receipt, which stays valid as a record of
 * the received money; otherwise the returned instalments are shown. Receipts and credits show when the money was returned,
 * and where to.
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
        {receipts.map(({ chargeId, number, amount, issuedAt, canOpen, returns }) => (
          <li key={chargeId} className="pay-row pay-row-paid">
            <span className="pay-what">
              <b>
                {copy.numbered} {number}
              </b>
              <span>{issuedOn(issuedAt)}</span>
            </span>
            <b className="pay-amount num">{formatBRL(amount)}</b>
            <span className="pay-due">
              <Badge tone="neutral">{badgeOf(returns)}</Badge>
              <Returns returns={returns} />
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
              <Badge tone="neutral">{badgeOf([credit])}</Badge>
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

/** Returned money of a receipt: one line, or one for each part with its sum. */
function Returns({ returns }: Pick<ReturnedReceipt, 'returns'>) {
  return returns.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a receipt never change their order
    <span key={index}>
      {returns.length > 1 && `${formatBRL(part.amount)}. `}
      {returnedHow(part)}
    </span>
  ))
}

function badgeOf(returns: readonly Pick<MoneyReturn, 'returnedBy'>[]): string {
  const wentBack = returns.filter(({ returnedBy }) => returnedBy === 'provider' || returnedBy === 'hand')
  if (returns.length > 0 && wentBack.length === returns.length) return copy.wentBack
  return returns.length > 0 && wentBack.length === 0 ? copy.undone : copy.returned
}
