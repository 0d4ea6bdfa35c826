import { nextBusinessDay } from '../../../core/business-days.ts'
import type { IsoDate } from '../../../core/calendar.ts'
import { formatBRL, sum } from '../../../core/money.ts'
import { dueStatusOf } from '../../../modules/payments/public.ts'
import { payerLinkCopy, postponeCopy } from '../../copy/arrangements.ts'
import { longDay, payDueTogether, paymentOf, payTogether, planCopy } from '../../copy/payment-plan.ts'
import {
  amountBreakdown,
  paymentsCopy as copy,
  dueStatusLabel,
  nextBusinessDayNote,
} from '../../copy/payments.ts'
import { payLabel } from '../../copy/payments-live.ts'
import { paths } from '../../paths.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Money } from '../../ui/money.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import { PayNow } from './pay-now.tsx'
import type { NextPayment } from './payment-plan.ts'

const tones: Record<ReturnType<typeof dueStatusOf>['kind'], BadgeTone> = {
  overdue: 'destructive',
  today: 'now',
  ahead: 'neutral',
}

/** The next payment, large, with the button that pays it; and all due payments together, if there are more. */
export function NextPaymentCard({
  next: { instalments, total, due },
  number,
  canPostpone,
  today,
}: {
  next: NextPayment
  /** Number of its order. */
  number: string
  canPostpone: boolean
  today: IsoDate
}) {
  const [first] = instalments
  if (!first) return null
  const dueStatus = dueStatusOf(first.dueDate, today)
  const parts = instalments.length === 1 ? amountBreakdown(first) : []
  const note = nextBusinessDayNote(first.dueDate, today)
  const byCard = first.method === 'credit_card'
  return (
    <section className="first-payment" aria-labelledby="proximo">
      <h2 id="proximo" className="sr-only">
        {planCopy.next}
      </h2>
      <p className="first-payment-when">
        <Badge tone={tones[dueStatus.kind]}>{dueStatusLabel(dueStatus)}</Badge>
        {dueStatus.kind !== 'today' && <time dateTime={first.dueDate}>{longDay(first.dueDate)}</time>}
      </p>
      <p className="first-payment-amount">
        <Money amount={total} size="amount" />
      </p>
      <p>
        {paymentOf(instalments)}, {planCopy.order} <OrderNumber number={number} />
      </p>
      {parts.length > 0 && (
        <DataList items={parts.map(({ term, amount }) => ({ term, value: formatBRL(amount) }))} />
      )}
      <PayNow instalments={instalments} tone="primary">
        {payLabel(total, first.method)}
      </PayNow>
      {due.length > 0 && (
        <PayNow instalments={due} tone="quiet">
          {(due.at(-1)?.dueDate === today ? payDueTogether : payTogether)(
            due.length,
            sum(due.map((instalment) => instalment.total)),
          )}
        </PayNow>
      )}
      {note && <p className="note">{note}.</p>}
      {!byCard && (
        <p className="first-payment-links">
          <a className="link-action" href={paths.payerLink(first.id)}>
            {payerLinkCopy.link}
          </a>
          {nextBusinessDay(first.dueDate) < today && (
            <a className="link-action" href={paths.agreement(first.orderId)}>
              {planCopy.wayOut}
            </a>
          )}
          {canPostpone && (
            <a className="link-action" href={paths.postpone(first.id)}>
              {postponeCopy.link}
            </a>
          )}
        </p>
      )}
      {byCard && <p className="note">{copy.card}</p>}
    </section>
  )
}
