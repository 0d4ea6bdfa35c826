import { authCopy, createAccountCopy as copy } from '../../copy/auth.ts'
import type { FormValues } from '../../forms/form.ts'
import { LONG_NAME_MAX } from '../../forms/lengths.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { Field } from '../../ui/field.tsx'
import { controlAttributes, FieldError } from '../../ui/field-frame.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { AuthForm, type Failure } from './auth-form.tsx'

export function CreateAccountForm({
  failure,
  prefill = {},
}: {
  failure: Failure
  prefill?: FormValues | undefined
}) {
  const { values = prefill, errors = {} } = failure ?? {}
  const company = values.tipoConta === 'empresa'
  return (
    <section className="card">
      <AuthForm name="create-account" action={paths.createAccount()}>
        <ChoiceGroup name="tipoConta" legend={copy.tipoConta} error={errors.tipoConta}>
          <RadioCard
            name="tipoConta"
            value="pessoal"
            title={copy.pessoal}
            how={copy.pessoalHow}
            checked={!company}
          />
          <RadioCard
            name="tipoConta"
            value="empresa"
            title={copy.empresa}
            how={copy.empresaHow}
            checked={company}
          />
        </ChoiceGroup>
        <Field
          name="nome"
          label={copy.nome}
          autoComplete="name"
          maxLength={LONG_NAME_MAX}
          defaultValue={values.nome}
          error={errors.nome}
        />
        <EmailField
          label={copy.email}
          hint={copy.emailHint}
          defaultValue={values.email}
          error={errors.email}
        />
        <Field
          name="telefone"
          label={copy.telefone}
          mask="phone"
          defaultValue={values.telefone}
          error={errors.telefone}
        />
        <DocumentField value={values.documento} error={errors.documento} />
        <NewPasswordField name="senha" label={copy.senha} error={errors.senha} />
        <PasswordField
          name="confirmarSenha"
          label={copy.confirmarSenha}
          autoComplete="new-password"
          error={errors.confirmarSenha}
        />
        <Button block busyLabel={authCopy.signUpBusy}>
          {authCopy.signUp}
        </Button>
        <p className="note text-center">
          {copy.haveAccount} <a href={paths.auth()}>{copy.enter}</a>
        </p>
      </AuthForm>
    </section>
  )
}

/** Document field, labelled CPF or CNPJ by the chosen account type with CSS alone, so that it works without a script. */
function DocumentField({ value, error }: { value: string | undefined; error: string | undefined }) {
  const texts = { name: 'documento', label: copy.cpf, error }
  return (
    <div className="field">
      <label htmlFor="documento">
        <span className="group-has-[[value=empresa]:checked]:hidden">{copy.cpf}</span>
        <span className="hidden group-has-[[value=empresa]:checked]:inline">{copy.cnpj}</span>
      </label>
      <input
        className="control"
        type="text"
        inputMode="text"
        maxLength={18}
        autoComplete="off"
        autoCapitalize="characters"
        aria-required
        data-mask="documento"
        defaultValue={value}
        {...controlAttributes(texts)}
      />
      <FieldError id="documento">{error}</FieldError>
    </div>
  )
}
