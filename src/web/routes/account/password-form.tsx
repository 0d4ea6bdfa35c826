import { passwordCopy } from '../../copy/account.ts'
import { authCopy } from '../../copy/auth.ts'
import type { FormFailure } from '../../forms/form.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

const intent = 'account-password'

export function PasswordForm({
  failure,
}: {
  failure: (FormFailure & { intent: string }) | null | undefined
}) {
  const errors = failure?.intent === intent ? failure.errors : {}
  return (
    <section className="grid max-w-form gap-5" aria-labelledby="trocar-senha">
      <div className="grid gap-2">
        <h2 className="text-h3" id="trocar-senha">
          {passwordCopy.title}
        </h2>
        <p className="note">{authCopy.changeLead}</p>
      </div>
      <form
        className="form"
        method="post"
        action={paths.account({ aba: 'trocar-senha' })}
        data-validate={intent}
        noValidate
      >
        <input type="hidden" name="intent" value={intent} />
        <PasswordField
          name="currentPassword"
          label={authCopy.currentPassword}
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <PasswordField
          name="newPassword"
          label={authCopy.newPassword}
          hint={authCopy.passwordHint}
          autoComplete="new-password"
          error={errors.newPassword}
        />
        <PasswordField
          name="confirmPassword"
          label={authCopy.confirmNewPassword}
          autoComplete="new-password"
          error={errors.confirmPassword}
        />
        <div>
          <Button className="max-sm:w-full" busyLabel={authCopy.updateBusy}>
            {authCopy.change}
          </Button>
        </div>
      </form>
    </section>
  )
}
