import type { ReactNode } from 'react'
import type { FormFailure } from '../../forms/form.ts'
import type { FormName } from '../../forms/registry.ts'

/** Failure of the action, if this form was the one posted. */
export type Failure = FormFailure | null | undefined

interface AuthFormProps {
  /** Name of its schema in the browser, and its `intent` for the action. */
  name: FormName
  action: string
  children: ReactNode
}

/** A plain form that posts to its own URL, so that a failure shows the same tab again. */
export function AuthForm({ name, action, children }: AuthFormProps) {
  return (
    <form className="form group" method="post" action={action} data-validate={name} noValidate>
      <input type="hidden" name="intent" value={name} />
      {children}
    </form>
  )
}
