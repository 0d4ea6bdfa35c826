import type { Page } from '@playwright/test'
import { castOf } from './support/people.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

/** Timed behaviour of pages, with a paused clock that the test advances instead of waiting. */
test.describe('in time', { tag: '@js' }, () => {
  test.beforeEach(async ({ page }) => {
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 60_000)
  })

  /** /payment with a pending code, a blocked event stream, and a phase that the test sets. */
  async function waiting(page: Page, app: string) {
    const { cookies } = await castOf({ app, simulator: simulatorUrl() })('waiting')
    await page.context().addCookies(cookies)
    const status = {
      phase: 'waiting',
      /** Number of times the page polled, counted at the call of `fetch`, because request routes are installed later. */
      asked: () => page.evaluate(() => Number(Reflect.get(globalThis, 'asked'))),
      /** Sets the phase once every poll has its answer: a late one would have the new phase, before its time. */
      async become(phase: string) {
        await expect.poll(() => page.evaluate(() => Number(Reflect.get(globalThis, 'open')))).toBe(0)
        status.phase = phase
      },
    }
    await page.addInitScript(() => {
      const { fetch } = globalThis
      let asked = 0
      let open = 0
      globalThis.fetch = async (address, ...rest) => {
        if (!String(address).includes('/payment/situacao')) return fetch(address, ...rest)
        asked++
        open++
        return fetch(address, ...rest).finally(() => open--)
      }
      Object.defineProperty(globalThis, 'asked', { get: () => asked })
      Object.defineProperty(globalThis, 'open', { get: () => open })
    })
    await page.route('**/payment/eventos*', (route) => route.abort())
    await page.route('**/payment/situacao*', (route) => route.fulfill({ json: { phase: status.phase } }))
    const failed = page.waitForEvent('requestfailed')
    await page.goto('/payment')
    await failed
    return status
  }

  /** Lets the time go on until the page has polled. */
  async function firstPoll(page: Page, status: { asked: () => Promise<number> }) {
    await expect(async () => {
      await page.clock.runFor(5_000)
      expect(await status.asked()).toBeGreaterThan(0)
    }).toPass()
  }

  test('§9 without events the status is polled every five seconds', async ({ page, baseURL }) => {
    const status = await waiting(page, baseURL ?? '')
    await firstPoll(page, status)
    const before = await status.asked()
    await page.clock.runFor(60_000)
    expect((await status.asked()) - before).toBe(12)
  })

  test('§9 an approval is announced and redirects after two seconds', async ({ page, baseURL }) => {
    const status = await waiting(page, baseURL ?? '')
    await firstPoll(page, status)
    await status.become('approved')
    await page.clock.runFor(5_000)
    await expect(page.locator('[data-waiting]')).toContainText('Pagamento aprovado!')
    await page.clock.runFor(1_900)
    expect(new URL(page.url()).pathname).toBe('/payment')
    await page.clock.runFor(200)
    await expect(page).toHaveURL(/\/payment-success$/)
  })

  test('a payment in the last second redirects, although the time was over', async ({ page, baseURL }) => {
    const status = await waiting(page, baseURL ?? '')
    await firstPoll(page, status)
    // The answer of /payment about an approved charge.
    await page.route('**/payment', (route) =>
      route.fulfill({
        contentType: 'application/vnd.recomeco.page+json',
        json: { redirect: '/payment-success' },
      }),
    )
    await page.clock.fastForward(30 * 60_000)
    await expect(page.locator('[data-waiting]')).toContainText('O código Pix expirou')
    await page.clock.runFor(2_000)
    await expect(page).toHaveURL(/\/payment-success$/)
  })

  test('§9 the countdown counts by seconds', async ({ page, baseURL }) => {
    await waiting(page, baseURL ?? '')
    const clock = page.locator('[data-countdown]')
    const left = async () => {
      const shown = (await clock.textContent()) ?? ''
      expect(shown).toMatch(/^\d\d:\d\d$/)
      const [minutes = 0, seconds = 0] = shown.split(':').map(Number)
      return minutes * 60 + seconds
    }
    await page.clock.runFor(1_000)
    const before = await left()
    expect(before).toBeGreaterThan(28 * 60)
    expect(before).toBeLessThanOrEqual(30 * 60)
    await page.clock.runFor(95_000)
    expect(before - (await left())).toBe(95)
  })

  test('§9 at most three toasts, each for four seconds', async ({ page }) => {
    await page.goto('/service/clean-name')
    const notices = page.locator('[data-toast-item]')
    // Without a plan: each press is answered by a toast.
    const hire = page.getByRole('button', { name: 'Contratar Agora' })
    // A second toast means that the script has loaded: without it the form is sent, and the new page has one.
    await expect(async () => {
      await hire.click()
      expect(await notices.count()).toBeGreaterThan(1)
    }).toPass()
    await page.clock.runFor(5_000)
    await expect(notices).toHaveCount(0)
    for (let press = 0; press < 4; press++) await hire.click()
    await expect(notices).toHaveCount(3)
    await page.clock.runFor(3_900)
    await expect(notices).toHaveCount(3)
    await page.clock.runFor(200)
    await expect(notices).toHaveCount(0)
  })
})
