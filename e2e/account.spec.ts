import { castOf } from './support/people.ts'
import { expect, isRunByReact, simulatorUrl, test } from './support/test.ts'

/**
 * 'Minha Conta' as built and served, with the real server and an unreliable network. Its React behaviour is tested in
 * test/components; the other flows of the page are tested without JavaScript too.
 */
test('input from before hydration stays while a file is sent without a network, and is then saved', {
  tag: '@js',
}, async ({ page, baseURL }) => {
  const cast = castOf({ app: baseURL ?? '', simulator: simulatorUrl() })
  await page.context().addCookies((await cast('settled')).cookies)
  await page.goto('/account?aba=cadastro&tipo=fisica')
  const city = page.locator('[name=cidade]')
  await city.fill('Palhoça')
  await expect.poll(() => isRunByReact(page.locator('[data-island]'))).toBe(true)
  await page.locator('[type=file]').setInputFiles({
    name: 'comprovante.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await expect(page.getByRole('link', { name: 'Remover comprovante.pdf' })).toBeVisible()

  await page.context().setOffline(true)
  await expect(page.getByText('O que você escreveu continua aqui.')).toBeVisible()
  const save = page.getByRole('button', { name: 'Salvar Dados Pessoais' })
  await save.click()
  await expect(page.getByText('Nada foi enviado e nada se perdeu')).toBeVisible()
  await page.context().setOffline(false)
  await save.click()
  await expect(page.getByText('Dados de pessoa física salvos com sucesso!')).toBeVisible()
  await page.locator('.tabs').getByRole('link', { name: 'Meus Dados' }).click()
  await expect(page.getByText('Palhoça')).toBeVisible()
})
