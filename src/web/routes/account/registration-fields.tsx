import { companyLabels, fieldHints, individualLabels } from '../../copy/account.ts'
import type { FormErrors } from '../../forms/form.ts'
import { Field } from '../../ui/field.tsx'

export interface FieldsProps {
  values: Readonly<Partial<Record<string, string>>>
  errors: FormErrors
}

/** Fields of a person, by the names of the specification, section 3. */
export function IndividualFields({ values, errors }: FieldsProps) {
  const of = (name: keyof typeof individualLabels) => ({
    name,
    label: individualLabels[name],
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <>
      <Field {...of('nome')} autoComplete="name" maxLength={200} />
      <div className={pair}>
        <Field {...of('cpf')} mask="cpf" />
        <Field {...of('rg')} maxLength={20} autoCapitalize="characters" />
      </div>
      <Field {...of('endereco')} hint={fieldHints.address} autoComplete="address-line1" maxLength={300} />
      <div className={pair}>
        <Field {...of('cidade')} autoComplete="address-level2" maxLength={120} />
        <Field {...of('cep')} mask="cep" />
      </div>
      <Field {...of('rendaPresumida')} hint={fieldHints.income} mask="money" placeholder="R$ 0,00" />
    </>
  )
}

/** Fields of a company. */
export function CompanyFields({ values, errors }: FieldsProps) {
  const of = (name: keyof typeof companyLabels) => ({
    name,
    label: companyLabels[name],
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <>
      <Field {...of('razaoSocial')} autoComplete="organization" maxLength={200} />
      <Field {...of('cnpj')} mask="cnpj" autoCapitalize="characters" />
      <Field {...of('nomeResponsavel')} autoComplete="name" maxLength={200} />
      <div className={pair}>
        <Field {...of('cpfResponsavel')} mask="cpf" />
        <Field {...of('rgResponsavel')} maxLength={20} autoCapitalize="characters" />
      </div>
      <Field {...of('enderecoEmpresa')} hint={fieldHints.address} maxLength={300} />
      <div className={pair}>
        <Field {...of('cidadeEmpresa')} maxLength={120} />
        <Field {...of('cepEmpresa')} mask="cep" />
      </div>
      <Field {...of('faturamentoPresumido')} hint={fieldHints.revenue} mask="money" placeholder="R$ 0,00" />
    </>
  )
}

const pair = 'grid gap-[1.15rem] sm:grid-cols-2'
