import { offer } from './support/people.ts'
import { appUrl, expect, signIn, test } from './support/test.ts'

test('a custom offer: from the link in the e-mail to the instalments of its order', async ({
  page,
  signedIn: person,
  messageTo,
}) => {
  const sent = await page.request.post('/dev/proposta', {
    form: { ...offer, email: person.email },
    headers: { Origin: appUrl() },
  })
  expect(sent.status()).toBe(201)
  const { links, text } = await messageTo(person.email, /^A proposta que preparamos para você$/)
  expect(text).not.toContain(person.cpf)
  const path = new URL(links[0] ?? '').pathname

  await test.step('the link requires signing in and returns to the offer', async () => {
    await page.context().clearCookies()
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth/)
    await signIn(page, person)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })

  await test.step('the page shows the total cost', async () => {
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1, name: 'Acordo com três bancos' })).toBeVisible()
    for (const said of [
      '3 × R$ 500',
      'Entrada de R$ 400,00 no dia em que aceitar no Pix, depois 3 parcelas de R$ 500,00 no Pix, uma por mês.',
      'R$ 1.900,00',
      'R$ 400,00 (26,7%)',
      /17,\d+% ao mês/,
      'Negociação com o banco A',
    ]) {
      await expect(main.getByText(said).first()).toBeVisible()
    }
  })

  await test.step('an invalid CPF shows an error beside its field; a valid one leads to the contract', async () => {
    await page.locator('[name=cpf]').fill('123.456.789-00')
    await page.getByRole('button', { name: 'Continuar para o contrato' }).click()
    await expect(page.getByText('CPF inválido')).toBeVisible()
    await page.locator('[name=cpf]').fill(person.cpf)
    await page.getByRole('button', { name: 'Continuar para o contrato' }).click()
    await expect(page).toHaveURL(/\/contract$/)
    // In a part of the contract that is collapsed on a phone.
    await expect(page.getByText('PIX mensal: entrada R$ 400,00 + 3x R$ 500,00').first()).toBeAttached()
    await expect(page.getByRole('link', { name: 'Voltar', exact: true })).toHaveAttribute('href', path)
  })

  await test.step('after acceptance its instalments are pending', async () => {
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Aceitar e Prosseguir para Pagamento' }).click()
    await expect(page.getByText('Contrato aceito com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/payments$/)
    const rows = page.getByRole('main').getByRole('checkbox')
    await expect(rows).toHaveCount(4)
    const owed = ['Entrada', ...[1, 2, 3].map((count) => `Parcela ${count}`)]
    for (const [index, name] of owed.entries()) {
      const sum = index === 0 ? 'R$ 400,00' : 'R$ 500,00'
      await expect(rows.nth(index)).toHaveAccessibleName(new RegExp(`^${name} .*${words(sum).source}`))
    }
  })

  await test.step('the offer is no longer listed', async () => {
    await page.goto('/tracking')
    await expect(page.getByText('Aguardando Pagamento')).toBeVisible()
    await expect(page.getByText('Proposta só para você')).toHaveCount(0)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Proposta aceita' })).toBeVisible()
  })
})

/** Matches a name with these words, separated by any kind of space. */
function words(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'))
}
