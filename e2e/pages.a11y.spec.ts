import type { BrowserContext, Page } from '@playwright/test'
import {
  autocompleteFaults,
  axeFaults,
  clippedTexts,
  faultsEnlarged,
  faultsOf,
  faultsSpaced,
  hiddenMenu,
  prepareAxe,
  rememberShown,
  ruleFaults,
  showsMore,
  sidewaysFaults,
  smallTexts,
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
        await rememberShown(page)
        const faults = at(360, await faultsOf(page, structureFaults, autocompleteFaults, sidewaysFaults))
        // The desk's texts have 15 px, and it is no work for such a phone.
        if (group !== 'desk') faults.push(...at(360, await faultsOf(page, smallTexts)))
        const controls = group === 'desk' ? [] : [squeezedControls]
        faults.push(...at('200 %', await faultsEnlarged(page, sidewaysFaults, hiddenMenu, ...controls)))
        faults.push(...at('wide', await faultsSpaced(page, sidewaysFaults, clippedTexts)))
        if (!state.sameParts) {
          faults.push(...at(360, await axeFaults(page)))
          await page.emulateMedia({ colorScheme: 'dark' })
          faults.push(...at('dark', await ruleFaults(page, 'color-contrast')))
        }

        // Both at once, because each makes the page draw itself anew.
        await Promise.all([
          page.emulateMedia({ colorScheme: 'light' }),
          page.setViewportSize({ width: 1280, height: 800 }),
        ])
        faults.push(...at(1280, await faultsOf(page, structureFaults, sidewaysFaults)))
        // The same elements in another layout need no second check, but the header of each role does.
        if (!known || (!state.sameParts && (await showsMore(page))))
          faults.push(...at(1280, await axeFaults(page)))

        // 1280 px at 400 %, equal to 640 px at 200 %.
        await page.setViewportSize({ width: 320, height: 640 })
        faults.push(...at(320, await faultsOf(page, sidewaysFaults)))
        faults.push(...errors.splice(0))
        expect.soft(faults, state.name).toEqual([])
      })
    }
    for (const { page } of pages.values()) await page.context().close()
  })
}

async function open(context: BrowserContext): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage()
  await prepareAxe(page)
  return { page, errors: watchErrors(page) }
}

function at(width: number | string, faults: string[]): string[] {
  return faults.map((fault) => `${width}: ${fault}`)
}
