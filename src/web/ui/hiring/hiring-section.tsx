import type { ReactNode } from 'react'
import { plansOf, type Service, type VariantId } from '../../../modules/catalogue/public.ts'
import { hiringToasts } from '../../copy/hiring.ts'
import { hiringCopy as copy } from '../../copy/shell.ts'
import type { FormFailure } from '../../forms/form.ts'
import { paths } from '../../paths.ts'
import { Button } from '../button.tsx'
import { ChoiceGroup } from '../choice-group.tsx'
import { PlanCard } from '../plan-card.tsx'
import { ContractDialog, type HiringState } from './contract-dialog.tsx'

interface HiringSectionProps {
  service: Service
  variant?: VariantId
  state: HiringState
  /** Failure of the route's action. */
  failure?: FormFailure | undefined
  /** The page's URL, with the variant if there is one. The form posts to it. */
  href?: string
  /** The page's term for its choices, as in `hire`: 'method' (forma de pagamento) or 'plan'. */
  choiceTerm?: 'method' | 'plan'
  /** The toast shown with the dialog, as in `hire`. */
  opening?: { title: string }
  title?: string
  lead?: string
  /** Disables the hire button until a plan is chosen (CNH, fines); without a script the server refuses. */
  gated?: boolean
  /** Beside the plans on a wide screen, below them on a phone. */
  children?: ReactNode
}

/**
 * Section to choose a plan, enter identity data and continue to the contract. Posts `plan`, then `plan`, `name`, `cpf` and
 * `phone`. With a script the dialog opens without the first round trip.
 */
export function HiringSection({
  service,
  variant,
  state,
  failure,
  href = paths.service(service.id),
  ...texts
}: HiringSectionProps) {
  const plans = plansOf(service, variant)
  const chosen = failure?.values.plan ?? state.chosen
  const missingToast = texts.choiceTerm === 'plan' ? hiringToasts.noPlan : hiringToasts.noMethod
  const chosenToast = texts.choiceTerm === 'plan' ? hiringToasts.chosenPlan : hiringToasts.chosenMethod
  const isOnlyPlan = plans.length === 1
  return (
    <section className="band hiring" id="planos" aria-labelledby="planos-titulo">
      <div className="wrap split">
        <div>
          <h2 id="planos-titulo">{texts.title ?? copy.title}</h2>
          <p className="lead mt-4">{texts.lead ?? copy.lead}</p>
          <form
            className="hiring-form"
            method="post"
            action={href}
            data-hire="contratar"
            data-hire-gated={texts.gated}
            data-missing-title={missingToast.title}
            data-missing-text={missingToast.text}
            data-opening-title={texts.opening?.title}
          >
            <ChoiceGroup name="plan" legend={copy.legend} hiddenLegend>
              {plans.map((plan) => (
                <PlanCard
                  key={plan.id}
                  service={service}
                  plan={plan}
                  checked={isOnlyPlan || plan.id === chosen}
                  toast={chosenToast.title}
                />
              ))}
            </ChoiceGroup>
            <Button block>{copy.hire}</Button>
            <p className="note">
              {copy.nothingNow} {copy.withdrawal}
            </p>
          </form>
          <ContractDialog service={service} plans={plans} state={state} failure={failure} href={href} />
        </div>
        {texts.children && <div className="split-aside">{texts.children}</div>}
      </div>
    </section>
  )
}
