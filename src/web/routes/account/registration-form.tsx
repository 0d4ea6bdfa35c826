import { formatInstant } from '../../../core/calendar.ts'
import { type PersonType, personTypes } from '../../../modules/registrations/public.ts'
import { accountCopy as copy } from '../../copy/account.ts'
import { PageLink, SentForm } from '../../hydration/page.tsx'
import { useCheckedForm } from '../../hydration/use-checked-form.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { AccountFailure } from './actions.server.ts'
import { CompanyFields, type FieldsProps, IndividualFields } from './registration-fields.tsx'

interface RegistrationFormProps {
  tipo: PersonType
  values: FieldsProps['values']
  savedAt: Date | undefined
  /** Failure of the form that the server refused. */
  failure: AccountFailure | null | undefined
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

/** Form of one person type. It keeps its typed values while another tab is open. */
export function RegistrationForm({ tipo, values, savedAt, failure }: RegistrationFormProps) {
  const { intent, title, submit, Fields } = forms[tipo]
  const refused = failure?.intent === intent ? failure : undefined
  const { errors, props } = useCheckedForm(intent, refused?.errors)
  const heading = `cadastro-${tipo}`
  return (
    <section className="grid gap-6" aria-labelledby={heading}>
      <div className="grid gap-2">
        <h2 className="text-h3" id={heading}>
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
      <SentForm {...props} className="form" action={paths.account({ aba: 'cadastro', tipo })}>
        <input type="hidden" name="intent" value={intent} />
        <Fields values={refused?.values ?? values} errors={errors} />
        <div>
          <Button className="max-sm:w-full" busyLabel={copy.saving}>
            {submit}
          </Button>
        </div>
      </SentForm>
    </section>
  )
}

/** Choice of the person type. */
export function KindChoice({ current }: { current: PersonType }) {
  return (
    <nav className="grid grid-cols-2 gap-3" aria-label={copy.kindNav}>
      {personTypes.map((tipo) => (
        <PageLink
          key={tipo}
          href={paths.account({ aba: 'cadastro', tipo })}
          aria-current={tipo === current ? 'true' : undefined}
          className={cx(
            'kind grid content-start gap-1 rounded-m border-2 p-4 no-underline',
            tipo === current ? 'border-mata bg-mata-tint' : 'border-line bg-surface',
          )}
        >
          <b>{copy.kindTitle[tipo]}</b>
          <span className="note">{copy.kindHint[tipo]}</span>
        </PageLink>
      ))}
    </nav>
  )
}
