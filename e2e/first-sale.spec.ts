import { confirm, expect, signUp, test } from './support/test.ts'

// With all animations, which the other flows switch off (playwright.config.ts).
test.use({ contextOptions: { reducedMotion: 'no-preference' }, serviceWorkers: 'allow' })

test('a first sale: from the landing page to an approved payment and the tracked order', async ({
  page,
  person,
  messageTo,
  simulator,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Começar Agora' }).first().click()
  await expect(page).toHaveURL(/\/services$/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Limpeza de Nome/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/service\/clean-name$/)

  await test.step('choosing a plan and entering the data', async () => {
    await page.getByRole('radio', { name: /semanal/i }).check()
    await page.getByRole('button', { name: 'Contratar Agora' }).click()
    await page.locator('[name=name]').fill(person.nome)
    await page.locator('[name=cpf]').fill(person.cpf)
    await page.locator('[name=phone]').fill(person.telefone)
    await page
      .locator('form', { has: page.locator('[name=cpf]') })
      .getByRole('button', { name: /continuar|contratar/i })
      .last()
      .click()
    await expect(page.getByText('Login necessário')).toBeVisible()
    await expect(page).toHaveURL(/\/auth/)
  })

  await test.step('opening an account and confirming the e-mail', async () => {
    await signUp(page, person)
    await confirm(page, await messageTo(person.email, /confirm/i))
  })

  await test.step('the draft survives sign-up: reading and accepting the contract', async () => {
    await expect(page).toHaveURL(/\/contract$/)
    await expect(page.getByText('R$ 2.398,00').first()).toBeVisible()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Aceitar e Prosseguir para Pagamento' }).click()
    await expect(page.getByText('Contrato aceito com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/payments$/)
  })

  await test.step('paying the entry by PIX', async () => {
    // The amount due today is offered immediately.
    await page.getByRole('main').getByRole('button', { name: 'Pagar R$ 400,00 com Pix' }).click()
    await expect(page).toHaveURL(/\/payment$/)
    await expect(page.getByText('R$ 400,00').first()).toBeVisible()
    await expect(page.getByText(/000201/).first()).toBeVisible()
    const [charge] = (await simulator.payments()).filter((payment) => payment.status === 'pending')
    expect(charge?.transaction_amount).toBe(400)
    await simulator.decide(charge?.id ?? 0, 'approve')
  })

  await test.step('seeing the approval without any interaction', async () => {
    await expect(page.getByText('Pagamento aprovado!').first()).toBeVisible({ timeout: 25_000 })
    await expect(page).toHaveURL(/\/payment-success$/, { timeout: 20_000 })
  })

  await test.step('following the order', async () => {
    await page.goto('/tracking')
    await expect(page.getByText('Limpeza de Nome').first()).toBeVisible()
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByText('Em Andamento').count()
      })
      .toBeGreaterThan(0)
  })
})
