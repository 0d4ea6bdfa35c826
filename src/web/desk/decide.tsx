import { DeskForm } from './desk-form.tsx'
import { Reason } from './reason.tsx'

interface Choice {
  /** The intent of one of the screen's actions. */
  intent: string
  label: string
  tone: 'primary' | 'quiet'
}

/** Form with the decisions about a row of a list, each with its reason; collapsed until it is opened. */
export function Decide({
  title,
  reason,
  fields,
  choices,
}: {
  title: string
  /** The label of the reason field. */
  reason: string
  /** Hidden fields that identify the row. */
  fields: Readonly<Record<string, string | number>>
  choices: readonly Choice[]
}) {
  return (
    <details className="desk-do">
      <summary>{title}</summary>
      {choices.map(({ intent, label, tone }) => (
        <DeskForm key={intent} intent={intent} fields={fields} className="desk-form">
          <Reason label={reason} />
          <button type="submit" className={`btn btn-${tone} btn-small`}>
            {label}
          </button>
        </DeskForm>
      ))}
    </details>
  )
}
