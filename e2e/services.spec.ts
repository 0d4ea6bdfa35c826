import type { Locator, Page } from '@playwright/test'
import { watchErrors } from './support/audit.ts'
import { confirm, expect, type Person, signUp, test } from './support/test.ts'

/** For each page: required texts, the plan to hire, and its term for the choices. */
const pages = [
  {
    path: '/service/credit-rating',
    says: [
      'R$ 2.500,00',
      'até 7 dias úteis',
      '200 pontos',
      'Suporte por 6 meses',
      '6 × R$ 416,67',
      'R$ 3.000,00',
    ],
    plan: /Entrada \+ 3x/,
    missing: 'Selecione uma forma de pagamento',
    chosen: 'Forma de pagamento selecionada!',
  },
  {
    path: '/service/credit-rating?tipo=pj',
    says: ['R$ 3.500,00', 'Suporte por 12 meses', '6 × R$ 583,34', 'R$ 4.000,00'],
    plan: /Cartão em 6x/,
    missing: 'Selecione uma forma de pagamento',
    chosen: 'Forma de pagamento selecionada!',
  },
  {
    path: '/service/bacen-clean',
    says: [
      'R$ 5.000,00',
      '6 × R$ 1.000',
      '30 a 90 dias',
      'Crédito recusado',
      'Registro correto',
      'Comprovação',
    ],
    plan: /Cartão em 6x/,
    missing: 'Selecione uma forma de pagamento',
    chosen: 'Forma de pagamento selecionada!',
    opening: 'Redirecionando para pagamento...',
  },
  {
    path: '/service/cnh-rehabilitation',
    says: ['R$ 1.200,00', 'R$ 240 hoje + 4 × R$ 240', '30 dias', 'CNH suspensa', 'Falar com um consultor'],
    plan: /Mensal/,
    missing: 'Selecione um plano',
    chosen: 'Plano selecionado!',
    gated: true,
  },
  {
    path: '/service/traffic-fines',
    says: [
      'R$ 1.200,00',
      'R$ 200 hoje + 5 × R$ 200',
      '15 dias úteis',
      'Lei Seca e recusa ao bafômetro',
      'Rodízio e faixa exclusiva',
    ],
    plan: /^À vista/,
    missing: 'Selecione um plano',
    chosen: 'Plano selecionado!',
    gated: true,
  },
  {
    path: '/service/contract-review',
    says: ['R$ 800,00', 'R$ 15.000', 'R$ 80.000', 'A primeira conversa é gratuita', 'Cheque especial'],
    plan: /^À vista/,
  },
  {
    path: '/service/serasa-score',
    says: ['R$ 497,00', '5 × R$ 119,40', 'R$ 697,00', '30 dias de acompanhamento'],
    plan: /Entrada \+ 5x/,
    missing: 'Selecione um plano',
    chosen: 'Plano selecionado!',
  },
  {
    path: '/service/credit-viability',
    says: ['R$ 897,00', '60 dias de consultoria', 'Cabe com ajuste'],
    plan: /^À vista/,
  },
]

for (const { path, says, plan, missing, chosen, opening, gated } of pages) {
  test(`${path} shows what it sells and redirects guests to sign in`, async ({
    page,
    person,
    javaScriptEnabled,
  }) => {
    const errors = watchErrors(page)
    await page.goto(path)
    for (const text of says) await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
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

test('federal taxes start with a WhatsApp chat', async ({ page }) => {
  await page.goto('/service/federal-tax-solution')
  const main = page.getByRole('main')
  const consultant = main.getByRole('link', { name: /Falar com um consultor/ }).first()
  await expect(consultant).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.*Tributos/)
  await expect(main.getByText('45 dias').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Contratar Agora' })).toHaveCount(0)
})

test('the second URL of the contract review redirects to the page', async ({ page }) => {
  await page.goto('/service/contract-revisional')
  await expect(page).toHaveURL(/\/service\/contract-review$/)
})

async function fillDialog(page: Page, { nome, cpf, telefone }: Person): Promise<void> {
  const dialog = page.locator('form', { has: page.locator('[name=cpf]') })
  await dialog.locator('[name=name]').fill(nome)
  await dialog.locator('[name=cpf]').fill(cpf)
  await dialog.locator('[name=phone]').fill(telefone)
  await dialog.getByRole('button', { name: 'Continuar para o contrato' }).click()
}

/** Whether an element ends before another begins, on the screen. */
async function isAbove(upper: Locator, lower: Locator): Promise<boolean> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
  return Boolean(above && below && above.y + above.height <= below.y)
}
