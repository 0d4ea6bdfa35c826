import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { tickRules } from '../../src/web/enhance/password-rules.ts'
import { NewPasswordField } from '../../src/web/ui/new-password-field.tsx'

// Not a React page: the behaviour that src/web/enhance adds to a form.

test('the rules of a new password are readable without a script, and ticked while typing', async () => {
  document.body.innerHTML = renderToStaticMarkup(<NewPasswordField name="password" label="Crie uma senha" />)
  const field = page.getByLabelText('Crie uma senha')
  await expect
    .element(field)
    .toHaveAccessibleDescription(/^8 ou mais caracteres, letra maiúscula, letra minúscula, número, símbolo/)
  const kept = () =>
    [...document.querySelectorAll<HTMLElement>('[data-kept]')].map(({ dataset }) => dataset.rule)

  tickRules(field.element() as HTMLInputElement)
  await field.fill('varanda')
  expect(kept()).toEqual(['lower'])
  await field.fill('Varanda7')
  expect(kept()).toEqual(['length', 'upper', 'lower', 'digit'])
  await expect.element(page.getByText('A senha já tem tudo o que precisa.')).not.toBeInTheDocument()
  await field.fill('Varanda7!')
  expect(kept()).toHaveLength(5)
  await expect.element(page.getByRole('status')).toHaveTextContent('A senha já tem tudo o que precisa.')
  await field.fill('Varanda!')
  expect(kept()).not.toContain('digit')
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
})
