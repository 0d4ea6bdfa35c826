import type { ReactNode } from 'react'

/** Texts around a form control. */
export interface FieldTexts {
  /** Also the control's id, unless `id` is given. */
  name: string
  id?: string
  label: string
  hint?: ReactNode
  /** Error message from `FormFailure.errors[name]`. */
  error?: string | undefined
  /** Adds '(opcional)' to the label; otherwise the field is required. */
  optional?: boolean
}

/**
 * Returns the attributes that connect a control to its hint and its error message. The error element is always rendered, for the
 * script. The first invalid control gets the focus when the page loads.
 */
export function controlAttributes({ name, id = name, hint, error }: FieldTexts) {
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

/** Separates the props of the frame from those of the control. */
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
