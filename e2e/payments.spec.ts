import { castOf } from './support/people.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

/**
 * 'Pagamentos' as built and served, on a slow connection and offline. Its React behaviour is tested in test/components; paying is
 * also tested without JavaScript, in the other flows.
 */
test('ticks stay: before hydration, across tabs, and without a network', {
  tag: '@js',
}, async ({ page, baseURL }) => {
  const { cookies } = await castOf({ app: baseURL ?? '', simulator: simulatorUrl() })('owing')
  await page.context().addCookies(cookies)
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/payments-page-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/payments')
  const bar = page.locator('.pay-bar')
  const pay = bar.getByRole('button')
  const entry = page.getByRole('checkbox', { name: /^Entrada/ }).first()

  await test.step('ticked before hydration', async () => {
    await expect(bar).toBeHidden()
    await entry.check()
    await expect(pay).toHaveText('Pagar com Pix')
    arrive()
    await expect(pay).toHaveText('Pagar R$ 400,00 com Pix')
  })

  await test.step('tabs open without a page load', async () => {
    let asked = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/payments') asked++
    })
    await page.getByRole('link', { name: 'Pagas' }).click()
    await expect(page.getByText('Nenhum pagamento no histórico')).toBeVisible()
    await expect(page).toHaveURL(/\/payments\?aba=pagas$/)
    await page.goBack()
    await expect(pay).toHaveText('Pagar R$ 400,00 com Pix')
    expect(asked, 'requests').toBe(0)
  })

  await test.step('without a network the page says so', async () => {
    await page.context().setOffline(true)
    await pay.click()
    await expect(page.getByText('Nada foi enviado e nada se perdeu').first()).toBeVisible()
    await expect(entry).toBeChecked()
    await expect(pay).toBeEnabled()
    await page.context().setOffline(false)
    const again = page.waitForResponse((response) => response.url().endsWith('/payments'))
    await page.getByRole('link', { name: 'Atualizar' }).click()
    expect((await again).ok()).toBe(true)
    await expect(pay).toHaveText('Pagar R$ 400,00 com Pix')
  })
})
