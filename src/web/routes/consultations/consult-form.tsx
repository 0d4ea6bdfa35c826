import { formatBRL } from '../../../core/money.ts'
import { NAME_MAX } from '../../../core/person-name.ts'
import type { Consultation } from '../../../modules/catalogue/public.ts'
import { declaration } from '../../../modules/consultations/public.ts'
import { consultCopy as copy } from '../../copy/consultations.ts'
import type { FormErrors, FormValues } from '../../forms/form.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { Field } from '../../ui/field.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { RadioCard } from '../../ui/radio-card.tsx'
import { fieldsOf } from './fields.ts'

/** Form with the subject, the payment method and the declaration (specification, section 5). */
export function ConsultForm({
  consultation: { id, price },
  values,
  errors,
}: {
  consultation: Consultation
  values: FormValues
  errors: FormErrors
}) {
  const { form, name, phone } = fieldsOf(id)
  const field = (key: string, label: string) => ({
    name: key,
    label,
    defaultValue: values[key],
    error: errors[key],
  })
  const card = values.paymentMethod === 'card' || values.paymentMethod === 'credit_card'
  return (
    <form className="form mt-5" method="post" action={paths.consultation(id)} noValidate data-validate={form}>
      {errors.form && <Callout tone="destructive">{errors.form}</Callout>}
      {/* A customer is charged only the price that was shown. */}
      <input type="hidden" name="price" value={price} />
      {/* Filled in by the browser's script: the page is the same for everybody. */}
      <input type="hidden" name="purchase" data-purchase />
      <Field {...field('cpf', copy.cpf)} mask="cpf" autoComplete="off" />
      <Field {...field(name, copy.name)} autoComplete="name" maxLength={NAME_MAX} />
      <Field {...field(phone, copy.phone)} mask="phone" hint={copy.phoneHint} />
      <EmailField {...field('email', copy.email)} hint={copy.emailHint} optional />
      <ChoiceGroup name="paymentMethod" legend={copy.method} error={errors.paymentMethod}>
        <RadioCard
          name="paymentMethod"
          value="pix"
          title={copy.pix.title}
          how={copy.pix.how}
          checked={!card}
        />
        <RadioCard
          name="paymentMethod"
          value="card"
          title={copy.card.title}
          how={copy.card.how}
          checked={card}
        />
      </ChoiceGroup>
      <Checkbox
        name="declaracao"
        value="on"
        aria-required
        defaultChecked={values.declaracao === 'on'}
        error={errors.declaracao}
      >
        {declaration.text}
      </Checkbox>
      <Button block busyLabel={copy.busy}>
        {nonBreaking(`${copy.submit}, ${formatBRL(price)}`)}
      </Button>
      <p className="note">
        {copy.privacy} <a href={paths.privacy()}>{copy.privacyLink}</a>.
      </p>
    </form>
  )
}
