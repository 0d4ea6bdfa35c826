import type { ComponentProps, ReactNode } from 'react'
import { FieldError } from './field-frame.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'style' | 'children' | 'id' | 'name'> & {
  name: string
  id?: string
  children: ReactNode
  hint?: ReactNode
  error?: string | undefined
  type?: 'checkbox' | 'radio'
}

/**
 * A checkbox with its label. Also a radio of a short list: each requires its own `id`. With an error it gets the focus when the page
 * loads, as other fields do.
 */
export function Checkbox({
  name,
  id = name,
  children,
  hint,
  error,
  type = 'checkbox',
  ...rest
}: CheckboxProps) {
  return (
    <div className="field">
      <label className="check">
        <input
          type={type}
          {...rest}
          id={id}
          name={name}
          aria-describedby={`${id}-erro`}
          aria-invalid={error ? true : undefined}
          {...(error && { autoFocus: true })}
        />
        <span>{children}</span>
        {hint && <small>{hint}</small>}
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
