import { useId } from 'react'
import type { FieldGroup, FieldSpec, Values } from './fields.ts'

/**
 * Controls for a content.
 *
 * @param wrong the field that was rejected
 */
export function ContentFields({
  groups,
  values,
  wrong,
}: {
  groups: readonly FieldGroup[]
  values: Values
  wrong: string | undefined
}) {
  return groups.map(({ id, title, fields }) => {
    const controls = fields.map((field) => (
      <Control key={field.name} field={field} value={values[field.name]} isWrong={field.name === wrong} />
    ))
    if (!title) return <div key={id}>{controls}</div>
    return (
      <fieldset key={id} className="desk-fieldset">
        <legend>{title}</legend>
        {controls}
      </fieldset>
    )
  })
}

function Control({
  field,
  value = '',
  isWrong,
}: {
  field: FieldSpec
  value?: string | undefined
  isWrong: boolean
}) {
  const { name, label, as, hint, options = [] } = field
  // A name may contain spaces, which an id may not.
  const id = useId()
  const hintId = hint ? `${id}-dica` : undefined
  const common = {
    name,
    id,
    defaultValue: value,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': hintId,
  }
  if (as === 'hidden') return <input type="hidden" name={name} value={value} />
  if (as === 'tick') {
    return (
      <>
        <label className="desk-tick">
          <input type="checkbox" name={name} defaultChecked={value === 'on'} aria-describedby={hintId} />
          {label}
        </label>
        {hint && (
          <p className="desk-hint" id={hintId}>
            {hint}
          </p>
        )}
      </>
    )
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {(as === 'text' || as === 'lines') && (
        <textarea className="control" rows={as === 'text' ? 2 : Math.max(3, rowsOf(value))} {...common} />
      )}
      {as === 'choice' && (
        <select className="control" {...common}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {as === 'line' && <input className="control" autoComplete="off" {...common} />}
      {as === 'number' && <input className="control" inputMode="numeric" autoComplete="off" {...common} />}
      {as === 'date' && <input className="control" type="date" {...common} />}
      {hint && (
        <p className="desk-hint" id={hintId}>
          {hint}
        </p>
      )}
    </>
  )
}

/** Returns the number of rows that a text needs, including wrapped lines. */
function rowsOf(value: string): number {
  return value.split('\n').reduce((rows, line) => rows + 1 + Math.floor(line.length / 90), 1)
}
