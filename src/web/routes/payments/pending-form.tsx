import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { IsoDate } from '../../../core/calendar.ts'
import type { Instalment } from '../../../modules/payments/public.ts'
import { planCopy } from '../../copy/payment-plan.ts'
import { paymentsCopy as copy } from '../../copy/payments.ts'
import { SentForm } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { AmountReasons } from './instalment-list.tsx'
import { InstalmentSections } from './instalment-sections.tsx'
import { planSections } from './payment-plan.ts'
import { selectionOf, withSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'

/** The ticked ids, and a function to change them. */
export interface Ticks {
  ticked: ReadonlySet<string>
  setTicked: (next: (before: ReadonlySet<string>) => ReadonlySet<string>) => void
}

/** All payable instalments, by month, to be ticked and paid together. */
export function PendingForm({
  instalments,
  nextId,
  orderNumbers,
  today,
  ticks: { ticked, setTicked },
  page,
  later,
}: {
  instalments: readonly Instalment[]
  nextId: string | undefined
  /** Only if there are several orders. */
  orderNumbers: ReadonlyMap<string, string>
  today: IsoDate
  ticks: Ticks
  /** The page of many orders, which the form's answer shows again. */
  page: number | undefined
  /** Content after the list. */
  later: ReactNode
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  // Reads the boxes that were ticked before React hydrated, or ticked again by the browser.
  useLayoutEffect(() => {
    const boxes = list.current?.querySelectorAll<HTMLInputElement>('[name="paymentIds"]:checked') ?? []
    setTicked(() => new Set([...boxes].map(({ value }) => value)))
  }, [setTicked])
  const methods = new Set(instalments.map(({ method }) => method))
  return (
    <SentForm
      action={paths.payments(page && page > 1 ? { pagina: String(page) } : {})}
      className="plan"
      aria-labelledby="parcelas"
    >
      <h2 id="parcelas">{planCopy.rest}</h2>
      <p className="note">{planCopy.choose}</p>
      <fieldset ref={list}>
        <legend className="sr-only">{copy.choose}</legend>
        <InstalmentSections
          sections={planSections(instalments, today)}
          today={today}
          ticked={ticked}
          onTick={(id, isTicked) => setTicked((before) => withSelection(before, id, isTicked))}
          nextId={nextId}
          orderNumbers={orderNumbers}
          showsMethod={methods.size > 1}
        />
      </fieldset>
      {later}
      <AmountReasons instalments={instalments} />
      {methods.has('credit_card') && <p className="note mt-4">{copy.card}</p>}
      <SelectionBar selection={selectionOf(instalments, ticked)} />
    </SentForm>
  )
}
