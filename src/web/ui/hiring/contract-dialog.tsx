import { formatBRL } from '../../../core/money.ts'
import { type Plan, planHeadline, type Service } from '../../../modules/catalogue/public.ts'
import { hiringCopy as copy, planCopy } from '../../copy/shell.ts'
import type { FormFailure } from '../../forms/form.ts'
import { Dialog } from '../dialog.tsx'
import { nonBreaking } from '../non-breaking.ts'
import { PlanDifference, planRate } from '../plan-card.tsx'
import { ThreadOrder, ThreadStep } from './order-thread.tsx'
import { PartyFields, type PartyPrefill } from './party-fields.tsx'

export interface HiringState {
  /** The plan in the URL (`?plano=`) or in a refused form. */
  chosen?: string | undefined
  /** Opens the contracting dialog. */
  open?: boolean | undefined
  prefill: PartyPrefill
  signedIn: boolean
}

interface ContractDialogProps {
  service: Service
  plans: readonly Plan[]
  state: HiringState
  failure: FormFailure | undefined
  /** URL of the page without the dialog; also the form's action. */
  href: string
}

/** Dialog that asks for name, CPF and phone, below a summary of the chosen plan. URL: `?plano=…#contratar`. */
export function ContractDialog({ service, plans, state, failure, href }: ContractDialogProps) {
  const chosen = failure?.values.plan ?? state.chosen ?? ''
  return (
    <Dialog
      id="contratar"
      title={copy.dialogTitle}
      open={Boolean(failure ?? state.open)}
      closeHref={`${href}#planos`}
      lead={
        <>
          <ThreadStep step="data" member={state.signedIn} />
          {plans.map((plan) => (
            <PlanSummary key={plan.id} service={service} plan={plan} hidden={plan.id !== chosen} />
          ))}
        </>
      }
    >
      <form className="form" method="post" action={href} noValidate data-validate="hiring">
        <input type="hidden" name="plan" defaultValue={chosen} />
        {/* The contract says when it costs something else than was shown here. */}
        <input type="hidden" name="totals" value={plans.map(({ id, total }) => `${id}:${total}`).join(' ')} />
        <PartyFields
          prefill={state.prefill}
          failure={failure}
          nameHint={plans.every(({ variant }) => variant === 'pj') ? copy.nameHintOfCompany : undefined}
        />
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
      <ThreadOrder service={service.title} payment={planHeadline(plan)} />
      <p className="chosen-total">
        <span>
          {planCopy.total} <b>{nonBreaking(formatBRL(plan.total))}</b>
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
