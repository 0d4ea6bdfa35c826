import { authCopy as copy } from '../../copy/auth.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AuthForm, type Failure } from './auth-form.tsx'
import { hrefOf } from './tabs.ts'

export function SignInForm({
  failure,
  email,
  submit = copy.signIn,
}: {
  failure: Failure
  /** Address typed in this browser earlier. */
  email?: string | undefined
  submit?: string
}) {
  return (
    <AuthForm name="sign-in" action={hrefOf('entrar')}>
      <EmailField
        label={copy.email}
        defaultValue={failure?.values.email ?? email}
        error={failure?.errors.email}
      />
      <PasswordField
        name="password"
        label={copy.password}
        autoComplete="current-password"
        error={failure?.errors.password}
      />
      <Button block busyLabel={copy.signInBusy}>
        {submit}
      </Button>
      <a className="link-action justify-self-center" href={hrefOf('esqueci-senha')}>
        {copy.forgot}
      </a>
    </AuthForm>
  )
}

export function SignUpForm({ failure }: { failure: Failure }) {
  return (
    <AuthForm name="sign-up" action={hrefOf('criar-conta')}>
      <p className="note">{copy.signUpMore}</p>
      <EmailField label={copy.email} defaultValue={failure?.values.email} error={failure?.errors.email} />
      <NewPasswordField name="password" label={copy.password} error={failure?.errors.password} />
      <PasswordField
        name="confirmPassword"
        label={copy.confirmPassword}
        autoComplete="new-password"
        error={failure?.errors.confirmPassword}
      />
      <Button block busyLabel={copy.signUpBusy}>
        {copy.signUp}
      </Button>
    </AuthForm>
  )
}

/** @param sent whether a link was just requested: shown here too, because the toast disappears after seconds */
export function ResetRequestForm({ failure, sent }: { failure: Failure; sent: boolean }) {
  return (
    <AuthForm name="reset-request" action={hrefOf('esqueci-senha')}>
      {sent ? (
        <Callout tone="success" title={copy.resetAsked.title}>
          {copy.resetAsked.text}
        </Callout>
      ) : (
        <p className="note">{copy.resetLead}</p>
      )}
      <EmailField label={copy.email} defaultValue={failure?.values.email} error={failure?.errors.email} />
      <Button block busyLabel={copy.resetBusy}>
        {copy.reset}
      </Button>
    </AuthForm>
  )
}
