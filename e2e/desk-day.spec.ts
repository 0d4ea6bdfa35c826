import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { castOf, type Role } from './support/people.ts'
import { deskBegun } from './support/states.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

// With all animations, which the other flows switch off (playwright.config.ts).
test.use({ contextOptions: { reducedMotion: 'no-preference' }, serviceWorkers: 'allow' })

const app = `http://localhost:${process.env.E2E_PORT}`
const cast = castOf({ app, simulator: simulatorUrl() })

/** Opens the desk as a colleague, in a separate browser context. */
async function colleague(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext({
    storageState: await cast(role),
    viewport: { width: 1280, height: 860 },
  })
  return context.newPage()
}

/** Opens from the queue the item of a kind that contains a text, which may be there only moments later. */
async function openFromQueue(page: Page, kind: string, text: string): Promise<void> {
  const row = page.locator('[data-row]').filter({ hasText: text }).first()
  await expect(async () => {
    await page.goto(`/painel?tipo=${kind}`)
    await deskBegun(page)
    await expect(row).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await row.click()
  await page.locator('.desk-pane').getByRole('link', { name: 'Abrir' }).click()
}

const form = (page: Page, intent: string): Locator =>
  page.locator(`form:has(input[name=intent][value="${intent}"])`)

const expectDone = (page: Page, text: string) =>
  expect(page.locator('.desk-undo', { hasText: text })).toBeVisible()

test('a day of two members: a contact, a step with its evidence, a look-up, money that one requests and another approves @js', async ({
  browser,
  page: customer,
}) => {
  // Slow: four browsers in sequence, three of which sign in with a second factor.
  test.slow()
  const ours = await browser.newContext({ storageState: await cast('paid') })
  await cast('guestPaid')
  const http = ours.request
  const support = await colleague(browser, 'support')
  const owner = await colleague(browser, 'owner')

  // The promised first contact is recorded beside the queue, and is no longer due.
  await support.goto('/painel?tipo=order.contact')
  const rows = support.locator('[data-row]')
  await expect(rows.first()).toBeVisible()
  const owed = await rows.count()
  await rows.first().click()
  const contact = form(support, 'contact')
  await contact.getByLabel('O que foi dito').fill('Falei com a cliente, quer começar logo.')
  await contact.getByRole('button').click()
  await expectDone(support, 'Contato registrado.')
  await expect(rows).toHaveCount(owed - 1)

  // A step: its proof, and the text that the customer can read immediately.
  const number = /RC-[0-9A-Z]{5}/.exec(await (await http.get('/tracking')).text())?.[0] ?? ''
  await support.goto(`/painel/pedidos?q=${number}`)
  await rows.filter({ hasText: number }).click()
  const step = form(support, 'complete-step')
  await step.getByLabel('O que o cliente vai ler').fill('Encontramos três registros.')
  await step.getByLabel('Prova: protocolo').fill('SERASA-2026-88213')
  await owner.goto(support.url())
  await expect(owner.locator('.desk-presence')).toContainText('Atendimento')
  await step.getByRole('button', { name: 'Concluir etapa' }).click()
  await expectDone(support, 'concluída')
  // The colleague who has the order open sees the text without a reload.
  await expect(owner.getByText('“Encontramos três registros.”').first()).toBeVisible({ timeout: 12_000 })

  await customer.context().addCookies((await ours.storageState()).cookies)
  await customer.goto('/tracking')
  await expect(customer.getByRole('main')).toContainText('Encontramos três registros.')

  // Delivers a look-up with the keyboard shortcut shown on its button.
  await openFromQueue(support, 'lookup.deliver', 'Consulta CPF')
  const result = form(support, 'deliver').getByLabel('Resultado')
  await result.fill('Nada consta.')
  await result.blur()
  await support.keyboard.press('e')
  await expectDone(support, 'Consulta entregue')

  // Refund above the limit: one person requests it, only another can approve it, and the first of two decisions counts.
  const credit = await duplicate(http)
  const finance = await colleague(browser, 'finance')
  await openFromQueue(finance, 'credit.decide', credit)
  await finance.getByText('Devolver a quem pagou').click()
  await form(finance, 'refund-credit').getByLabel('Por quê').fill('pagou em dobro')
  await form(finance, 'refund-credit').getByRole('button').click()
  await expectDone(finance, 'Pedido feito')
  await openFromQueue(finance, 'refund.approve', credit)
  await expect(finance.getByText('Foi você quem pediu')).toBeVisible()
  await owner.goto(finance.url())
  // A form that the browser itself posts is confirmed on the next page.
  await deskBegun(owner)
  await form(owner, 'approve').getByLabel('Por quê').fill('confere com o extrato')
  await form(owner, 'approve').getByRole('button').click()
  await expectDone(owner, 'a caminho de quem pagou')
  for (const each of [support, owner, finance]) await each.context().close()
  await ours.close()
})

/** Pays a payment a second time. Returns the duplicate's amount, formatted as on the desk. */
async function duplicate(http: APIRequestContext): Promise<string> {
  const headers = { Accept: 'application/json' }
  const payments = (await (await http.get(`${simulatorUrl()}/sim/payments`, { headers })).json()) as {
    id: number
    status: string
    transaction_amount: number
  }[]
  const paid = payments.find(
    ({ status, transaction_amount }) => status === 'approved' && transaction_amount > 100,
  )
  const again = await http.post(`${simulatorUrl()}/sim/payments/${paid?.id}/pay-again`, {
    headers,
    data: { amount: 1_234.56 },
  })
  expect(again.status()).toBe(201)
  return '1.234,56'
}
