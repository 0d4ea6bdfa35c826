/**
 * Reference to a test elsewhere that proves a demand. These are separate from the demands, so that the last step of `npm test`
 * (scripts/check-pointers.ts) can check in the reports that each of these tests ran and passed.
 */
export interface Pointer {
  /** The test's file, from the root of the project. */
  readonly file: string
  /** The start of its title. */
  readonly title: string
  /** For parameterized tests: the continuation of the title. */
  readonly of?: string
}

const browser = (title: string, of?: string): Pointer => ({
  file: 'e2e/specification.spec.ts',
  title,
  ...(of && { of }),
})
const clocked = (title: string): Pointer => ({ file: 'e2e/clock.spec.ts', title })
const enhanced = (title: string): Pointer => ({ file: 'test/specification/enhance.test.ts', title })
const live = (title: string): Pointer => ({ file: 'test/specification/live.test.ts', title })
const revalidated = (of: string) => browser('§5 validates on submit, then on change: ', of)

export const pointers = {
  header: browser('§2 the header stays in view'),
  waiting: browser('§2 a slow protected page'),
  password: browser('§2 a password can be shown and hidden'),
  document: browser('§2 the document’s name follows the type of account'),
  '/service/cnh-rehabilitation': browser('§2 the hire button of /service/cnh-rehabilitation'),
  '/service/traffic-fines': browser('§2 the hire button of /service/traffic-fines'),
  busy: browser('§4 a form being sent'),
  busyButton: enhanced('§4 a form being sent disables its button'),
  chosenMethod: browser('§4 choosing a plan shows a toast: ', 'Forma de pagamento selecionada!'),
  chosenPlan: browser('§4 choosing a plan shows a toast: ', 'Plano selecionado!'),
  signUp: {
    file: 'test/web/auth/auth.test.ts',
    title: 'an account from the tab: created, confirmed by its link, signed in, signed out',
  },

  revalidatedLogin: revalidated('sign-in at /auth'),
  revalidatedSignUp: revalidated('sign-up at /auth?aba=criar-conta'),
  revalidatedReset: revalidated('reset-request at /auth?aba=esqueci-senha'),
  revalidatedRecovery: revalidated('recovery'),
  revalidatedCreateAccount: revalidated('create-account at /create-account'),
  revalidatedHiring: revalidated('hiring at /service/clean-name'),
  revalidatedVehicle: revalidated('vehicle at /service/vehicle-financing'),
  revalidatedCpfConsult: revalidated('consult-cpf at /cpf-consult'),
  revalidatedCompleteConsult: revalidated('consult at /complete-consult'),
  revalidatedRatingConsult: revalidated('consult at /rating-consult'),
  revalidatedBacenConsult: revalidated('consult at /bacen-consult'),
  /** Individual, company, account password and change password. */
  revalidatedAccount: revalidated('the forms of Minha Conta'),
  revalidates: enhanced('§5 a form is validated on submit, and then on every change'),
  masks: browser('§5 CPF and phone are masked while typing'),
  masksLaidOut: enhanced('§5 a masked field formats its input'),

  accountTypes: {
    file: 'test/modules/identity/sign-up.test.ts',
    title: 'a sign-up needs its e-mail confirmed and stores the profile',
  },
  focus: browser('§7 the payments are refreshed when the window regains focus'),
  refreshed: live('§7 the list of payments is refreshed when the window regains focus'),
  provider: {
    file: 'test/modules/payments/mercado-pago.test.ts',
    title: 'the call carries token, stored key, reais, the real payer',
  },
  registration: {
    file: 'test/modules/registrations/registrations.test.ts',
    title: 'a registration is normalized, dated and prefills the profile',
  },
  copy: browser('§8 copying shows a toast'),

  polling: live('§9 without events the status is polled every five seconds'),
  events: live('§9 the server sees a change of a charge within a second'),
  leaving: live('§9 an approval redirects after two seconds'),
  countdown: live('§9 the countdown counts by seconds, mm:ss'),
  pollingInBrowser: clocked('§9 without events the status is polled every five seconds'),
  leavingInBrowser: clocked('§9 an approval is announced and redirects after two seconds'),
  countdownInBrowser: clocked('§9 the countdown counts by seconds'),
  toastsKept: enhanced('§9 at most three toasts, each for four seconds'),
  toasts: clocked('§9 at most three toasts, each for four seconds'),
} as const satisfies Record<string, Pointer>
