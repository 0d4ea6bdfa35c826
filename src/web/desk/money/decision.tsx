import type { ReactNode } from 'react'
import type { Centavos } from '../../../core/money.ts'
import { moneyCopy as copy } from '../../copy/desk-money.ts'
import { LineControl, TickControl } from '../controls.tsx'
import { DeskForm, usePosted } from '../desk-form.tsx'
import { Reason } from '../reason.tsx'

/** Form for one decision, collapsed until it is opened: its controls, the reason that is stored in the log, and its button. */
export function Decision({
  intent,
  title,
  go,
  lead,
  fields,
  isMain,
  children,
}: {
  intent: string
  title: string
  go: string
  lead?: string | undefined
  fields?: Readonly<Record<string, string | number>>
  isMain?: boolean
  children?: ReactNode
}) {
  const wasRefused = usePosted({ intent, ...(fields && { fields }) }) !== undefined
  return (
    <details className="desk-do" open={isMain || wasRefused}>
      <summary>{title}</summary>
      <DeskForm intent={intent} className="desk-form" {...(fields && { fields })}>
        {lead && <p className="desk-hint">{lead}</p>}
        {children}
        <Reason label={copy.reason} />
        <button type="submit" className={isMain ? 'btn btn-primary btn-small' : 'btn btn-quiet btn-small'}>
          {go}
        </button>
      </DeskForm>
    </details>
  )
}

/** Checkbox with its label. */
export function Tick({
  name,
  value = '1',
  children,
  ...more
}: {
  name: string
  value?: string
  children: ReactNode
  defaultChecked?: boolean
  required?: boolean
}) {
  return (
    <label className="desk-tick">
      <TickControl type="checkbox" name={name} value={value} {...more} />
      <span>{children}</span>
    </label>
  )
}

/** Control for an amount in reais. */
export function AmountField({ hint, ...more }: { hint?: string; required?: boolean }) {
  return (
    <label>
      {copy.amount}
      <LineControl name="valor" inputMode="decimal" autoComplete="off" {...more} />
      <span className="desk-hint">{hint ?? copy.amountHint}</span>
    </label>
  )
}

/** The centavos that are left as of this page: a form sent twice, or by two people, is refused. */
export function SeenRest({ amount }: { amount: Centavos }) {
  return <input type="hidden" name="resto" value={amount} />
}
