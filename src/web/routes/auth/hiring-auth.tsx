import type { OfferInShort } from '../../../modules/contracting/public.ts'
import { authCopy } from '../../copy/auth.ts'
import { hiringAuthCopy as copy } from '../../copy/hiring.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { AuthForm, type Failure } from './auth-form.tsx'
import { AuthFrame } from './frame.tsx'
import { ResetRequestForm, SignInForm } from './sign-forms.tsx'
import { hrefOf, type Tab } from './tabs.ts'

interface HiringAuthProps {
  tab: Exclude<Tab, 'trocar-senha'>
  order: OfferInShort
  failure: (intent: string) => Failure
  /** Address typed in this browser earlier. */
  email: string | undefined
  /** Whether a link for another password was just asked for. */
  resetSent: boolean
  demo: boolean
}

/** Returns the heading of the page, which is also its title. */
export function hiringTitle(tab: Tab): string {
  if (tab === 'trocar-senha') return authCopy.title
  return { entrar: copy.signIn, 'criar-conta': copy.signUp, 'esqueci-senha': copy.reset }[tab].title
}

/** The page /auth during a hiring: one form at a time, under the order that it belongs to. */
export function HiringAuth({ tab, order, failure, email, resetSent, demo }: HiringAuthProps) {
  switch (tab) {
    case 'criar-conta':
      return (
        <AuthFrame title={hiringTitle(tab)} subtitle={copy.signUp.lead} order={order} demo={demo}>
          <ShortSignUpForm failure={failure('hiring-sign-up') ?? failure('sign-up')} email={email} />
          <p className="note">
            {copy.nothingNow} {copy.haveAccount} <a href={hrefOf('entrar')}>{copy.enter}</a>
          </p>
        </AuthFrame>
      )
    case 'entrar':
      return (
        <AuthFrame title={hiringTitle(tab)} subtitle={copy.signIn.lead} order={order} demo={demo}>
          <SignInForm failure={failure('sign-in')} email={email} submit={copy.signInSubmit} />
          <NoAccount />
        </AuthFrame>
      )
    case 'esqueci-senha':
      return (
        <AuthFrame title={hiringTitle(tab)} subtitle={copy.reset.lead} order={order} demo={demo}>
          <ResetRequestForm failure={failure('reset-request')} sent={resetSent} />
          <NoAccount />
        </AuthFrame>
      )
  }
}

/** E-mail and password, typed once: the dialog has collected name, CPF and telephone. */
function ShortSignUpForm({ failure, email }: { failure: Failure; email: string | undefined }) {
  return (
    <AuthForm name="hiring-sign-up" action={hrefOf('criar-conta')}>
      <EmailField
        label={copy.email}
        defaultValue={failure?.values.email ?? email}
        error={failure?.errors.email}
      />
      <NewPasswordField name="password" label={copy.newPassword} error={failure?.errors.password} />
      <Button block busyLabel={authCopy.signUpBusy}>
        {copy.submit}
      </Button>
    </AuthForm>
  )
}

function NoAccount() {
  return (
    <p className="note">
      {copy.noAccount} <a href={hrefOf('criar-conta')}>{copy.create}</a>
    </p>
  )
}
