import { authCopy as copy } from '../../copy/auth.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AuthForm, type Failure } from './auth-form.tsx'
import { hrefOf } from './tabs.ts'

/** Account whose password a recovery link sets. */
export interface RecoveredAccount {
  /** Masked: the person who opens the link is not yet proven to be the account's owner. */
  email: string
  /** E-mail of another account that is signed in here, and remains signed in. */
  other: string | undefined
}

/** Form above the tabs, shown after a recovery link. */
export function RecoveryForm({ account, failure }: { account: RecoveredAccount; failure: Failure }) {
  return (
    <section className="card grid gap-5" aria-labelledby="definir-nova-senha">
      <h2 className="text-h3" id="definir-nova-senha">
        {copy.recovery}
      </h2>
      <p>
        {copy.recoveryAccount} <b className="wrap-anywhere">{account.email}</b>.
      </p>
      {account.other !== undefined && (
        <Callout tone="now">{copy.recoveryOther({ ...account, other: account.other })}</Callout>
      )}
      <AuthForm name="recovery" action={paths.auth({ recuperacao: '1' })}>
        <NewPasswordFields failure={failure} />
        <Button block busyLabel={copy.updateBusy}>
          {copy.recoverySave}
        </Button>
      </AuthForm>
    </section>
  )
}

export function ChangePasswordForm({ failure }: { failure: Failure }) {
  return (
    <AuthForm name="change-password" action={hrefOf('trocar-senha')}>
      <p className="note">{copy.changeLead}</p>
      <PasswordField
        name="currentPassword"
        label={copy.currentPassword}
        autoComplete="current-password"
        error={failure?.errors.currentPassword}
      />
      <NewPasswordFields failure={failure} />
      <Button block busyLabel={copy.updateBusy}>
        {copy.change}
      </Button>
    </AuthForm>
  )
}

function NewPasswordFields({ failure }: { failure: Failure }) {
  return (
    <>
      <NewPasswordField name="newPassword" label={copy.newPassword} error={failure?.errors.newPassword} />
      <PasswordField
        name="confirmNewPassword"
        label={copy.confirmNewPassword}
        autoComplete="new-password"
        error={failure?.errors.confirmNewPassword}
      />
    </>
  )
}
