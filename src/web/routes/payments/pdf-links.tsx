import { formatBRL } from '../../../core/money.ts'
import type { ReturnedReceipt } from '../../../modules/receipts/public.ts'
import { pdfCopy as copy, issuedOn } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Link to a charge's receipt. `of` makes its accessible name unique. */
export function ReceiptLink({ chargeId, of }: { chargeId: string; of: string }) {
  return (
    <a className="link-action" href={paths.receipt(chargeId)}>
      <Icon name="file" size={18} />
      <span>
        {copy.receipt} <span className="sr-only">{`${copy.of} ${of}`}</span>
      </span>
    </a>
  )
}

/** Receipts of charges that were refunded, which remain valid as records of the received money, or undone. */
export function ReturnedReceipts({ receipts }: { receipts: readonly ReturnedReceipt[] }) {
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
              {canOpen && <ReceiptLink chargeId={chargeId} of={number} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
