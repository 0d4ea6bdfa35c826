import { accountCopy, phoneCopy as copy } from '../../copy/account.ts'
import { SentForm } from '../../hydration/page.tsx'
import { useCheckedForm } from '../../hydration/use-checked-form.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { AccountFailure } from './actions.server.ts'

const intent = 'account-phone'

/** Changes the telephone number of the account. */
export function PhoneForm({
  phone,
  failure,
}: {
  /** '(48) 99999-1234'; empty when none is known. */
  phone: string
  failure: AccountFailure | null | undefined
}) {
  const refused = failure?.intent === intent ? failure : undefined
  const { errors, props } = useCheckedForm(intent, refused?.errors)
  return (
    <section className="grid gap-6 border-t border-line pt-10" aria-labelledby="telefone">
      <div className="grid gap-2">
        <h2 className="text-h3" id="telefone">
          {copy.title}
        </h2>
        <p className="note">{copy.lead}</p>
      </div>
      <SentForm {...props} className="form" action={paths.account({ aba: 'cadastro' })}>
        <input type="hidden" name="intent" value={intent} />
        <Field
          name="phone"
          label={copy.label}
          mask="phone"
          defaultValue={refused?.values.phone ?? phone}
          error={errors.phone}
        />
        <div>
          <Button className="max-sm:w-full" busyLabel={accountCopy.saving}>
            {copy.submit}
          </Button>
        </div>
      </SentForm>
    </section>
  )
}
