import { MAX_EMAIL_LENGTH } from '../../../core/email.ts'
import { Field } from '../../ui/field.tsx'

/** E-mail field of an account, the same in every form of this area. */
export function EmailField(props: {
  label: string
  hint?: string | undefined
  defaultValue: string | undefined
  error: string | undefined
}) {
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
