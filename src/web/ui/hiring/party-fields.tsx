import { hiringCopy as copy } from '../../copy/shell.ts'
import type { FormFailure } from '../../forms/form.ts'
import { Button } from '../button.tsx'
import { Callout } from '../callout.tsx'
import { Field } from '../field.tsx'

/** The contracting party's data from the signed-in user's profile; empty strings for guests. */
export interface PartyPrefill {
  name: string
  cpf: string
  phone: string
}

/** Name, CPF and phone for the contract (spec section 3), with the submit button. */
export function PartyFields({
  prefill,
  failure,
  nameHint,
}: {
  prefill: PartyPrefill
  failure: FormFailure | undefined
  nameHint?: string | undefined
}) {
  const errors = failure?.errors ?? {}
  const values = failure?.values ?? {}
  // Without a script the page reloads at its top: the focus shows the field to correct.
  const first = ['name', 'cpf', 'phone'].find((field) => errors[field])
  return (
    <>
      {errors.form && (
        <Callout tone="destructive" live>
          {errors.form}
        </Callout>
      )}
      <Field
        name="name"
        label={copy.name}
        hint={nameHint}
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
    </>
  )
}
