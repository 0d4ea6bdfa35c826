import { vehicleCopy } from '../../../copy/vehicle-financing.ts'
import type { FormFailure } from '../../../forms/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { EmailField } from '../../../ui/email-field.tsx'
import { Field } from '../../../ui/field.tsx'

const copy = vehicleCopy.form

/** Contact data and the vehicle, with the field names of the specification, section 3. */
export function ProposalForm({ failure, href }: { failure: FormFailure | undefined; href: string }) {
  const errors = failure?.errors ?? {}
  const values = failure?.values ?? {}
  const field = (name: keyof typeof copy) => ({
    name,
    label: copy[name],
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <form className="form mt-9" method="post" action={`${href}#proposta`} noValidate data-validate="vehicle">
      {errors.form && (
        <Callout tone="destructive" live>
          {errors.form}
        </Callout>
      )}
      <fieldset className="form">
        <legend className="form-legend">{copy.you}</legend>
        <Field {...field('name')} autoComplete="name" />
        <Field {...field('birthDate')} type="date" autoComplete="bday" min="1900-01-01" />
        <Field {...field('phone')} mask="phone" hint={copy.phoneHint} />
        <EmailField {...field('email')} hint={copy.emailHint} />
        <Field {...field('income')} mask="money" />
      </fieldset>
      <fieldset className="form">
        <legend className="form-legend">{copy.vehicle}</legend>
        <Field {...field('vehicleBrand')} />
        <Field {...field('vehicleModel')} />
        <Field {...field('vehicleYear')} type="number" inputMode="numeric" min="1900" max="2099" />
        <Field {...field('vehicleValue')} mask="money" />
      </fieldset>
      {/* Honeypot: people do not see this field, bots fill it in. */}
      <div className="sr-only" aria-hidden="true">
        <label htmlFor="website">{copy.trap}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <Button block busyLabel={copy.busy}>
        {copy.submit}
      </Button>
      <p className="note">{copy.privacy}</p>
    </form>
  )
}
