import type { Locator, Page } from '@playwright/test'
import { castOf } from './support/people.ts'
import { expect, isRunByReact, signUp, simulatorUrl, test } from './support/test.ts'

/** Requirements that need a browser. test/specification/pointers.ts cites the titles of these tests. */
const js = { tag: '@js' }

test('§2 the header stays in view on every page, and its menu opens on a phone', async ({ page }) => {
  for (const path of ['/', '/services', '/auth', '/payment-success']) {
    await page.goto(path)
    await page.evaluate(() => scrollTo(0, 600))
    await expect(page.locator('header.top')).toBeInViewport()
  }
  const menu = page.locator('header details nav').getByRole('link', { name: 'Pagamentos' })
  await expect(menu).toBeHidden()
  await page.locator('header summary').click()
  await expect(menu).toBeVisible()
})

test("§2 a slow protected page says 'Verificando autenticação...'", js, async ({ page }) => {
  const shown = await recordWaiting(page)
  await page.goto('/')
  await page.route('**/tracking', async (route) => {
    await expect.poll(shown).toContain('Verificando autenticação...')
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Acompanhar Serviços' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test('§2 a password can be shown and hidden', js, async ({ page }) => {
  await page.goto('/auth')
  const password = page.locator('[name=password]')
  await password.fill('Girassol@77')
  await page.getByRole('button', { name: 'Mostrar: Senha' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.locator('[data-password-toggle=password]').click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('§2 the document’s name follows the type of account: CPF or CNPJ', async ({ page }) => {
  await page.goto('/create-account')
  const label = page.locator('label[for=documento]')
  await expect(label.getByText('CPF', { exact: true })).toBeVisible()
  await page.getByRole('radio', { name: /Pessoa Jurídica/ }).check()
  await expect(label.getByText('CNPJ', { exact: true })).toBeVisible()
  await expect(label.getByText('CPF', { exact: true })).toBeHidden()
})

for (const [path, title] of [
  ['/service/cnh-rehabilitation', '§2 the hire button of /service/cnh-rehabilitation waits for a plan'],
  ['/service/traffic-fines', '§2 the hire button of /service/traffic-fines waits for a plan'],
] as const) {
  test(title, js, async ({ page }) => {
    await page.goto(path)
    const hire = page.getByRole('button', { name: 'Contratar Agora' })
    await expect(hire).toBeDisabled()
    await page.locator('[name=plan][type=radio]').first().check()
    await expect(hire).toBeEnabled()
  })
}

test('§4 a form being sent disables its button and says so', js, async ({ page }) => {
  const shown = await recordWaiting(page)
  await page.route('**/auth*', async (route) => {
    if (route.request().method() === 'POST') await expect.poll(shown).toContain('disabled: Entrando...')
    await route.continue()
  })
  await page.goto('/auth')
  await page.locator('[name=email]').fill('ninguem@exemplo.com.br')
  await page.locator('[name=password]').fill('Girassol@77')
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Email ou senha inválidos.')).toBeVisible()
})

for (const [path, says] of [
  ['/service/clean-name', 'Forma de pagamento selecionada!'],
  ['/service/traffic-fines', 'Plano selecionado!'],
] as const) {
  test(`§4 choosing a plan shows a toast: ${says}`, js, async ({ page }) => {
    // The script that shows the message loads after the first paint.
    await page.goto(path, { waitUntil: 'networkidle' })
    const plan = page.locator('[name=plan][type=radio]').last()
    await plan.check()
    await expect(page.getByText(says)).toBeVisible()
    await expect(plan).toBeChecked()
    await page.getByRole('button', { name: 'Contratar Agora' }).click()
    await expect(page.locator('dialog#contratar')).toBeVisible()
  })
}

/**
 * Records what a page shows while it waits for an answer. Playwright's locators cannot see it, because they wait for the navigation.
 * @returns what was shown so far
 */
async function recordWaiting(page: Page): Promise<() => string[]> {
  const shown: string[] = []
  await page.exposeFunction('recordShown', (text: string) => void shown.push(text))
  await page.addInitScript(() => {
    const record = (text: string) => Reflect.apply(Reflect.get(window, 'recordShown'), window, [text])
    new MutationObserver(() => {
      const status = document.querySelector('.checking')
      if (status) record(status.textContent)
      for (const button of document.querySelectorAll('button:disabled'))
        record(`disabled: ${button.textContent}`)
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  return () => shown
}

/** Path, form name, field, valid value, and the error message for an empty field. */
const forms = [
  ['/auth', 'sign-in', 'email', 'ana@exemplo.com.br', 'Email inválido'],
  ['/auth?aba=criar-conta', 'sign-up', 'password', 'Girassol@77', 'Senha deve ter pelo menos 8 caracteres'],
  ['/auth?aba=esqueci-senha', 'reset-request', 'email', 'ana@exemplo.com.br', 'Email inválido'],
  ['/create-account', 'create-account', 'nome', 'Ana', 'Nome deve ter pelo menos 2 caracteres'],
  ['/service/clean-name?plano=a-vista', 'hiring', 'cpf', '52998224725', 'CPF deve ter 11 dígitos'],
  ['/service/vehicle-financing', 'vehicle', 'vehicleBrand', 'Fiat', 'Informe a marca do veículo'],
  ['/cpf-consult', 'consult-cpf', 'name', 'Ana', 'Nome obrigatório'],
  ['/complete-consult', 'consult', 'cpf', '52998224725', 'CPF deve ter 11 dígitos'],
  ['/rating-consult', 'consult', 'nome', 'Ana', 'Nome deve ter pelo menos 2 caracteres'],
  ['/bacen-consult', 'consult', 'telefone', '48999991234', 'Telefone deve ter pelo menos 10 dígitos'],
] as const

for (const [path, name, field, right, message] of forms) {
  test(`§5 validates on submit, then on change: ${name} at ${path}`, js, async ({ page }) => {
    await page.goto(path)
    await revalidates(page.locator(`form[data-validate="${name}"]`), field, right, message)
  })
}

test('§5 validates on submit, then on change: recovery', js, async ({ page, signedIn, messageTo }) => {
  await page.context().clearCookies()
  await page.goto('/auth?aba=esqueci-senha')
  await page.getByRole('main').locator('[name=email]').fill(signedIn.email)
  await page.getByRole('main').locator('form button').click()
  const { links } = await messageTo(signedIn.email, /senha/i)
  await page.goto(links[0] ?? '/')
  const form = page.locator('form[data-validate="recovery"]')
  await revalidates(form, 'newPassword', 'Ipe-Amarelo@88', 'Nova senha deve ter pelo menos 8 caracteres')
})

test('§5 validates on submit, then on change: the forms of Minha Conta', js, async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy()
  for (const [path, name, field, right, message] of [
    ['/account?aba=cadastro&tipo=fisica', 'individual', 'rg', '1234567', 'RG inválido'],
    ['/account?aba=cadastro&tipo=juridica', 'company', 'cidadeEmpresa', 'São José', 'Cidade obrigatória'],
    [
      '/account?aba=trocar-senha',
      'account-password',
      'currentPassword',
      'Girassol@77',
      'Senha atual obrigatória',
    ],
    ['/auth?aba=trocar-senha', 'change-password', 'currentPassword', 'Girassol@77', 'Digite sua senha atual'],
  ] as const) {
    await page.goto(path)
    await revalidates(page.locator(`form[data-validate="${name}"]`), field, right, message)
  }
})

/** Checks whether an element has a listener for an event, through the DevTools protocol. */
async function listensTo(element: Locator, type: string): Promise<boolean> {
  const browser = await element.page().context().newCDPSession(element.page())
  await element.evaluate((found) => Object.assign(globalThis, { found }))
  const { result } = await browser.send('Runtime.evaluate', { expression: 'found' })
  const { listeners } = await browser.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
  })
  await browser.detach()
  return listeners.some((listener) => listener.type === type)
}

async function revalidates(form: Locator, field: string, right: string, message: string): Promise<void> {
  const input = form.locator(`[name="${field}"]`)
  const said = form.getByText(message, { exact: true })
  await input.fill('')
  // Also the button that shows a password listens to 'submit', before the checks are there.
  const checked = async () => (await listensTo(form, 'input')) || (await isRunByReact(form))
  await expect.poll(checked, 'the checks, which the first touch loads').toBe(true)
  await input.pressSequentially(' ')
  await expect(said).toHaveCount(0)
  await input.fill('')
  await form.locator('button:not([type=button])').last().click()
  await expect(said.first()).toBeVisible()
  await input.pressSequentially(right)
  await expect(said).toHaveCount(0)
  await input.fill('')
  await expect(said.first()).toBeVisible()
}

test('§5 CPF and phone are masked while typing', js, async ({ page }) => {
  for (const [path, cpf, phone] of [
    ['/service/clean-name?plano=a-vista', 'cpf', 'phone'],
    ['/cpf-consult', 'cpf', 'phone'],
    ['/complete-consult', 'cpf', 'telefone'],
  ] as const) {
    await page.goto(path)
    const form = page.locator('form', { has: page.locator(`[name=${phone}]`) })
    await form.locator(`[name=${cpf}]`).pressSequentially('52998224725')
    await expect(form.locator(`[name=${cpf}]`)).toHaveValue('529.982.247-25')
    const tel = form.locator(`[name=${phone}]`)
    await tel.pressSequentially('4833331234')
    await expect(tel).toHaveValue('(48) 3333-1234')
    await tel.fill('')
    await tel.pressSequentially('48999991234')
    await expect(tel).toHaveValue('(48) 99999-1234')
  }
})

test('input typed while the script loads stays in its field', js, async ({ page }) => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/service/clean-name?plano=a-vista')
  const field = page.locator('dialog [name=cpf]')
  await field.pressSequentially('529982')
  arrive()
  await expect(page.locator('dialog:modal')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type('24725')
  await expect(field).toHaveValue('529.982.247-25')
})

test(
  "§8 copying shows a toast, and 'Erro ao copiar' when the browser refuses",
  js,
  async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { cookies } = await castOf({ app: baseURL ?? '', simulator: simulatorUrl() })('waiting')
    await context.addCookies(cookies)
    await page.goto('/payment')
    await page.getByText('Ver a nossa chave Pix').click()
    const copy = page.getByRole('button', { name: 'Copiar chave' })
    await copy.click()
    const toast = page.getByText('Chave PIX copiada!')
    await expect(toast).toBeVisible()
    const [said, about] = [await toast.boundingBox(), await copy.boundingBox()]
    const apart = !said || !about || said.y > about.y + about.height || said.y + said.height < about.y
    expect(apart, 'the toast does not cover what it is about').toBe(true)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
      document.execCommand = () => false
    })
    await copy.click()
    await expect(page.getByText('Erro ao copiar')).toBeVisible()
  },
)

test('§7 the payments are refreshed when the window regains focus', js, async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy()
  await page.goto('/payments')
  await page.waitForLoadState('networkidle')
  const again = page.waitForResponse((response) => response.url().endsWith('/payments'))
  await page.evaluate(() => {
    dispatchEvent(new Event('blur'))
    dispatchEvent(new Event('focus'))
  })
  expect((await again).ok()).toBe(true)
})

test('§4 an account’s address must be confirmed before the account can be used', async ({ page, person }) => {
  await signUp(page, person)
  await page.goto('/auth')
  await page.locator('[name=email]').fill(person.email)
  await page.locator('[name=password]').fill(person.senha)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Erro no login')).toBeVisible()
})
