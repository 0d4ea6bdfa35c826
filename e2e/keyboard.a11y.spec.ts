import type { Locator, Page } from '@playwright/test'
import { castOf } from './support/people.ts'
import { expect, simulatorUrl, test } from './support/test.ts'
import { expectHeard } from './support/transcript.ts'

const cast = castOf({ app: `http://localhost:${process.env.E2E_PORT}`, simulator: simulatorUrl() })

test.describe('with the keyboard alone', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('from the landing page to the PIX code by Tab, Space, Enter and arrows, hearing what e2e/transcripts says', async ({
    browser,
  }) => {
    const storageState = await cast('newcomer')
    const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto('/')
    await expectHeard('1-landing', page.locator('body'))
    await tabTo(page, page.getByRole('link', { name: 'Começar Agora' }).first())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/services$/)
    await expectHeard('2-services', page.getByRole('main'))
    await tabTo(
      page,
      page
        .getByRole('main')
        .getByRole('link', { name: /Limpeza de Nome/ })
        .first(),
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/service\/clean-name$/)
    await expectHeard('3-service', page.getByRole('main'))

    const plans = page.getByRole('radio')
    await tabTo(page, plans.first())
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /semanal/i })).toBeChecked()
    await tabTo(page, page.getByRole('button', { name: 'Contratar Agora' }))
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectHeard('4-dialog', dialog)
    // Name, CPF and phone are prefilled from the profile.
    await tabTo(page, dialog.getByRole('button', { name: /continuar|contratar/i }).last())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/contract$/)
    await expectHeard('5-contract', page.getByRole('main'))
    await tabTo(page, page.getByRole('checkbox'))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Aceitar e Prosseguir para Pagamento' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/payments$/)
    await expectHeard('6-instalments', page.getByRole('region', { name: 'Próximo pagamento' }))
    await tabTo(page, page.getByRole('checkbox').first())
    await page.keyboard.press('Space')
    const list = page.getByRole('form', { name: 'Suas parcelas' })
    await tabTo(page, list.getByRole('button', { name: 'Pagar R$ 400,00 com Pix' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/payment$/)
    await expect(page.getByText(/000201/).first()).toBeVisible()
    await expectHeard('7-payment', page.getByRole('main'))
    await tabTo(page, page.getByRole('button', { name: /copiar/i }).first())
    await page.keyboard.press('Enter')
    await context.close()
  })

  test('the first Tab focuses the skip link, which works', async ({ page }) => {
    await page.goto('/services')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: /conteúdo/i })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus')).toHaveCount(1)
  })

  for (const [name, path, opener] of [
    ['the contracting dialog', '/service/clean-name', 'Contratar Agora'],
    ['the look-ups', '/services', 'Escolher consulta'],
  ] as const) {
    test(`${name} traps the focus, and restores it on Escape`, async ({ page }) => {
      await page.goto(path)
      if (path.startsWith('/service/')) await page.getByRole('radio', { name: /semanal/i }).check()
      const control = page
        .getByRole('main')
        .getByRole(path === '/services' ? 'link' : 'button', { name: opener })
        .first()
      await control.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(dialog.locator(':focus')).toHaveCount(1)
      for (let presses = 0; presses < 15; presses++) {
        await page.keyboard.press('Tab')
        // The focus may move to the browser's toolbar, but never to the page behind.
        const behind = await page.evaluate(() => {
          const focused = document.activeElement
          return focused !== document.body && !focused?.closest('dialog')
        })
        expect(behind).toBe(false)
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(control).toBeFocused()
    })
  }

  test('a dialog opened by the URL gets the focus too', async ({ page }) => {
    await page.goto('/service/clean-name?plano=semanal-20x#contratar')
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  })

  test('closing a dialog opened by the URL focuses the link that opens it', async ({ page }) => {
    await page.goto('/services')
    const control = page.getByRole('main').getByRole('link', { name: 'Escolher consulta' })
    await page.goto((await control.getAttribute('href')) ?? '')
    await page.locator('dialog:modal').press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(control).toBeFocused()
  })

  for (const path of ['/', '/services', '/service/clean-name', '/auth', '/create-account']) {
    test(`the focus is visible and not obscured on ${path}`, async ({ page }) => {
      await page.goto(path)
      expect(await unseenFocus(page)).toEqual([])
    })
  }
})

test.describe('on a phone', () => {
  test('the menu opens, closes on Escape and restores the focus', async ({ page }) => {
    await page.goto('/')
    const summary = page.locator('[data-menu] summary')
    await summary.focus()
    await page.keyboard.press('Enter')
    const link = page.locator('.menu-panel').getByRole('link').first()
    await expect(link).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    // The script that handles the key starts after the first paint, which on a busy machine comes after the load event.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(link).toBeHidden({ timeout: 500 })
    }).toPass()
    await expect(summary).toBeFocused()
  })

  for (const [role, path] of [
    ['reader', '/contract'],
    ['owing', '/payments'],
    ['waiting', '/payment'],
    ['owner', '/painel/catalogo'],
  ] as const) {
    test(`neither the header nor a bar at the foot hides the focus on ${path}`, async ({ page }) => {
      await page.context().addCookies((await cast(role)).cookies)
      await page.goto(path)
      expect(await unseenFocus(page)).toEqual([])
    })
  }
})

/** Returns the elements that have the focus but are not visible, while Tab is pressed through the first part of the page. */
async function unseenFocus(page: Page): Promise<string[]> {
  // Without smooth scrolling, so that the test does not have to wait.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const unseen: string[] = []
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(focusFault)
    if (fault === 'end') break
    if (fault) unseen.push(fault)
  }
  return unseen
}

/** Presses Tab until the target element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`60 presses of Tab do not reach ${target}`)
}

/**
 * Runs in the page. Waits until the new focus is drawn, because the skip link slides into view. Checks that the focused element
 * or its label has an outline, and that the element is neither outside the viewport nor covered by sticky elements.
 */
async function focusFault(): Promise<string | undefined> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'end'
  const name = `<${focused.tagName.toLowerCase()} ${focused.className}> ${focused.textContent?.trim().slice(0, 30)}`
  const marked = [focused, focused.closest('label')].some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!marked) return `no outline: ${name}`
  const box = focused.getBoundingClientRect()
  const under = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20))
  const sticky = under?.closest('.top, .pay-bar, .desk-tabs')
  const covered = sticky && !sticky.contains(focused)
  if (covered || box.bottom <= 0 || box.top >= innerHeight) return `out of sight: ${name}`
  return undefined
}
