import type { Page } from '@playwright/test'
import { prepareAxe, ruleFaults } from './support/audit.ts'
import { castOf } from './support/people.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

const cast = castOf({ app: `http://localhost:${process.env.E2E_PORT}`, simulator: simulatorUrl() })

/*
 * What a person needs who enlarges four times (320 by 256 px of a desktop), holds the telephone on its side, chooses the colours, or
 * speaks to the controls by the words on them.
 */

const forEverybody = [
  '/',
  '/services',
  '/service/clean-name',
  '/cpf-consult',
  '/auth',
  '/e-golpe',
  '/conferir-contrato',
  '/termos',
]
const own = ['/account', '/account/privacidade', '/payments', '/tracking']

for (const [how, viewport] of [
  ['enlarged four times', { width: 320, height: 256 }],
  ['on its side', { width: 640, height: 320 }],
] as const) {
  test.describe(how, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    test('nothing is wider than the window, and help is in every page’s footer, in the same order', async ({
      page,
    }) => {
      await page.context().addCookies((await cast('owing')).cookies)
      for (const path of [...forEverybody, ...own]) {
        await page.goto(path)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([path, width]).toEqual([path, viewport.width])
        expect([path, await page.evaluate(waysOfHelp)]).toEqual([path, ['whatsapp', 'telephone', 'e-mail']])
      }
    })

    test('sticky elements leave room for the content, and hide no focused field', async ({ page }) => {
      await page.context().addCookies((await cast('owing')).cookies)
      for (const path of ['/cpf-consult', '/auth', '/account', '/payments']) {
        await page.goto(path)
        expect([path, await stuckHeight(page)]).toEqual([path, expect.any(Number)])
        expect(await stuckHeight(page)).toBeLessThan(viewport.height / 2)
        const fields = page
          .locator('main')
          .locator('input:not([type=hidden]):visible, select:visible, button:visible, summary:visible')
        for (const field of (await fields.all()).slice(0, 12)) {
          await field.focus()
          expect([path, await field.evaluate(isCovered)]).toEqual([path, false])
        }
      }
    })
  })
}

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

  test('every control has a border or an underline, and every focus an outline', async ({ page }) => {
    await page.context().addCookies((await cast('owing')).cookies)
    for (const path of [...forEverybody, ...own]) {
      await page.goto(path)
      expect([path, await page.evaluate(withoutEdge)]).toEqual([path, []])
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press('Tab')
        expect([path, await page.evaluate(isOutlined)]).toEqual([path, true])
      }
    }
  })
})

test.describe('in forced colours, on the telephone', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

  test('what is chosen, which page is open, how much is paid and where a dialog ends are seen', async ({
    page,
  }) => {
    await page.context().addCookies((await cast('owing')).cookies)
    const style = (selector: string, property: string, part?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (element, [name = '', of]) => getComputedStyle(element, of).getPropertyValue(name),
          [property, part ?? ''],
        )

    await page.goto('/account?aba=cadastro')
    const kinds = '[aria-label="Tipo de cadastro"]'
    expect(await style(`${kinds} a[aria-current]`, 'outline-style')).toBe('solid')
    expect(await style(`${kinds} a:not([aria-current])`, 'outline-style')).toBe('none')

    await page.goto('/account?aba=trocar-senha')
    await page.locator('main .password-toggle').first().waitFor()
    expect(await style('main .password-toggle', 'text-decoration-line')).toBe('underline')

    await page.goto('/services?consultas=1#consultas')
    await page.locator('dialog:modal').waitFor()
    expect(await style('dialog:modal', 'border-top-width')).toBe('1px')

    await page.goto('/payments')
    expect(await style('.plan-progress progress', 'border-top-width')).toBe('1px')
    await page.locator('[data-menu] summary').click()
    const here = '.menu-panel nav a[aria-current]'
    expect(await style(here, 'background-color', '::after')).not.toBe(await style('body', 'background-color'))
  })
})

test('the accessible name of a control contains its visible words', async ({ page }) => {
  await prepareAxe(page)
  await page.context().addCookies((await cast('owing')).cookies)
  for (const path of [...forEverybody, ...own]) {
    await page.goto(path)
    const found = await ruleFaults(page, 'label-content-name-mismatch')
    expect([path, found]).toEqual([path, []])
  }
})

/** Runs in the page. Returns the contact channels for help that the footer lists, in the order of their first links. */
function waysOfHelp(): string[] {
  const ways = { 'https://wa.me/': 'whatsapp', 'tel:': 'telephone', 'mailto:': 'e-mail' }
  const found = [...document.querySelectorAll<HTMLAnchorElement>('footer a')].flatMap(({ href }) =>
    Object.entries(ways).flatMap(([start, way]) => (href.startsWith(start) ? [way] : [])),
  )
  return [...new Set(found)]
}

/** Returns the height in pixels of the viewport that sticky elements cover. */
function stuckHeight(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.top, .pay-bar')]
      .filter(
        (element) => element.checkVisibility() && /sticky|fixed/.test(getComputedStyle(element).position),
      )
      .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
  )
}

/** Runs in the page. Checks whether the middle of an element is outside the viewport, or covered by sticky elements. */
function isCovered(element: Element): boolean {
  const box = element.getBoundingClientRect()
  const y = box.top + Math.min(box.height / 2, 20)
  if (y < 0 || y > innerHeight) return true
  const stuck = document.elementFromPoint(box.left + box.width / 2, y)?.closest('.top, .pay-bar')
  return stuck !== null && stuck !== undefined && !stuck.contains(element)
}

/** Runs in the page. Returns buttons and fields without a border or underline, which only their background colour would show. */
function withoutEdge(): string[] {
  const controls = [...document.querySelectorAll('a.btn, button, input, select, textarea')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !/hidden|radio|checkbox|file/.test(element.getAttribute('type') ?? ''),
  )
  return controls
    .filter((element) => {
      // Honeypot field for machines, invisible to people.
      if (element.closest('[aria-hidden="true"], .visually-hidden')) return false
      const { borderTopWidth, borderBottomWidth, textDecorationLine } = getComputedStyle(element)
      return (
        Math.max(Number.parseFloat(borderTopWidth), Number.parseFloat(borderBottomWidth)) === 0 &&
        textDecorationLine !== 'underline'
      )
    })
    .map((element) => `${element.className} ${element.textContent?.trim().slice(0, 30)}`)
}

/** Runs in the page. Checks whether the focused element, or its label, has an outline. */
function isOutlined(): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body) return true
  return [focused, focused.closest('label')].some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
}
