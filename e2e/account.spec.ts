import { castOf } from './support/people.ts'
import { expect, isRunByReact, simulatorUrl, test } from './support/test.ts'

/** 'Minha Conta' where React runs it. The other flows of the page are walked without JavaScript too. */
test.describe('React on Minha Conta', { tag: '@js' }, () => {
  test.beforeEach(async ({ page, baseURL }) => {
    const cast = castOf({ app: baseURL ?? '', simulator: simulatorUrl() })
    await page.context().addCookies((await cast('settled')).cookies)
  })

  test('a tab opens without a load, and what was typed into another stays', async ({ page }) => {
    await page.goto('/account?aba=cadastro&tipo=fisica')
    await page.locator('[name=cidade]').fill('Palho')
    await expect.poll(() => isRunByReact(page.locator('[data-island]'))).toBe(true)
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest() || request.url().includes('/account')) loads++
    })
    await page.getByRole('link', { name: 'Trocar Senha' }).click()
    await expect(page.getByRole('heading', { name: 'Trocar senha' })).toBeVisible()
    await page.getByRole('link', { name: 'Cadastro', exact: true }).click()
    await page.getByRole('link', { name: /Pessoa Jurídica/ }).click()
    await page.goBack()
    await expect(page.locator('[name=cidade]')).toHaveValue('Palho')
    expect(loads, 'requests').toBe(0)
  })

  test('a document leaves the list at once, and comes back when the server refuses', async ({ page }) => {
    await page.goto('/account?aba=cadastro')
    const remove = page.getByRole('link', { name: /^Remover / })
    await page.locator('[type=file]').setInputFiles({
      name: 'comprovante.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    })
    const row = page.getByRole('listitem').filter({ hasText: 'comprovante.pdf' })
    await expect(row.getByRole('link', { name: 'Remover comprovante.pdf' })).toBeVisible()
    const documents = await remove.count()

    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/remover*', async (route) => {
      await held
      await route.fulfill({ status: 502, body: 'unreachable' })
    })
    await row.getByRole('link').last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
    await expect(remove).toHaveCount(documents - 1)
    answer()
    await expect(remove).toHaveCount(documents)
    await expect(page.getByText('Não deu certo agora')).toBeVisible()
  })

  test('without a network the page says so, loses nothing and sends it later', async ({ page }) => {
    await page.goto('/account?aba=cadastro&tipo=fisica')
    await expect.poll(() => isRunByReact(page.locator('[data-island]'))).toBe(true)
    const city = page.locator('[name=cidade]')
    await city.fill('Palhoça')
    await expect(page.getByText('O que você escreveu continua aqui.')).toBeHidden()
    await page.context().setOffline(true)
    await expect(page.getByText('O que você escreveu continua aqui.')).toBeVisible()
    await page.getByRole('button', { name: 'Salvar Dados Pessoais' }).click()
    await expect(page.getByText('Nada foi enviado e nada se perdeu')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Salvar Dados Pessoais' }).click()
    await expect(page.getByText('Dados de pessoa física salvos com sucesso!')).toBeVisible()
    await page.locator('.tabs').getByRole('link', { name: 'Meus Dados' }).click()
    await expect(page.getByText('Palhoça')).toBeVisible()
  })
})
