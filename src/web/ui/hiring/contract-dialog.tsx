import { formatBRL } from '../../../core/money.ts'
import { howToPay, type Plan, type Service } from '../../../modules/catalogue/public.ts'
import { hiringCopy as copy, planCopy } from '../../copy/shell.ts'
import type { FormFailure } from '../../forms/form.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { PlanDifference, planRate } from '../plan-card.tsx'
import { unbroken } from '../unbroken.ts'

export interface HiringState {
  /** Plan in the address (`?plano=`) or in a post that was refused. */
  chosen?: string | undefined
  /** Shows the contracting dialog. */
  open?: boolean | undefined
  /** From the profile of who is signed in; empty texts otherwise. */
  prefill: { name: string; cpf: string; phone: string }
  signedIn: boolean
}

interface ContractDialogProps {
  service: Service
  plans: readonly Plan[]
  state: HiringState
  failure: FormFailure | undefined
  /** The page without the dialog; also where its form posts. */
  href: string
}

/** Name, CPF and phone for the contract, below the plan they are for. Address of its own: `?plano=…#contratar`. */
export function ContractDialog({ service, plans, state, failure, href }: ContractDialogProps) {
  const errors = failure?.errors ?? {}
  const values = failure?.values ?? {}
  const chosen = values.plan ?? state.chosen ?? ''
  const { prefill } = state
  // Without a script the page comes back at its top: focus leads to what must be corrected.
  const first = ['name', 'cpf', 'phone'].find((field) => errors[field])
  return (
    <Dialog
      id="contratar"
      title={copy.dialogTitle}
      open={Boolean(failure ?? state.open)}
      closeHref={`${href}#planos`}
      lead={plans.map((plan) => (
        <PlanSummary key={plan.id} service={service} plan={plan} hidden={plan.id !== chosen} />
      ))}
    >
      <form className="form" method="post" action={href} noValidate data-validate="hiring">
        <input type="hidden" name="plan" defaultValue={chosen} />
        {errors.form && (
          <Notice tone="destructive" live>
            {errors.form}
          </Notice>
        )}
        <Field
          name="name"
          label={copy.name}
          autoComplete="name"
          defaultValue={values.name ?? prefill.name}
          error={errors.name}
          autoFocus={first === 'name'}
        />
        <Field
          name="cpf"
          label={copy.cpf}
          mask="cpf"
          defaultValue={values.cpf ?? prefill.cpf}
          error={errors.cpf}
          autoFocus={first === 'cpf'}
        />
        <Field
          name="phone"
          label={copy.phone}
          hint={copy.phoneHint}
          mask="phone"
          defaultValue={values.phone ?? prefill.phone}
          error={errors.phone}
          autoFocus={first === 'phone'}
        />
        <Button block busyLabel={copy.submitBusy}>
          {copy.submit}
        </Button>
        <p className="note">
          {copy.nothingNow} {!state.signedIn && copy.signInFirst}
        </p>
      </form>
    </Dialog>
  )
}

function PlanSummary({ service, plan, hidden }: { service: Service; plan: Plan; hidden: boolean }) {
  const rate = planRate(service, plan)
  return (
    <div className="chosen num" data-plan-summary={plan.id} hidden={hidden}>
      <p>
        <b>{service.title}</b>, {plan.label}
      </p>
      <p>{unbroken(howToPay(plan))}</p>
      <p className="chosen-total">
        <span>
          {planCopy.total} <b>{unbroken(formatBRL(plan.total))}</b>
        </span>
        <PlanDifference service={service} plan={plan} />
      </p>
      {rate && (
        <p className="chosen-rate">
          {copy.interest}: {rate}
        </p>
      )}
    </div>
  )
}
