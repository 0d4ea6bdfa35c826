import type { PaymentsSummary } from '../../../modules/contracting/public.ts'
import { contractCopy as copy, nextPaymentLine } from '../../copy/contract.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Money } from '../../ui/money.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'

interface AcceptFormProps {
  /** Hash of the text beside it. Acceptance of another text is refused. */
  sha256: string
  /** URL of the page where the plan was chosen. */
  back: string
  payments: PaymentsSummary
  error?: string | undefined
}

/** The amount due today, the acceptance checkbox, and the buttons to accept or go back. */
export function AcceptForm({ sha256, back, payments, error }: AcceptFormProps) {
  return (
    <section className="card accept" id="aceitar" aria-labelledby="aceitar-titulo">
      <h2 id="aceitar-titulo" className="row-title">
        {copy.acceptTitle}
      </h2>
      <p className="due-today">
        {payments.today ? copy.dueToday : copy.nothingDue}
        {payments.today && <Money amount={payments.today.amount} size="large" />}
      </p>
      <p className="note num">{nonBreaking(nextPaymentLine(payments))}</p>
      <form method="post" action={paths.contract()} className="form mt-4">
        <input type="hidden" name="sha256" value={sha256} />
        <Checkbox name="aceito" hint={copy.acceptHint} error={error}>
          {copy.accept}
        </Checkbox>
        <Button block busyLabel={copy.submitBusy}>
          {copy.submit}
        </Button>
        <LinkButton block tone="quiet" href={back}>
          {copy.back}
        </LinkButton>
        <p className="note">{copy.nothingNow}</p>
      </form>
    </section>
  )
}
