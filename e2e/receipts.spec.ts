import type { Page } from '@playwright/test'
import { castOf } from './support/people.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

test('the payer opens the receipt and the payment schedule', async ({ browser, baseURL, messageTo }, {
  project,
}) => {
  const app = baseURL ?? ''
  const context = await browser.newContext({
    baseURL: app,
    javaScriptEnabled: project.use.javaScriptEnabled ?? true,
    storageState: await castOf({ app, simulator: simulatorUrl() })('paid'),
  })
  const page = await context.newPage()
  await page.goto('/payments?aba=pagas')
  const receipt = await pdfOf(page, 'Recibo (PDF) de Limpeza de Nome, Entrada')
  expect(receipt.name).toMatch(/^inline; filename="recibo-\d{4}-\d{6}\.pdf"$/)
  const schedule = await pdfOf(page, 'Carnê em PDF de Limpeza de Nome')
  expect(schedule.name).toMatch(/^inline; filename="carne-\d{4}-\d{6}\.pdf"$/)

  await page.goto('/tracking')
  await expect(page.locator(`main a[href="${schedule.path}"]`)).toHaveAccessibleName(
    /^Carnê em PDF de Limpeza de Nome, pedido RC-\w+$/,
  )

  // The e-mail links to the same receipt, which requires signing in.
  const email = await messageTo('joana.paid@exemplo.com.br', /^Seu recibo está pronto$/)
  expect(new URL(email.links[0] ?? '').pathname).toBe(receipt.path)
  await context.clearCookies()
  await page.goto(receipt.path)
  await expect(page).toHaveURL(/\/auth$/)
  await context.close()
})

/** Fetches the target of a link with the cookies of the page. */
async function pdfOf(page: Page, link: string) {
  const path = (await page.getByRole('link', { name: link }).first().getAttribute('href')) ?? ''
  const response = await page.request.get(path)
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe('application/pdf')
  const bytes = await response.body()
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
  return { path, name: response.headers()['content-disposition'] }
}
