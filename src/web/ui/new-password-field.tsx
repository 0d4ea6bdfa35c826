import type { ComponentProps } from 'react'
import { passwordRules } from '../../core/password.ts'
import { authCopy as copy } from '../copy/auth.ts'
import { PasswordField } from './password-field.tsx'

type NewPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'>

/**
 * A field for a new password, under the list of its rules. Without a script the list is only read; with it
 * src/web/enhance/password-rules.ts ticks the rules that the typed text meets.
 */
export function NewPasswordField(props: NewPasswordProps) {
  const rules = (
    <span className="password-rules" data-complete={copy.passwordComplete}>
      {passwordRules.map((rule, index) => (
        <span key={rule}>
          <span className="password-rule" data-rule={rule}>
            {copy.passwordRules[rule]}
          </span>
          <span className="sr-only">{index < passwordRules.length - 1 ? ', ' : '. '}</span>
        </span>
      ))}
      <span className="password-phrase">{copy.passwordPhrase}</span>
    </span>
  )
  return <PasswordField {...props} autoComplete="new-password" hint={rules} data-new-password />
}
