import type { ReactNode } from 'react'
import { formatDateLong, formatInstant } from '../../../core/calendar.ts'
import { formatBRL, sum } from '../../../core/money.ts'
import { receiptCopy as copy, instalmentLabel, paidBy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import type { PaidReceipt } from './paid-receipt.server.ts'

/** A payment as a receipt: what, when, how, for which order; then the next instalment. */
export function ReceiptCard({ receipt }: { receipt: PaidReceipt }) {
  const { receiptId, received, receivedAt, lines, orders, next, providerId } = receipt
  return (
    <div className="receipt">
      <section className="card" aria-labelledby="recibo">
        <h2 id="recibo" className="eyebrow">
          {copy.title}
        </h2>
        <Money amount={received} size="amount" />
        <DataList
          items={[
            { term: copy.paid, value: <Lines lines={lines} /> },
            ...credited(receipt),
            { term: copy.when, value: formatInstant(receivedAt) },
            { term: copy.by, value: paidBy(receipt) },
            ...(orders.length > 0 ? [{ term: copy.order, value: <Numbers orders={orders} /> }] : []),
            { term: copy.code, value: providerId },
          ]}
        />
        <p className="mt-3">
          <a className="link-action" href={paths.receipt(receiptId)}>
            <Icon name="file" size={18} />
            {copy.pdf}
          </a>
        </p>
      </section>
      <section className="next-payment" aria-labelledby="proxima">
        <h2 id="proxima" className="row-title">
          {next ? copy.next : copy.nothingLeft}
        </h2>
        <p className="num">
          {next ? (
            <>
              <b className="money money-large">{formatBRL(next.total)}</b>
              <span>
                {copy.due(instalmentLabel(next.label), formatDateLong(next.dueDate), next.isOverdue)}
              </span>
            </>
          ) : (
            copy.nothingLeftText
          )}
        </p>
        <div className="actions">
          <LinkButton href={paths.tracking()}>{copy.tracking}</LinkButton>
          <LinkButton tone="quiet" href={paths.payments()}>
            {copy.payments}
          </LinkButton>
        </div>
      </section>
    </div>
  )
}

function Lines({ lines }: Pick<PaidReceipt, 'lines'>) {
  const isOne = lines.length === 1
  return lines.map((line) => (
    <span key={line.id} className="block">
      {`${line.serviceTitle}, ${instalmentLabel(line).toLowerCase()}`}
      {!isOne && <b className="money">{` ${formatBRL(line.total)}`}</b>}
    </span>
  ))
}

/** Returns the amount received above the instalments: it becomes the customer's credit. */
function credited({ received, lines }: PaidReceipt): { term: string; value: ReactNode }[] {
  const surplus = received - sum(lines.map(({ total }) => total))
  return surplus > 0 ? [{ term: copy.credit, value: formatBRL(surplus) }] : []
}

function Numbers({ orders }: Pick<PaidReceipt, 'orders'>) {
  return orders.map(({ id, number }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <OrderNumber number={number} />
    </span>
  ))
}
