import { castOf } from './support/people.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const cast = castOf({ app: `http://localhost:${process.env.E2E_PORT}`, simulator: simulatorUrl() })

test('visited pages stay readable offline for a day, state their time, and are deleted on signing out @js', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await cast('waiting') })
  const page = await context.newPage()
  await page.goto('/payments')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while ((await (await caches.open('pages-1')).keys()).length === 0)
      await new Promise((next) => setTimeout(next, 50))
  })
  // A tab opened by React is not loaded as a page, but is cached all the same.
  await page.getByRole('link', { name: /^Pagas/ }).click()
  await expect
    .poll(() =>
      page.evaluate(async () => !!(await (await caches.open('pages-1')).match('/payments?aba=pagas'))),
    )
    .toBe(true)
  await page.goto('/payment')
  await expect(page.getByText(/Sem internet/)).toHaveCount(0)
  await page.goto('/tracking')

  // A cached copy that is not opened again is also deleted after one day.
  const old = '/contract/copia/01a20340-c937-705b-908f-c8818d8107b0'
  const isKept = () =>
    page.evaluate(async (path) => !!(await (await caches.open('pages-1')).match(path)), old)
  await page.evaluate(async (path) => {
    const copy = new Response('visto ontem', { headers: { 'X-Seen-At': String(Date.now() - 25 * 3600_000) } })
    await (await caches.open('pages-1')).put(path, copy)
  }, old)
  expect(await isKept()).toBe(true)
  await page.goto('/tracking')
  await expect.poll(isKept).toBe(false)

  await context.setOffline(true)
  for (const [path, text] of [
    ['/payments', 'R$ 400,00'],
    ['/payments?aba=pagas', 'Nenhum pagamento no histórico'],
    ['/payment', '000201'],
    ['/tracking', 'Limpeza de Nome'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('.kept-strip')).toHaveText(/^Sem internet: visto às \d\dh\d\d$/)
    await expect(page.getByText(text).first()).toBeVisible()
  }
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Sem internet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pagamentos' })).toBeVisible()
  // The page is retried at the requested URL, including its parameters.
  await page.goto('/account?aba=cadastro&x=1')
  await expect(page.getByRole('link', { name: 'Tentar de novo' })).toHaveAttribute(
    'href',
    /\/account\?aba=cadastro&x=1$/,
  )

  await context.setOffline(false)
  await page.goto('/payments')
  await expect(page.locator('.kept-strip')).toHaveCount(0)
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/sair"]')?.requestSubmit())
  await page.waitForURL('/')
  await expect.poll(() => page.evaluate(() => caches.has('pages-1'))).toBe(false)
  await context.setOffline(true)
  await page.goto('/payments').catch(() => undefined)
  await expect(page.getByText('R$ 400,00')).toHaveCount(0)
  await context.close()
})

test('the offer to install waits for the browser, asks once, and never returns after it was declined @js', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await cast('paid') })
  const page = await context.newPage()
  await page.goto('/tracking')
  const offer = page.locator('[data-install]')
  // Event that Chromium fires for an installable site, but never in headless mode.
  const canInstall = () =>
    page.evaluate(() => {
      const prompt = async () => {
        document.title = 'asked'
      }
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    })
  await expect(offer).toBeHidden()
  await expect(async () => {
    await canInstall()
    await expect(offer).toBeVisible({ timeout: 200 })
  }).toPass()
  await page.getByRole('button', { name: 'Instalar' }).click()
  await expect(page).toHaveTitle('asked')
  await expect(offer).toBeHidden()
  await canInstall()
  await page.getByRole('button', { name: 'Agora não' }).click()
  await canInstall()
  await expect(offer).toBeHidden()
  await context.close()
})
