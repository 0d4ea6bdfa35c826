import { contractCopy as copy } from '../../copy/contract.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

interface AcceptFormProps {
  /** Hash of the text above. Accepting another text is refused. */
  sha256: string
  /** URL of the page where the plan was chosen. */
  back: string
  withdrawalUntil: string
  error?: string | undefined
}

/** The acceptance checkbox, what it means, and the buttons to accept or go back. */
export function AcceptForm({ sha256, back, withdrawalUntil, error }: AcceptFormProps) {
  return (
    <section className="card mt-12" id="aceitar" aria-labelledby="aceitar-titulo">
      <h2 id="aceitar-titulo" className="row-title">
        {copy.acceptTitle}
      </h2>
      <p className="mt-3">{copy.withdrawal(withdrawalUntil)}</p>
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
