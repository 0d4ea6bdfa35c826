import type { ShownStep } from '../../../modules/identity/public.ts'
import { confirmCopy as copy } from '../../copy/confirmation.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import type { Failure } from './auth-form.tsx'

interface ConfirmFormProps {
  step: ShownStep
  failure: Failure
}

/**
 * A form with one button; in a browser other than the one that signed up, it also asks for the password. It posts to the URL of
 * the link.
 */
export function ConfirmForm({ step, failure }: ConfirmFormProps) {
  switch (step) {
    case 'press_button':
      return (
        <form className="card form" method="post">
          <p className="note">{copy.button.note}</p>
          <Button block busyLabel={copy.busy}>
            {copy.button.submit}
          </Button>
        </form>
      )
    case 'set_password':
      return (
        <form className="card form" method="post" data-validate="confirm" noValidate>
          <p className="note">{copy.password.note}</p>
          <NewPasswordField name="senha" label={copy.password.label} error={failure?.errors.senha} />
          <Button block busyLabel={copy.busy}>
            {copy.password.submit}
          </Button>
          <p className="note">{copy.password.notYou}</p>
        </form>
      )
    case 'other_account':
      return (
        <form className="card form" method="post" action={paths.signOut()}>
          <p className="note">{copy.other.note}</p>
          <Button block busyLabel={copy.busy}>
            {copy.other.submit}
          </Button>
        </form>
      )
  }
}
