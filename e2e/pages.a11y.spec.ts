import type { BrowserContext, Page } from '@playwright/test'
import {
  autocompleteFaults,
  axeFaults,
  clippedTexts,
  hiddenMenu,
  rememberShown,
  ruleFaults,
  showsMore,
  sidewaysFaults,
  squeezedControls,
  structureFaults,
  watchErrors,
} from './support/audit.ts'
import { castOf, type Role } from './support/people.ts'
import { groups, reach } from './support/states.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

// Automated checks of every page in every state. One user per role and one page per user, because setting up is expensive. With
// hundreds of pages, traces, screenshots and animations between two checks would cost more than the checks.
test.use({ trace: 'off', screenshot: 'off', contextOptions: { reducedMotion: 'reduce' } })

const app = `http://localhost:${process.env.E2E_PORT}`
const cast = castOf({ app, simulator: simulatorUrl() })

/** WCAG 1.4.12: text spacing that users may set without loss of text. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

for (const [group, states] of Object.entries(groups)) {
  test(`${group}: no fault at 360 and 1280 px or in dark mode; nothing cut off at 320 px, at 200 % or with wide spacing`, async ({
    browser,
  }) => {
    // Long, because the machine may be busy with other work.
    test.setTimeout(900_000)
    const pages = new Map<Role, { page: Page; errors: string[] }>()
    for (const state of states) {
      await test.step(state.name, async () => {
        if (state.after) await cast(state.after)
        const storageState = await cast(state.as)
        const known = pages.get(state.as)
        const { page, errors } = known ?? (await open(await browser.newContext({ storageState })))
        pages.set(state.as, { page, errors })
        await page.setViewportSize({ width: 360, height: 740 })
        await reach(page, state)
        await settled(page)
        await rememberShown(page)
        const faults = [...(await structureFaults(page)), ...(await autocompleteFaults(page))]
        faults.push(...at(360, await sidewaysFaults(page)))
        if (!state.sameParts) {
          faults.push(...at(360, await axeFaults(page)))
          await page.emulateMedia({ colorScheme: 'dark' })
          await settled(page)
          faults.push(...at('dark', await ruleFaults(page, 'color-contrast')))
          await page.emulateMedia({ colorScheme: 'light' })
          await settled(page)
        }

        await page.setViewportSize({ width: 1280, height: 800 })
        faults.push(...at(1280, await structureFaults(page)), ...at(1280, await sidewaysFaults(page)))
        // The same elements in another layout need no second check, but the header of each role does.
        if (!known || (!state.sameParts && (await showsMore(page))))
          faults.push(...at(1280, await axeFaults(page)))

        // 1280 px at 400 %, equal to 640 px at 200 %.
        await page.setViewportSize({ width: 320, height: 640 })
        faults.push(...at(320, await sidewaysFaults(page)))
        await page.setViewportSize({ width: 360, height: 740 })
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        faults.push(...at('200 %', await sidewaysFaults(page)), ...at('200 %', await hiddenMenu(page)))
        // The desk is no work for such a phone.
        if (group !== 'desk') faults.push(...at('200 %', await squeezedControls(page)))
        await page.evaluate(() => {
          document.documentElement.style.fontSize = ''
        })
        await widen(page)
        faults.push(...at('wide', await sidewaysFaults(page)), ...at('wide', await clippedTexts(page)))
        faults.push(...errors.splice(0))
        expect.soft(faults, state.name).toEqual([])
      })
    }
    for (const { page } of pages.values()) await page.context().close()
  })
}

async function open(context: BrowserContext): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage()
  return { page, errors: watchErrors(page) }
}

/** Waits for animations to end, because axe would measure half-transparent colours. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map(({ finished }) => Promise.race([finished, new Promise((resolve) => setTimeout(resolve, 400))])),
    ),
  )
}

/** Adds a constructed stylesheet, because the content security policy refuses a <style>. */
async function widen(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spacing)
}

function at(width: number | string, faults: string[]): string[] {
  return faults.map((fault) => `${width}: ${fault}`)
}
