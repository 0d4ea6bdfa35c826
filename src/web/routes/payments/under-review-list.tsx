import { formatBRL } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import { paymentsCopy as copy, dueOn, instalmentMethodLabel } from '../../copy/payments.ts'
import { Badge } from '../../ui/badge.tsx'

/** Instalments under review: a payment of theirs is in doubt, so they cannot be paid until the team decides. */
export function UnderReviewList({ instalments }: { instalments: readonly Instalment[] }) {
  const { title, text } = copy.underReview
  return (
    <section className="mb-8" aria-label={title}>
      <p className="mb-3">{text}</p>
      <ul className="rows">
        {instalments.map((instalment) => (
          <li key={instalment.id} className="pay-row pay-row-paid">
            <span className="pay-what">
              <b>{instalment.serviceTitle}</b>
              <span>{instalmentMethodLabel(instalment)}</span>
            </span>
            <b className="pay-amount num">{formatBRL(instalment.amount)}</b>
            <span className="pay-due">
              <Badge tone="now">{title}</Badge>
              <span>{dueOn(instalment.dueDate)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
