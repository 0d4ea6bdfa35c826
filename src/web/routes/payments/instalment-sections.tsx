import { type ReactNode, useState } from 'react'
import { type IsoDate, monthName } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { type DueStatus, dueStatusOf, type Instalment } from '../../../modules/payments/public.ts'
import { postponeCopy } from '../../copy/arrangements.ts'
import { dayAndMonth, dayInMonth, sectionTotal } from '../../copy/payment-plan.ts'
import {
  amountBreakdown,
  paymentsCopy as copy,
  dueStatusLabel,
  instalmentLabel,
  nextBusinessDayNote,
} from '../../copy/payments.ts'
import { OrderNumber } from '../../ui/order-number.tsx'
import type { PlanSection } from './payment-plan.ts'
import { ShownAmount } from './shown-amounts.tsx'

/** Data that a row needs besides its instalment. */
interface RowContext {
  today: IsoDate
  ticked: ReadonlySet<string>
  onTick: (id: string, isTicked: boolean) => void
  /** The instalment of the card above, which shows the details. */
  nextId: string | undefined
  /** Numbers of the orders, by order id, if there are several. */
  orderNumbers: ReadonlyMap<string, string>
  /** Whether rows show their payment method, because the methods differ. */
  showsMethod: boolean
}

/** The instalments by month, each with a checkbox; later months are folded, unless something in them is ticked. */
export function InstalmentSections({
  sections,
  ...context
}: RowContext & { sections: readonly PlanSection[] }) {
  return sections.map((section) => {
    const { id, title, instalments, total, folded } = section
    const sum = <span className="plan-month-sum num">{sectionTotal(instalments.length, total)}</span>
    const rows = (
      <ul>
        {instalments.map((instalment) => (
          <InstalmentRow key={instalment.id} instalment={instalment} section={section} {...context} />
        ))}
      </ul>
    )
    if (!folded) {
      return (
        <section key={id} className="plan-month" aria-labelledby={`mes-${id}`}>
          <h3 id={`mes-${id}`} className="plan-month-head">
            {title} {sum}
          </h3>
          {rows}
        </section>
      )
    }
    const head = (
      <>
        <h3>{title}</h3> {sum}
      </>
    )
    return (
      <Fold key={id} open={instalments.some((instalment) => context.ticked.has(instalment.id))} head={head}>
        {rows}
      </Fold>
    )
  })
}

/** @param open at first; afterwards the customer folds and unfolds it */
function Fold({ open, head, children }: { open: boolean; head: ReactNode; children: ReactNode }) {
  const [atFirst] = useState(open)
  return (
    <details className="plan-month" open={atFirst}>
      <summary className="plan-month-head">{head}</summary>
      {children}
    </details>
  )
}

const tones: Record<DueStatus['kind'], string | undefined> = {
  overdue: 'text-bad',
  today: 'text-warn',
  ahead: undefined,
}

function InstalmentRow({
  instalment,
  section,
  today,
  ticked,
  onTick,
  nextId,
  orderNumbers,
  showsMethod,
}: RowContext & { instalment: Instalment; section: PlanSection }) {
  const { id, orderId, total, dueDate, postponedFrom, serviceTitle, method } = instalment
  const dueStatus = dueStatusOf(dueDate, today)
  const note = dueDate <= today && id !== nextId ? nextBusinessDayNote(dueDate, today) : undefined
  const number = orderNumbers.get(orderId)
  const parts = amountBreakdown(instalment)
  return (
    <li>
      <label className="plan-row">
        <input
          type="checkbox"
          name="paymentIds"
          value={id}
          checked={ticked.has(id)}
          onChange={({ currentTarget }) => onTick(id, currentTarget.checked)}
        />
        <span className="plan-row-body">
          <span className="plan-row-what">
            <b>
              {instalmentLabel(instalment)}
              {showsMethod && `, ${copy.methods[method]}`}
            </b>
            <time dateTime={dueDate}>
              {number && (
                <>
                  <span className="sr-only">{serviceTitle}, </span>
                  <OrderNumber number={number} />,{' '}
                </>
              )}
              <span className="inline-block">
                {section.severalMonths ? dayAndMonth(dueDate, today) : dayInMonth(dueDate)}
                {!section.severalMonths && <span className="sr-only"> de {monthName(dueDate)}</span>}
              </span>
            </time>
          </span>
          <span className="plan-row-sum num">
            <b>{formatBRL(total)}</b>
            <span className={tones[dueStatus.kind]}>{dueStatusLabel(dueStatus)}</span>
            <span className="sr-only">{copy.pendingBadge}</span>
          </span>
          {(note || postponedFrom || parts.length > 0) && (
            <span className="plan-row-more num">
              {postponedFrom && <span>{postponeCopy.before(postponedFrom)}</span>}
              {note && <span>{note}</span>}
              {parts.map(({ term, amount }) => (
                <span key={term} className="plan-row-part">
                  <span>{term}</span> <span>{formatBRL(amount)}</span>
                </span>
              ))}
            </span>
          )}
        </span>
      </label>
      <ShownAmount instalment={instalment} />
    </li>
  )
}
