import type { Page } from '@playwright/test'
import { expect, type Person, test } from './support/test.ts'

/** Fills in and submits the form of /complete-consult as a guest. */
async function order(page: Page, person: Person, { method = 'pix', declared = true } = {}): Promise<void> {
  await page.goto('/services?consultas=1')
  await page.getByRole('link', { name: /Consulta Completa/ }).click()
  await expect(page).toHaveURL(/\/complete-consult$/)
  await page.locator('[name=cpf]').fill(person.cpf)
  await page.locator('[name=nome]').fill(person.nome)
  await page.locator('[name=telefone]').fill(person.telefone)
  await page.locator('[name=email]').fill(person.email)
  await page.locator(`[name=paymentMethod][value=${method}]`).check()
  if (declared) await page.getByRole('checkbox', { name: /Declaro que sou o titular/ }).check()
  await page.getByRole('button', { name: /Ir para o pagamento/ }).click()
}

test('a guest buys the complete look-up by Pix and keeps its address', async ({
  page,
  person,
  simulator,
  messageTo,
  browser,
}) => {
  await order(page, person)
  await expect(page).toHaveURL(/\/consulta\/[\w-]+\.[\w-]+$/)
  await expect(page.getByText('R$ 25,00').first()).toBeVisible()
  await expect(page.getByText(/000201/).first()).toBeVisible()
  const address = page.url()

  const [charge] = await simulator.payments()
  expect(charge).toMatchObject({ status: 'pending', transaction_amount: 25 })
  expect(charge?.external_reference).toMatch(/^complete-consult-/)
  await simulator.decide(charge?.id ?? 0, 'approve')

  // Without any interaction: the page updates itself, or reloads every ten seconds without a script.
  await expect(page.getByRole('heading', { name: 'Pagamento aprovado!' })).toBeVisible({ timeout: 25_000 })
  expect(await page.getByText('Estamos levando você').count(), 'no other page follows').toBe(0)
  await expect(page.getByText(/Resultado até \d\d\/\d\d\/\d{4} às \d\d:\d\d/)).toBeVisible({
    timeout: 15_000,
  })
  expect(page.url()).toBe(address)

  const { links, text } = await messageTo(person.email, /Pagamento aprovado/)
  expect(links).toContain(address)
  expect(text).not.toContain(person.cpf)
  const elsewhere = await browser.newPage({ javaScriptEnabled: false })
  await elsewhere.goto(address)
  await expect(elsewhere.getByText('Guarde este link')).toBeVisible()
  await elsewhere.close()
})

test('by card: the checkout opens in a new tab and returns to the look-up', async ({ page, person }) => {
  await order(page, person, { method: 'card' })
  const address = page.url()
  const [card] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /pagamento com cartão/ }).click(),
  ])
  await card.getByRole('button', { name: 'Aprovar' }).click()
  await expect(card).toHaveURL(address)
  await expect(page.getByRole('heading', { name: 'Pagamento aprovado!' })).toBeVisible({ timeout: 25_000 })
})

test('an abandoned card payment is changed to Pix with one click', async ({ page, person }) => {
  await order(page, person, { method: 'card' })
  await page.getByRole('button', { name: 'Prefiro pagar com Pix' }).click()
  await expect(page.getByText('Código Pix gerado')).toBeVisible()
  await expect(page.getByText(/000201/).first()).toBeVisible()
})

test('an expired code is renewed with one click', async ({ page, person, simulator }) => {
  await order(page, person)
  const [charge] = await simulator.payments()
  await simulator.decide(charge?.id ?? 0, 'expire')
  await expect(page.getByRole('heading', { name: 'O código Pix expirou' })).toBeVisible({ timeout: 25_000 })
  await page.getByRole('button', { name: 'Gerar novo código' }).click()
  await expect(page.getByText(/000201/).first()).toBeVisible()
})

test('without the declaration no look-up is ordered', async ({ page, person }) => {
  await order(page, person, { declared: false })
  await expect(page.getByText('Confirme que você é o titular ou tem autorização')).toBeVisible()
  await expect(page).toHaveURL(/\/complete-consult$/)
  await expect(page.locator('[name=nome]')).toHaveValue(person.nome)
})

test('an unsigned key gets a 404', async ({ page, person }) => {
  await order(page, person)
  await expect(page).toHaveURL(/\/consulta\//)
  const answer = await page.goto(`${page.url().slice(0, -2)}xx`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
})

test('the form can be filled in and submitted by keyboard', async ({ page, person }) => {
  await page.goto('/cpf-consult')
  await page.locator('[name=cpf]').focus()
  for (const typed of [person.cpf, person.nome, person.telefone, '']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/consulta\//)
})
