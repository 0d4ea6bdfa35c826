import type { Page } from '@playwright/test'
import { castOf } from './support/people.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

const app = `http://localhost:${process.env.E2E_PORT}`
const cast = castOf({ app, simulator: simulatorUrl() })

/** Creates work for the desk: a vehicle proposal request. */
async function requestProposal(page: Page, name: string): Promise<void> {
  const http = page.request
  const form = {
    name,
    birthDate: '1990-05-10',
    phone: '(48) 99999-1234',
    email: 'edson@exemplo.com.br',
    income: '3.500,00',
    vehicleBrand: 'Fiat',
    vehicleModel: 'Argo',
    vehicleYear: '2022',
    vehicleValue: '42.000,00',
    website: '',
  }
  const answer = await http.post('/service/vehicle-financing', { form, headers: { Origin: app } })
  expect(answer.ok()).toBe(true)
}

test('by keyboard alone: move through the queue, claim an obligation, undo that, snooze another @js', async ({
  browser,
}) => {
  const context = await browser.newContext({
    storageState: await cast('support'),
    viewport: { width: 1280, height: 860 },
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const name = `Edson ${Date.now().toString(36)}`
  await requestProposal(page, name)
  await page.goto('/painel?tipo=proposal.answer')
  const row = page.locator('[data-row]').filter({ hasText: name })
  await expect(row).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(row).toHaveAttribute('aria-current', 'true', { timeout: 700 })
  }).toPass()

  await page.keyboard.press('a')
  await expect(row.getByRole('img', { name: 'Com Atendimento' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(row.getByRole('img', { name: 'Ninguém assumiu' })).toBeVisible()
  // The undo button has been removed, and the focus returns to where it was before.
  await expect(page.locator('.desk-pane :focus')).toHaveText(/Assumir/)

  // Users of speech input switch single-letter shortcuts off (WCAG 2.1.4).
  await page.getByRole('button', { name: 'Desligar atalhos de letra' }).click()
  await expect(page.locator('[data-key="s"] .desk-key')).toBeHidden()
  await page.keyboard.press('s')
  await expect(page.getByLabel('Por quê (fica no registro)')).toBeHidden()
  await page.getByRole('button', { name: 'Ligar atalhos de letra' }).click()

  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Por quê (fica no registro)')).toBeHidden()
  await page.keyboard.press('s')
  await page.getByLabel('Por quê (fica no registro)').fill('volta amanhã cedo')
  await page.locator('.desk-do form').getByRole('button', { name: 'Adiar' }).click()
  await expect(page.locator('.desk-undo', { hasText: 'Adiado até' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Pedidos')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Pedidos · Painel')
  await expect(page.locator('main')).toBeFocused()
  expect(complaints).toEqual([])
  await context.close()
})

test('two members at the desk: one sees what the other claims, and does not overwrite it @js', async ({
  browser,
}) => {
  const one = await (await browser.newContext({ storageState: await cast('support') })).newPage()
  const other = await (await browser.newContext({ storageState: await cast('staff') })).newPage()
  const name = `Rita ${Date.now().toString(36)}`
  await requestProposal(one, name)
  for (const page of [one, other]) {
    await page.goto('/painel')
    await page.locator('[data-row]').filter({ hasText: name }).click()
    await expect(page.locator('.desk-pane')).toBeVisible()
  }
  // Who asked is "Atendimento" too: a member did, in this test.
  const claimedBy = (page: Page) => page.locator('.desk-pane dt:text-is("Com") + dd')
  for (const page of [one, other]) await expect(claimedBy(page)).toHaveText('Ninguém assumiu')
  await one.locator('.desk-pane').getByRole('button', { name: 'Assumir' }).click()
  await expect(claimedBy(one)).toHaveText('Atendimento')
  // Updated automatically, without a reload.
  await expect(claimedBy(other)).toHaveText('Atendimento', { timeout: 12_000 })
  for (const page of [one, other]) await page.context().close()
})

test('without a script the queue is read, claimed from and searched as plain pages @nojs', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await cast('finance'), javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/painel')
  await page.getByRole('link', { name: 'Pedido, nome, CPF inteiro' }).click()
  await page.getByRole('searchbox').fill('ninguém com este nome')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('heading', { name: 'Ninguém com isso' })).toBeVisible()
  await context.close()

  const support = await browser.newContext({ storageState: await cast('support'), javaScriptEnabled: false })
  const desk = await support.newPage()
  const name = `Marcos ${Date.now().toString(36)}`
  await requestProposal(desk, name)
  await desk.goto('/painel?tipo=proposal.answer')
  await desk.locator('[data-row]').filter({ hasText: name }).click()
  await desk.getByRole('button', { name: 'Assumir' }).click()
  await expect(desk.getByText('Assumido por você.')).toBeVisible()
  await support.close()
})

test('on a phone the log shows each action with its reason, and a closed day whether it agrees, side by side', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await cast('owner') })
  const page = await context.newPage()
  const closing = {
    intent: 'close-day',
    dia: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
  }
  const closed = await page.request.post('/painel/dinheiro', { form: closing, headers: { Origin: app } })
  expect(closed.ok()).toBe(true)
  const team = { intent: 'invite', nome: 'Ivo', email: `ivo.${Date.now()}@exemplo.com.br`, funcao: 'support' }
  const invited = await page.request.post('/painel/equipe', { form: team, headers: { Origin: app } })
  expect(invited.ok()).toBe(true)
  for (const [path, ...texts] of [
    ['/painel/registro', 'Convidou alguém para a equipe', 'Motivo'],
    ['/painel/dinheiro', 'Mercado Pago · lá R$', 'fecha'],
  ] as const) {
    await page.goto(path)
    for (const text of texts) {
      const cell = page.locator('main table :is(td, th)').filter({ hasText: text, visible: true }).last()
      const box = await cell.boundingBox()
      expect((box?.x ?? 999) + (box?.width ?? 0), text).toBeLessThanOrEqual(360)
    }
  }
  await context.close()
})
