import { expect, test } from './support/test.ts'

declare global {
  interface Window {
    /** The properties that moved, each with its element. */
    moved: string[]
  }
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const path of ['/', '/service/clean-name', '/auth']) {
  test(`nothing fades in from the browser’s default colours while ${path} loads @js`, async ({ page }) => {
    await page.addInitScript(() => {
      window.moved = []
      document.addEventListener(
        'transitionrun',
        ({ target, propertyName }) => {
          if (target instanceof Element) window.moved.push(`${target.className}: ${propertyName}`)
        },
        true,
      )
    })
    await page.goto(path, { waitUntil: 'commit' })
    // Drawn as soon as it can be, as on a telephone.
    await page.screenshot().catch(() => {})
    await page.waitForLoadState()
    expect(await page.evaluate(() => window.moved)).toEqual([])
  })
}
