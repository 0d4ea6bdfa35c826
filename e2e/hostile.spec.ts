import type { Page } from '@playwright/test'
import { confirm, expect, type Person, signIn, signUp, test } from './support/test.ts'

const accept = 'Aceitar e Prosseguir para Pagamento'

/** Chooses a plan, enters the personal data, and waits for the next page. */
async function choose(page: Page, person: Pick<Person, 'nome' | 'cpf' | 'telefone'>, plan: RegExp) {
  await page.goto('/service/clean-name')
  await page.getByRole('radio', { name: plan }).check()
  await page.getByRole('button', { name: 'Contratar Agora' }).click()
  await page.locator('[name=name]').fill(person.nome)
  await page.locator('[name=cpf]').fill(person.cpf)
  await page.locator('[name=phone]').fill(person.telefone)
  await page
    .locator('form', { has: page.locator('[name=cpf]') })
    .getByRole('button', { name: /continuar|contratar/i })
    .last()
    .click()
  await expect(page).toHaveURL(/\/(contract|auth)$/)
}

async function sign(page: Page) {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: accept }).dblclick()
  await expect(page).toHaveURL(/\/payments$/)
}

async function payFirst(page: Page) {
  await page.getByRole('checkbox').first().check()
  await page.getByRole('form', { name: 'Suas parcelas' }).getByRole('button', { name: /pagar/i }).dblclick()
  await expect(page).toHaveURL(/\/payment$/)
}

const instalments = (page: Page) => page.locator('[name=paymentIds][type=checkbox]')

test('a double click creates one order and one charge', async ({ page, signedIn, simulator }) => {
  const before = (await simulator.payments()).length
  await choose(page, signedIn, /semanal/i)
  await sign(page)
  await expect(instalments(page)).toHaveCount(21)
  await payFirst(page)
  await expect(page.getByText(/000201/).first()).toBeVisible()
  expect((await simulator.payments()).length).toBe(before + 1)
})

test('with two plans in two tabs, only the shown contract can be accepted, once', async ({
  page,
  context,
  signedIn,
}) => {
  await choose(page, signedIn, /semanal/i)
  const other = await context.newPage()
  await choose(other, signedIn, /mensal/i)

  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: accept }).click()
  await expect(page.getByText('O contrato mudou')).toBeVisible()

  await sign(other)
  await expect(instalments(other)).toHaveCount(13)

  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: accept }).click()
  await expect(page).toHaveURL(/\/payments$/)
  await expect(instalments(page)).toHaveCount(13)
})

test('going back after accepting or paying offers neither again', async ({ page, signedIn, simulator }) => {
  await choose(page, signedIn, /semanal/i)
  await sign(page)
  await page.goBack()
  await expect(page.getByRole('button', { name: accept })).toHaveCount(0)

  await page.goto('/payments')
  await payFirst(page)
  const [charge] = (await simulator.payments()).filter(({ status }) => status === 'pending')
  await simulator.decide(charge?.id ?? 0, 'approve')
  await expect
    .poll(async () => {
      await page.goto('/payment')
      return page.url()
    })
    .toMatch(/\/payment-success$/)
  await page.goBack()
  await expect(page.getByText(/000201/)).toHaveCount(0)
})

test('going back after signing out shows no personal data', async ({ page, signedIn }) => {
  await page.goto('/account')
  await expect(page.getByText(signedIn.email).first()).toBeAttached()
  // The button is in the menu, which is not under test here.
  await page.locator('form[action="/sair"] button').first().dispatchEvent('click')
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/auth/)
  expect(await page.content()).not.toContain(signedIn.email)
})

test.describe('once the service worker answers for the network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('going back to a refused form shows a page, not a network error', {
    tag: '@js',
  }, async ({ page, context, signedIn }) => {
    await page.goto('/payments')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.clearCookies({ name: 'rc_sessao' })
    await page.goto('/payments')
    await page.locator('[name=email]').fill(signedIn.email)
    await page.locator('[name=password]').fill('Outra@123')
    await page.locator('form').getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByText('Email ou senha inválidos.')).toBeVisible()
    await signIn(page, signedIn)
    await expect(page).toHaveURL(/\/payments$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('Sem internet')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Começar Agora' })).toBeVisible()
  })
})

// Without scripts the browser cuts what is pasted, and what is left of it is refused.
test('accepts a CPF and a telephone as they are pasted', { tag: '@js' }, async ({ page, signedIn }) => {
  await page.goto('/service/clean-name')
  await page.getByRole('radio', { name: /semanal/i }).check()
  await page.getByRole('button', { name: 'Contratar Agora' }).click()
  await page.locator('[name=name]').fill(signedIn.nome)
  for (const [name, pasted] of [
    ['cpf', '  529 982 247 25  '],
    ['phone', '+55 (91) 98888-7777'],
  ]) {
    await page.locator(`[name=${name}]`).fill('')
    await page.locator(`[name=${name}]`).focus()
    await page.keyboard.insertText(pasted ?? '')
  }
  await page.getByRole('button', { name: 'Continuar para o contrato' }).click()
  await expect(page).toHaveURL(/\/contract$/)
  expect(await page.content()).toContain('(91) 98888-7777')
  expect(await page.content()).toContain('529.982.247-25')
})

test('a session that ends before the acceptance only requires signing in again', async ({
  page,
  context,
  signedIn,
}) => {
  await choose(page, signedIn, /semanal/i)
  await context.clearCookies({ name: 'rc_sessao' })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: accept }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText('Entre de novo para continuar')).toBeVisible()
  await signIn(page, signedIn)
  await expect(page).toHaveURL(/\/contract$/)
  await sign(page)
})

test('markup in a name is escaped on every page, and no page violates its content security policy', async ({
  page,
  person,
  messageTo,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(`${page.url()}: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    complaints.push(`${page.url()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const nasty = { ...person, nome: `"><img src=x onerror=alert(1)> D'Ávila` }
  await signUp(page, nasty)
  await confirm(page, await messageTo(nasty.email, /confirm/i))
  await choose(page, nasty, /semanal/i)
  await expect(page.getByText(nasty.nome).first()).toBeVisible()
  await sign(page)
  await payFirst(page)
  const query = encodeURIComponent('"><script>alert(2)</script>')
  for (const path of [
    '/account',
    `/tracking?q=${query}`,
    `/payments?aba=${query}`,
    `/service/clean-name?plano=${query}`,
    `/account?tipo=${query}&aba=${query}`,
    `/${query}`,
    '/payment',
    '/dev/mensagens',
  ]) {
    await page.goto(path)
    await expect(page.locator('img[src=x]')).toHaveCount(0)
  }
  expect(complaints).toEqual([])
})

test('a failing provider is reported, loses nothing, and recovers', async ({ page, signedIn, simulator }) => {
  await choose(page, signedIn, /semanal/i)
  await sign(page)
  await simulator.faults({ failCreate: true })
  await page.getByRole('checkbox').first().check()
  const pay = page.getByRole('main').getByRole('button', { name: /pagar|gerar pix/i })
  await pay.first().click()
  await expect(page.getByText('Erro ao gerar pagamento')).toBeVisible()
  await expect(page.getByText(/Nada foi cobrado/)).toBeVisible()
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  await simulator.faults({})
  await pay.first().click()
  await expect(page).toHaveURL(/\/payment$/)
  await expect(page.getByText(/000201/).first()).toBeVisible()
})
