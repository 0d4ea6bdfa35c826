import { formatBRL } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import type { ReturnedReceipt } from '../../../modules/receipts/public.ts'
import { pdfCopy as copy, issuedOn } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'

/** A link to a charge's receipt. `of` makes its accessible name unique. */
export function ReceiptLink({ chargeId, of }: { chargeId: string; of: string }) {
  return <PdfLink href={paths.receipt(chargeId)} label={copy.receipt} of={of} />
}

/** Links to the payment schedule of each order of these instalments. */
export function ScheduleLinks({ instalments }: { instalments: readonly Instalment[] }) {
  const orders = new Map(instalments.map(({ orderId, serviceTitle }) => [orderId, serviceTitle]))
  if (orders.size === 0) return null
  return (
    <ul className="mt-6">
      {[...orders].map(([orderId, title]) => (
        <li key={orderId}>
          <PdfLink href={paths.paymentSchedule(orderId)} label={copy.schedule} of={title} shown />
        </li>
      ))}
    </ul>
  )
}

/** Receipts of refunded charges: they stay valid as records of what was received. */
export function ReturnedReceipts({ receipts }: { receipts: readonly ReturnedReceipt[] }) {
  return (
    <section className="mt-10" aria-labelledby="devolvidos">
      <h2 id="devolvidos" className="display text-h3 mb-2">
        {copy.returnedTitle}
      </h2>
      <ul className="rows">
        {receipts.map(({ chargeId, number, amount, issuedAt }) => (
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
              <ReceiptLink chargeId={chargeId} of={number} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PdfLink({
  href,
  label,
  of,
  shown = false,
}: {
  href: string
  label: string
  of: string
  shown?: boolean
}) {
  return (
    <a className="link-action" href={href}>
      <Icon name="file" size={18} />
      <span>
        {label} <span className={shown ? undefined : 'sr-only'}>{`${copy.of} ${of}`}</span>
      </span>
    </a>
  )
}
