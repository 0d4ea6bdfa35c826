import { passwordCopy } from '../../copy/account.ts'
import { authCopy } from '../../copy/auth.ts'
import { SentForm } from '../../hydration/page.tsx'
import { useCheckedForm } from '../../hydration/use-checked-form.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { AccountFailure } from './actions.server.ts'

const intent = 'account-password'

/** Changes the password. Its fields are emptied after the change. */
export function PasswordForm({ failure }: { failure: AccountFailure | null | undefined }) {
  const errors = failure?.intent === intent ? failure.errors : undefined
  const checked = useCheckedForm(intent, errors)
  return (
    <section className="grid max-w-form gap-5" aria-labelledby="trocar-senha">
      <div className="grid gap-2">
        <h2 className="text-h3" id="trocar-senha">
          {passwordCopy.title}
        </h2>
        <p className="note">{authCopy.changeLead}</p>
      </div>
      <SentForm
        {...checked.props}
        className="form"
        action={paths.account({ aba: 'trocar-senha' })}
        onAccepted={() => checked.props.ref.current?.reset()}
      >
        <input type="hidden" name="intent" value={intent} />
        <PasswordField
          name="currentPassword"
          label={authCopy.currentPassword}
          autoComplete="current-password"
          error={checked.errors.currentPassword}
        />
        <PasswordField
          name="newPassword"
          label={authCopy.newPassword}
          hint={authCopy.passwordHint}
          autoComplete="new-password"
          error={checked.errors.newPassword}
        />
        <PasswordField
          name="confirmPassword"
          label={authCopy.confirmNewPassword}
          autoComplete="new-password"
          error={checked.errors.confirmPassword}
        />
        <div>
          <Button className="max-sm:w-full" busyLabel={authCopy.updateBusy}>
            {authCopy.change}
          </Button>
        </div>
      </SentForm>
    </section>
  )
}
