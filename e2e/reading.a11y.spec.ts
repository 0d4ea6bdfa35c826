import type { Browser, Page } from '@playwright/test'
import { castOf, type Role } from './support/people.ts'
import { begun, contentPaths } from './support/states.ts'
import { expect, simulatorUrl, test } from './support/test.ts'
import { expectHeard } from './support/transcript.ts'

const cast = castOf({ app: `http://localhost:${process.env.E2E_PORT}`, simulator: simulatorUrl() })

test('a screen reader reads a plan as name, payments, total and difference', async ({ page }) => {
  await page.goto('/service/clean-name')
  await expect(page.locator('form[data-hire]').getByRole('group').first()).toMatchAriaSnapshot(`
    - group:
      - radio /À vista.*R\\$ 1\\.500,00/
      - radio /Cartão.*R\\$ 400 hoje \\+ 6 × R\\$ 250.*R\\$ 400,00.*Total R\\$ 1\\.900,00.*a mais que o preço à vista/
      - radio /Semanal no Pix.*R\\$ 400 hoje \\+ 20 × R\\$ 99,90.*Total R\\$ 2\\.398,00.*R\\$ 898,00 a mais que o preço à vista/
      - radio /Mensal no Pix.*R\\$ 400 hoje \\+ 12 × R\\$ 199,90.*Total R\\$ 2\\.798,80.*a mais que o preço à vista/
  `)
})

