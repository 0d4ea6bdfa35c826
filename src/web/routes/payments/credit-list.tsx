import { formatBRL } from '../../../core/money.ts'
import type { Credit } from '../../../modules/payments/public.ts'
import { creditsCopy as copy, creditReceivedOn } from '../../copy/payments.ts'
import { Badge } from '../../ui/badge.tsx'

/**
 * The payer's credits and their future use.
 *
 * @param text what becomes of them, while the return of one has not been requested
 * @param goingBackText the same, when that of all has been
 */
export function CreditList({
  credits,
  text,
  goingBackText,
}: {
  credits: readonly Credit[]
  text: string
  goingBackText: string
}) {
  return (
    <section className="mt-6 mb-8" aria-labelledby="credito">
      <h2 id="credito" className="display text-h3 mb-2">
        {copy.title}
      </h2>
      <p className="mb-3">{credits.every(({ isGoingBack }) => isGoingBack) ? goingBackText : text}</p>
      <ul className="rows">
        {credits.map((credit) => (
          <li key={credit.id} className="pay-row pay-row-paid">
            <span className="pay-what">
              <b>{copy.reasons[credit.reason]}</b>
              <span>{creditReceivedOn(credit.createdAt)}</span>
            </span>
            <b className="pay-amount num">{formatBRL(credit.amount)}</b>
            <span className="pay-due">
              <Badge tone="now">{credit.isGoingBack ? copy.goingBack : copy.open}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
