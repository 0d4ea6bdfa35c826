import { formatInstant } from '../../../core/calendar.ts'
import { type PersonType, personTypes } from '../../../modules/registrations/public.ts'
import { accountCopy as copy } from '../../copy/account.ts'
import type { FormFailure } from '../../forms/form.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { CompanyFields, type FieldsProps, IndividualFields } from './registration-fields.tsx'

interface RegistrationFormProps {
  tipo: PersonType
  values: FieldsProps['values']
  savedAt: Date | undefined
  failure: (FormFailure & { intent: string }) | null | undefined
}

const forms = {
  fisica: {
    intent: 'individual',
    title: copy.individualTitle,
    submit: copy.saveIndividual,
    Fields: IndividualFields,
  },
  juridica: { intent: 'company', title: copy.companyTitle, submit: copy.saveCompany, Fields: CompanyFields },
} as const

/** The choice of person type, and the form of that type. */
export function RegistrationForm({ tipo, values, savedAt, failure }: RegistrationFormProps) {
  const { intent, title, submit, Fields } = forms[tipo]
  const refused = failure?.intent === intent ? failure : undefined
  return (
    <section className="grid gap-6" aria-labelledby="cadastro">
      <KindChoice current={tipo} />
      <div className="grid gap-2">
        <h2 className="text-h3" id="cadastro">
          {title}
        </h2>
        <p className="note">
          {savedAt && (
            <>
              <time dateTime={savedAt.toISOString()}>{copy.savedAt(formatInstant(savedAt))}</time>.{' '}
            </>
          )}
          {copy.sealed}
        </p>
      </div>
      <form
        className="form"
        method="post"
        action={paths.account({ aba: 'cadastro', tipo })}
        data-validate={intent}
        noValidate
      >
        <input type="hidden" name="intent" value={intent} />
        <Fields values={refused?.values ?? values} errors={refused?.errors ?? {}} />
        <div>
          <Button className="max-sm:w-full" busyLabel={copy.saving}>
            {submit}
          </Button>
        </div>
      </form>
    </section>
  )
}

function KindChoice({ current }: { current: PersonType }) {
  return (
    <nav className="grid grid-cols-2 gap-3" aria-label={copy.kindNav}>
      {personTypes.map((tipo) => (
        <a
          key={tipo}
          href={paths.account({ aba: 'cadastro', tipo })}
          aria-current={tipo === current ? 'true' : undefined}
          className={cx(
            'grid content-center gap-1 rounded-m border-2 p-4 no-underline',
            tipo === current ? 'border-mata bg-mata-tint' : 'border-line bg-surface',
          )}
        >
          <b>{copy.kindTitle[tipo]}</b>
          <span className="note">{copy.kindHint[tipo]}</span>
        </a>
      ))}
    </nav>
  )
}
