import type { ReactNode } from 'react'

/** What every field has around its control. */
export interface FieldTexts {
  /** Also the control's id, unless `id` says otherwise. */
  name: string
  id?: string
  label: string
  hint?: ReactNode
  /** From `FormFailure.errors[name]`. */
  error?: string | undefined
  /** Says '(opcional)' beside the label; fields are required otherwise. */
  optional?: boolean
}

/**
 * Attributes that tie a control to its hint and its message. The message element is always there, for the script. The
 * first control refused has the focus when the page comes back.
 */
export function describing({ name, id = name, hint, error }: FieldTexts) {
  return {
    id,
    name,
    'aria-describedby': [hint && `${id}-dica`, `${id}-erro`].filter(Boolean).join(' '),
    'aria-invalid': error ? (true as const) : undefined,
    ...(error && { autoFocus: true }),
  }
}

export function FieldError({ id, children }: { id: string; children?: string | undefined }) {
  return (
    <p className="field-error" id={`${id}-erro`} data-error-of={id}>
      {children}
    </p>
  )
}

export function FieldFrame({
  name,
  id = name,
  label,
  hint,
  error,
  optional,
  children,
}: FieldTexts & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="field-optional"> (opcional)</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-dica`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}

/** Splits what the frame shows from what the control takes. */
export function splitField<P extends FieldTexts>(props: P) {
  const { name, id, label, hint, error, optional, ...control } = props
  const texts: FieldTexts = {
    name,
    label,
    ...(id !== undefined && { id }),
    ...(hint !== undefined && { hint }),
    ...(error !== undefined && { error }),
    ...(optional !== undefined && { optional }),
  }
  return { texts, control, required: !optional }
}
