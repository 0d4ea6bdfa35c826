import type { Locator, Page } from '@playwright/test'
import { watchErrors } from './support/audit.ts'
import { confirm, expect, type Person, signUp, test } from './support/test.ts'

/**
 * One page for each way to choose and hire. The content and the responses of all pages are tested without a browser
 * (test/web/services).
 */
const pages = [
  {
    path: '/service/credit-rating',
    plan: /Entrada \+ 3x/,
    missing: 'Selecione uma forma de pagamento',
    chosen: 'Forma de pagamento selecionada!',
  },
  {
    path: '/service/bacen-clean',
    plan: /Cartão em 6x/,
    missing: 'Selecione uma forma de pagamento',
    opening: 'Redirecionando para pagamento...',
  },
  {
    path: '/service/cnh-rehabilitation',
    plan: /Mensal/,
    missing: 'Selecione um plano',
    chosen: 'Plano selecionado!',
    gated: true,
  },
  { path: '/service/contract-review', plan: /^À vista/ },
]

for (const { path, plan, missing, chosen, opening, gated } of pages) {
  test(`${path} can be hired: a plan, the dialog, and sign-in for guests`, async ({
    page,
    person,
    javaScriptEnabled,
  }) => {
    const errors = watchErrors(page)
    await page.goto(path)
    const hire = page.getByRole('button', { name: 'Contratar Agora' })

    if (missing) {
      if (gated && javaScriptEnabled) await expect(hire).toBeDisabled()
      else {
        await hire.click()
        await expect(page.getByText(missing)).toBeVisible()
      }
      await page.getByRole('radio', { name: plan }).check()
      if (javaScriptEnabled && chosen) await expect(page.getByText(chosen)).toBeVisible()
    } else await expect(page.getByRole('radio', { name: plan })).toBeChecked()

    await expect(hire).toBeEnabled()
    await hire.click()
    if (opening) await expect(page.getByText(opening)).toBeVisible()
    if (!javaScriptEnabled)
      expect(await isAbove(page.locator('.toasts'), page.locator('main dialog'))).toBe(true)
    await fillDialog(page, person)
    await expect(page.getByText('Login necessário')).toBeVisible()
    await expect(page).toHaveURL(/\/auth/)
    expect(errors).toEqual([])
  })
}

test('hiring the Bacen service leads to its contract', async ({ page, signedIn }) => {
  await page.goto('/service/bacen-clean')
  await page.getByRole('radio', { name: /^À vista/ }).check()
  await page.getByRole('button', { name: 'Contratar Agora' }).click()
  await fillDialog(page, signedIn)
  await expect(page).toHaveURL(/\/contract$/)
  await expect(page.getByText('Limpeza Bacen').first()).toBeVisible()
  await expect(page.getByText('R$ 5.000,00').first()).toBeVisible()
})

test('the company rating keeps its price through sign-in to the contract', async ({
  page,
  person,
  messageTo,
}) => {
  await page.goto('/service/credit-rating')
  await page.getByRole('link', { name: 'Pessoa Jurídica' }).click()
  await page.getByRole('radio', { name: /^À vista/ }).check()
  await page.getByRole('button', { name: 'Contratar Agora' }).click()
  await fillDialog(page, person)
  await expect(page).toHaveURL(/\/auth/)
  await signUp(page, person)
  await confirm(page, await messageTo(person.email, /confirm/i))
  await expect(page).toHaveURL(/\/contract$/)
  await expect(page.getByText('R$ 3.500,00').first()).toBeVisible()
})

async function fillDialog(page: Page, { nome, cpf, telefone }: Person): Promise<void> {
  const dialog = page.locator('form', { has: page.locator('[name=cpf]') })
  await dialog.locator('[name=name]').fill(nome)
  await dialog.locator('[name=cpf]').fill(cpf)
  await dialog.locator('[name=phone]').fill(telefone)
  await dialog.getByRole('button', { name: 'Continuar para o contrato' }).click()
}

/** Checks whether an element ends above the beginning of another on the screen. */
async function isAbove(upper: Locator, lower: Locator): Promise<boolean> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
  return Boolean(above && below && above.y + above.height <= below.y)
}
