import type { Cadence } from '../../../core/payment-terms.ts'
import type { DueDayChoice } from '../../../modules/catalogue/public.ts'
import { dueDayCopy as copy } from '../../copy/arrangements.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'

/**
 * Form that chooses the due day of the instalments before the contract is signed. Renders nothing for a plan without a choice.
 */
export function DueDayForm({
  cadence,
  choices,
  chosen,
}: {
  cadence: Cadence
  choices: readonly DueDayChoice[]
  chosen: number | undefined
}) {
  if (choices.length === 0) return null
  const isWeekly = cadence === 'weekly'
  const options = choices.map(({ day, first }) => ({
    value: String(day),
    label: copy.option(isWeekly ? copy.weekday(day) : copy.monthDay(day), first),
  }))
  return (
    <details className="disclosure mt-4" id="vencimento" open={chosen !== undefined}>
      <summary>{copy.title}</summary>
      <form method="post" action={paths.contract()} className="form my-3">
        <SelectField
          name="diaVencimento"
          label={isWeekly ? copy.weekly : copy.monthly}
          hint={copy.hint}
          placeholder={copy.regular}
          options={options}
          defaultValue={chosen === undefined ? '' : String(chosen)}
        />
        <Button name="intent" value="due-day" tone="quiet" busyLabel={copy.submitBusy}>
          {copy.submit}
        </Button>
      </form>
    </details>
  )
}
