import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Checkbox } from '../../../src/web/ui/checkbox.tsx'
import { ChoiceGroup } from '../../../src/web/ui/choice-group.tsx'
import { Field } from '../../../src/web/ui/field.tsx'
import { PasswordField } from '../../../src/web/ui/password-field.tsx'
import { SelectField } from '../../../src/web/ui/select-field.tsx'
import { TextareaField } from '../../../src/web/ui/textarea-field.tsx'

const html = renderToStaticMarkup

test('a field is labelled, and described by its hint and error message', () => {
  const field = html(<Field name="cpf" label="CPF" hint="Só números" error="CPF inválido" mask="cpf" />)
  expect(field).toContain('<label for="cpf">CPF')
  expect(field).toContain('id="cpf"')
  expect(field).toContain('aria-describedby="cpf-dica cpf-erro"')
  expect(field).toContain('id="cpf-dica"')
  expect(field).toMatch(/id="cpf-erro"[^>]*>CPF inválido</)
  expect(field).toContain('aria-invalid="true"')
})

test('a valid field renders an empty error element for the script', () => {
  const field = html(<Field name="nome" label="Nome" />)
  expect(field).toMatch(/id="nome-erro" data-error-of="nome"><\/p>/)
  expect(field).not.toContain('aria-invalid')
  expect(field).toContain('aria-required="true"')
})

test('an optional field says so and is not required', () => {
  const field = html(<TextareaField name="obs" label="Observação" optional />)
  expect(field).toContain('(opcional)')
  expect(field).not.toContain('aria-required')
})

test.each([
  ['cpf', 'numeric', '14'],
  ['phone', 'tel', '15'],
  ['cep', 'numeric', '9'],
  ['cnpj', 'text', '18'],
] as const)('a %s mask sets input mode and maximum length', (mask, mode, length) => {
  const field = html(<Field name="campo" label="Campo" mask={mask} />)
  expect(field).toContain(`data-mask="${mask}"`)
  expect(field.toLowerCase()).toContain(`inputmode="${mode}"`)
  expect(field.toLowerCase()).toContain(`maxlength="${length}"`)
})

test('the password toggle is hidden until the script reveals it, and names its field', () => {
  const field = html(<PasswordField name="senha" label="Senha" autoComplete="new-password" />)
  expect(field).toMatch(/<button type="button"[^>]*hidden=""[^>]*data-password-toggle="senha"/)
  expect(field).toContain('aria-label="Mostrar: Senha"')
  expect(field).toContain('type="password"')
  expect(field).toContain('autoComplete="new-password"')
  expect(field).toContain('aria-pressed="false"')
})

test('a select has its placeholder as the empty option', () => {
  const field = html(
    <SelectField
      name="tipo"
      label="Tipo"
      placeholder="Escolha"
      options={[{ value: 'pf', label: 'Pessoa Física' }]}
    />,
  )
  expect(field).toContain('<option value="">Escolha</option>')
})

test('a checkbox is inside its label and shows its error message', () => {
  const field = html(
    <Checkbox name="aceite" error="Aceite os termos">
      Li e aceito
    </Checkbox>,
  )
  expect(field).toMatch(
    /<label[^>]*><input type="checkbox"[^>]*aria-describedby="aceite-erro" aria-invalid="true"/,
  )
  expect(field).toContain('Aceite os termos')
  expect(field).toContain('autofocus')
  expect(html(<Checkbox name="aceite">Li e aceito</Checkbox>)).not.toContain('autofocus')
})

test('radio cards have a fieldset with a legend', () => {
  const group = html(
    <ChoiceGroup name="plan" legend="Forma de pagamento">
      <input type="radio" name="plan" />
    </ChoiceGroup>,
  )
  expect(group).toMatch(/^<fieldset[^>]*><legend[^>]*>Forma de pagamento<\/legend>/)
})