test('the payment page reads: amount, state, code, receiver, then how to pay', async ({ browser }) => {
  const page = await pageOf(browser, 'waiting')
  await page.goto('/payment')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph: Limpeza de Nome, entrada
      - heading "Pagamento" [level=1]
      - text: /R\\$ 400,00/
      - status: Aguardando seu Pix
      - timer "Tempo restante"
      - status
      - button "Copiar código Pix"
      - paragraph: Código Pix copia e cola
      - code: /000201.+/
      - group: Mostrar QR Code
      - paragraph: Valor no código R$ 400,00 conferido
      - button "Verificar Pagamento"
      - complementary:
        - region "Quem recebe":
          - heading "Quem recebe" [level=2]
          - paragraph: Empresa Exemplo Ltda CNPJ 12.ABC.345/01DE-35 Rua do Exemplo, 100, Centro, Florianópolis/SC, CEP 88000-000
          - list
          - link "Recebeu outro código ou link? Confira se é nosso"
          - group: Ver a nossa chave Pix
        - heading "Como pagar" [level=2]
        - list
        - heading "Este pagamento cobre" [level=2]
        - list
        - paragraph:
          - link "Preciso de ajuda no WhatsApp"
  `)
  await page.context().close()
})

test('a printed page has the text, folded or not, and the shop’s name, but nothing to click', async ({
  browser,
}) => {
  for (const [role, path, last] of [
    ['waiting', '/payments', '.plan-row'],
    ['reader', '/contract', '#clausula-10 p'],
  ] as const) {
    const page = await pageOf(browser, role)
    await page.emulateMedia({ media: 'print' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator(last).last()).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1)
    await expect(page.locator('nav, button').filter({ visible: true })).toHaveCount(0)
    await page.context().close()
  }
})

test('a clause is read aloud by the keyboard, one at a time, and stops', async ({ browser }) => {
  const page = await pageOf(browser, 'reader')
  await page.addInitScript(fakeVoice)
  await page.goto('/contract?inteiro=1')
  const heard = () => page.evaluate(() => document.documentElement.dataset.heard)
  const listen = (clause: number) =>
    page.getByRole('button', { name: `Ouvir o resumo da cláusula ${clause}` })
  const stop = (clause: number) => page.getByRole('button', { name: `Parar o resumo da cláusula ${clause}` })
  await listen(2).press('Enter')
  await expect(stop(2)).toBeFocused()
  expect(await heard()).toMatch(/^Fazemos o serviço dentro da lei/)
  await listen(3).press('Space')
  await expect(listen(2)).toBeVisible()
  await expect(stop(3)).toBeFocused()
  expect(await heard()).toMatch(/^Você envia informações corretas/)
  await page.keyboard.press('Escape')
  await expect(listen(3)).toBeFocused()
  expect(await heard()).toBe('')
  await listen(4).press('Enter')
  await page.getByText('As dez cláusulas').click()
  // The browser tells a moment later that the text is collapsed.
  await expect.poll(heard).toBe('')
  await page.context().close()

  // The browser of the tests has no speech voice.
  const silent = await pageOf(browser, 'reader')
  await silent.goto('/contract?inteiro=1')
  await expect(silent.getByText('Em palavras simples').first()).toBeVisible()
  await begun(silent)
  await expect(silent.getByRole('button', { name: /^Ouvir/ })).toHaveCount(0)
  await silent.context().close()
})

test('the tracking of an order and the same order at the desk read as in e2e/transcripts', async ({
  browser,
}) => {
  const customer = await pageOf(browser, 'heard')
  const order = customer.getByRole('article').first()
  // The effects of a payment appear within moments.
  await expect(async () => {
    await customer.goto('/tracking')
    await expect(order).toContainText('Em Andamento', { timeout: 500 })
  }).toPass()
  await expectHeard('8-tracking', order)
  const copy = order.locator('a[href^="/contract/copia/"]')
  const orderId = (await copy.getAttribute('href'))?.split('/').at(-1) ?? ''
  await customer.context().close()

  const desk = await pageOf(browser, 'staff')
  await desk.setViewportSize({ width: 1280, height: 860 })
  await desk.goto(`/painel?item=order.contact~${orderId}`)
  // The form for the contact loads after the pane.
  await expect(desk.getByLabel('Por onde')).toBeVisible()
  await expectHeard('9-desk-queue', desk.getByRole('complementary', { name: 'Primeiro contato' }))
  const main = desk.getByRole('main')
  await desk.goto(`/painel/pedidos/${orderId}`)
  // The order of several messages of the same second is random.
  await main.getByRole('region', { name: 'Mensagens' }).evaluate((messages: HTMLElement) => {
    messages.hidden = true
  })
  await expectHeard('10-desk-order', main)
  await desk.context().close()
})

test('an invalid field has its message beside it, associated with it, and gets the focus', async ({
  page,
}) => {
  for (const [path, form] of [
    ['/auth', 'sign-in'],
    ['/create-account', 'create-account'],
    ['/service/vehicle-financing', 'vehicle'],
    ['/service/clean-name?plano=semanal-20x#contratar', 'hiring'],
  ]) {
    await page.goto(path ?? '/')
    await page.locator(`form[data-validate="${form}"] button:not([type=button])`).last().click()
    const refused = page.locator('[aria-invalid=true]')
    await refused.first().waitFor()
    await expect(refused.first(), form).toBeFocused()
    const unexplained = await refused.evaluateAll(
      (controls) =>
        controls.filter((control) => {
          const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
          return !ids.some((id) => id.endsWith('-erro') && document.getElementById(id)?.textContent?.trim())
        }).length,
    )
    expect(unexplained, form).toBe(0)
  }
})

test('a refusal of the server is an alert', async ({ page }) => {
  await page.goto('/auth')
  await page.locator('main [name=email]').fill('ninguem@exemplo.com.br')
  await page.locator('main [name=password]').fill('Errada@123')
  await page.locator('main form button:not([type=button])').click()
  await expect(page.getByRole('alert')).toContainText(/./)
})

test('every page has a unique title', async ({ browser }) => {
  const titles = new Map<string, string>()
  for (const [role, paths] of [
    ['anonymous', contentPaths],
    [
      'anonymous',
      ['/auth', '/create-account', '/cpf-consult', '/complete-consult', '/bacen-consult', '/rating-consult'],
    ],
    ['anonymous', ['/nao-existe']],
    ['waiting', ['/account', '/contract', '/tracking', '/payments', '/payment']],
  ] as const) {
    const page = await pageOf(browser, role)
    for (const path of paths) {
      const response = await page.context().request.get(path)
      const html = await response.text()
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
      expect(title.length, path).toBeGreaterThan(3)
      if (response.url().endsWith(path)) titles.set(path, title)
    }
    await page.context().close()
  }
  const all = [...titles.values()]
  expect(all.filter((title, index) => all.indexOf(title) !== index)).toEqual([])
})

test.describe('with prefers-reduced-motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('no animation lasts longer than a moment', async ({ page }) => {
    for (const path of ['/', '/services', '/service/clean-name', '/dev/ui']) {
      await page.goto(path)
      await page.waitForTimeout(150)
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => {
            const { duration, iterations } = effect?.getTiming() ?? {}
            const turns = iterations === Number.POSITIVE_INFINITY || Number(duration) > 50
            return playState === 'running' && turns
          })
          .map((animation) => (animation as CSSAnimation).animationName ?? 'a transition'),
      )
      expect(moving, path).toEqual([])
    }
  })
})

async function pageOf(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext({ storageState: await cast(role) })
  return context.newPage()
}

/** Replaces speech synthesis by a silent voice that writes the text to `data-heard`. */
function fakeVoice(): void {
  const heard = (text: string) => {
    document.documentElement.dataset.heard = text
  }
  const voice = Object.assign(new EventTarget(), {
    getVoices: () => [{ lang: 'pt-BR', localService: true }],
    speak: ({ text }: { text: string }) => heard(text),
    cancel: () => heard(''),
  })
  Object.defineProperty(window, 'speechSynthesis', { value: voice })
  function Utterance(text: string) {
    return Object.assign(new EventTarget(), { text })
  }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
}
