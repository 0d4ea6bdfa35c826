import type { ComponentProps } from 'react'
import { MAX_EMAIL_LENGTH } from '../../core/email.ts'
import { Field } from './field.tsx'

type EmailProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'defaultValue' | 'error' | 'optional'>

/** Field for a person's e-mail address, the same in every form of the site. */
export function EmailField(props: EmailProps) {
  return (
    <Field
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={MAX_EMAIL_LENGTH}
      {...props}
    />
  )
}
