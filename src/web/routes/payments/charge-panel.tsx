import { formatDate, type IsoDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import type { Instalment, NightLimitReminder } from '../../../modules/payments/public.ts'
import {
  amountBreakdown,
  paymentCopy as copy,
  dueOn,
  instalmentLabel,
  nextBusinessDayNote,
} from '../../copy/payments.ts'
import { payLabel } from '../../copy/payments-live.ts'
import { SentForm } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Money } from '../../ui/money.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { NightLimit } from '../../ui/pix/night-limit.tsx'
import { AmountReasons } from './instalment-list.tsx'
import { ShownAmount } from './shown-amounts.tsx'

const here = paths.payment()

/** Instalments of a charge. */
export function CoveredInstalments({ instalments }: { instalments: readonly Instalment[] }) {
  if (instalments.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="text-h3">{copy.covers}</h2>
      <ul className="rows mt-3">
        {instalments.map((instalment) => (
          <li key={instalment.id} className="row">
            <span className="row-title">{instalment.serviceTitle}</span>
            <p>{`${instalmentLabel(instalment)}, ${dueOn(instalment.dueDate).toLowerCase()}`}</p>
            <span className="row-side">
              <b className="num">{formatBRL(instalment.total)}</b>
            </span>
            {amountBreakdown(instalment).length > 0 && (
              <DataList items={items(amountBreakdown(instalment))} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An instalment without a charge: its summary, and the button that creates the charge. */
export function UnchargedInstalment({
  instalment,
  today,
  nightLimit,
}: {
  instalment: Instalment
  today: IsoDate
  nightLimit: NightLimitReminder | undefined
}) {
  const card = instalment.method === 'credit_card'
  const [due, roll] = [formatDate(instalment.dueDate), nextBusinessDayNote(instalment.dueDate, today)]
  return (
    <>
      <Money amount={instalment.total} size="amount" />
      {nightLimit && <NightLimit reminder={nightLimit} />}
      <div className="card mt-5">
        <SentForm action={here}>
          <input type="hidden" name="paymentIds" value={instalment.id} />
          <ShownAmount instalment={instalment} />
          <Button name="intent" value="generate" block busyLabel={copy.generateBusy}>
            {payLabel(instalment.total, instalment.method)}
          </Button>
        </SentForm>
        {!card && <p className="note mt-3">{copy.promise}</p>}
        <h2 className="text-h3 mt-6">{copy.summary}</h2>
        <DataList
          items={[
            { term: copy.service, value: instalment.serviceTitle },
            { term: copy.plan, value: nonBreaking(instalment.paymentType) },
            { term: copy.instalment, value: instalmentLabel(instalment) },
            { term: copy.due, value: roll ? `${due} (${roll.toLowerCase()})` : due },
            ...linesOf(instalment),
          ]}
        />
        <AmountReasons instalments={[instalment]} />
      </div>
    </>
  )
}

/** Returns the lines of an instalment's amount: plan, late charges, discount, total. */
function linesOf(instalment: Instalment) {
  const { amount, total } = instalment
  const parts = amountBreakdown(instalment)
  if (parts.length === 0) return items([{ term: copy.amount, amount }])
  return items([...parts, { term: copy.total, amount: total }])
}

function items(lines: ReturnType<typeof amountBreakdown>) {
  return lines.map(({ term, amount }) => ({ term, value: formatBRL(amount) }))
}
