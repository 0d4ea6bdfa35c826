import { formatDate, type IsoDate } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import { paymentCopy as copy, dueOn, instalmentLabel, partsOf, rollOf } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Money } from '../../ui/money.tsx'
import { Explained } from './instalment-list.tsx'
import { Shown } from './shown.tsx'

const here = paths.payment()

/** What a charge pays, row by row. */
export function Covered({ instalments }: { instalments: readonly Instalment[] }) {
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
            {partsOf(instalment).length > 0 && <DataList items={items(partsOf(instalment))} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Before a code exists: what will be paid, and the one button. */
export function BeforeCharge({ instalment, today }: { instalment: Instalment; today: IsoDate }) {
  const card = instalment.method === 'credit_card'
  const [due, roll] = [formatDate(instalment.dueDate), rollOf(instalment.dueDate, today)]
  return (
    <>
      <Money amount={instalment.total} size="amount" />
      <div className="card mt-5">
        <h2 className="text-h3">{copy.summary}</h2>
        <DataList
          items={[
            { term: copy.service, value: instalment.serviceTitle },
            { term: copy.plan, value: instalment.paymentType },
            { term: copy.instalment, value: instalmentLabel(instalment) },
            { term: copy.due, value: roll ? `${due} (${roll.toLowerCase()})` : due },
            ...linesOf(instalment),
          ]}
        />
        <form method="post" action={here} className="mt-4">
          <input type="hidden" name="paymentIds" value={instalment.id} />
          <Shown instalment={instalment} />
          <Button name="intent" value="generate" block busyLabel={copy.generateBusy}>
            {card ? copy.generateCard : copy.generate}
          </Button>
        </form>
        {!card && <p className="note mt-3">{copy.promise}</p>}
        <Explained instalments={[instalment]} />
      </div>
    </>
  )
}

/** An instalment line by line: what the plan says, what time changed, what there is to pay. */
function linesOf(instalment: Instalment) {
  const { amount, total } = instalment
  const parts = partsOf(instalment)
  if (parts.length === 0) return items([{ term: copy.amount, amount }])
  return items([...parts, { term: copy.total, amount: total }])
}

function items(lines: ReturnType<typeof partsOf>) {
  return lines.map(({ term, amount }) => ({ term, value: formatBRL(amount) }))
}
