import { Field } from '../../ui/field.tsx'

/** The e-mail address of an account, as every form of this area asks for it. */
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
      maxLength={254}
      {...props}
    />
  )
}
