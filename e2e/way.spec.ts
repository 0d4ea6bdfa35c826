import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Upper limits of the effort for a new customer, from the landing page to the Pix code. */
const limits = { taps: 13, fields: 5, characters: 80 }

const thread = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Sua contratação' }).getByText(text)

test('from the landing page to the Pix code within 13 taps, 5 fields and 80 characters', async ({
  page,
  messageTo,
}) => {
  const count = { taps: 0, fields: 0, characters: 0 }
  const email = `ana.moreira.${Math.floor(Math.random() * 36 ** 5).toString(36)}@gmail.com`

  async function tap(target: Locator) {
    count.taps++
    await target.click()
  }
  /**
   * Types into a field. The first field of a form is tapped, unless the page has focused it; the keyboard's 'next' leads to the
   * others.
   */
  async function type(name: string, text: string, { after }: { after?: string } = {}) {
    const field = page.locator(`[name=${name}]`)
    if (after) await page.locator(`[name=${after}]`).press('Tab')
    else if (!(await field.evaluate((control) => control === document.activeElement))) await tap(field)
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
    count.fields++
    count.characters += text.length
  }

  await page.goto('/')
  await tap(page.locator('main a[href="/service/clean-name"]').first())

  await test.step('choosing a plan, and the data of the contract', async () => {
    await tap(page.locator('label', { has: page.getByRole('radio', { name: /semanal/i }) }))
    await tap(page.getByRole('button', { name: 'Contratar Agora' }))
    await expect(page.getByText('Passo 1 de 4: seus dados')).toBeVisible()
    await type('name', 'Ana Beatriz Moreira')
    await type('cpf', '52998224725', { after: 'name' })
    await type('phone', '48999991234', { after: 'cpf' })
    await tap(page.getByRole('button', { name: 'Continuar para o contrato' }))
  })

  await test.step('the account: e-mail and password, once', async () => {
    await expect(page.getByRole('heading', { name: 'Crie a sua conta' })).toBeVisible()
    await expect(thread(page, 'Passo 2 de 4: sua conta')).toBeVisible()
    await expect(thread(page, 'Limpeza de Nome')).toBeVisible()
    await type('email', email)
    await type('password', 'Varanda7!k', { after: 'email' })
    await tap(page.getByRole('button', { name: 'Criar conta e ler o contrato' }))
  })

  await test.step('the e-mail: opened, its link, its button', async () => {
    await expect(page.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible()
    await expect(thread(page, 'Passo 2 de 4: sua conta')).toBeVisible()
    const [link] = (await messageTo(email, /confirm/i)).links
    await tap(page.getByRole('link', { name: 'veja as mensagens' }))
    await tap(page.locator(`a[href="${link}"]`).first())
    await expect(thread(page, 'Passo 2 de 4: sua conta')).toBeVisible()
    await tap(page.getByRole('button', { name: 'Confirmar e entrar' }))
  })

  await test.step('the contract', async () => {
    await expect(page).toHaveURL(/\/contract$/)
    await expect(thread(page, 'Passo 3 de 4: contrato')).toBeVisible()
    await tap(page.locator('label', { has: page.locator('[name=aceito]') }).first())
    await tap(page.getByRole('button', { name: 'Aceitar e Prosseguir para Pagamento' }))
  })

  await test.step('the payment of what is due today', async () => {
    await expect(thread(page, 'Passo 4 de 4: pagamento')).toBeVisible()
    await tap(page.getByRole('button', { name: /^Pagar R\$\s400,00/ }).first())
    await expect(page).toHaveURL(/\/payment$/)
    await expect(thread(page, 'Passo 4 de 4: pagamento')).toBeVisible()
    await expect(page.getByText(/^000201/).first()).toBeVisible()
  })

  const counted = `${count.taps} taps, ${count.fields} fields, ${count.characters} characters`
  test.info().annotations.push({ type: 'way', description: counted })
  process.stdout.write(`      from the landing page to the Pix code: ${counted}\n`)
  expect(count.taps, counted).toBeLessThanOrEqual(limits.taps)
  expect(count.fields, counted).toBeLessThanOrEqual(limits.fields)
  expect(count.characters, counted).toBeLessThanOrEqual(limits.characters)
})
