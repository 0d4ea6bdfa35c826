/**
 * Renders the Open Graph images, public/og/*.png, and records their texts in scripts/og-images.json, so that a test
 * detects an image whose price differs from the catalogue. Also renders the home screen icons.
 *
 *     node scripts/og-images.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { ogCards, ogSize } from '../src/web/seo/og-cards.ts'
import { chromiumArgs, ensureChromium } from './lib/chromium.ts'
import { iconPage, ogPage } from './lib/og-page.ts'
import { inRoot } from './lib/root.ts'

const face = readFileSync(inRoot('src/web/assets/bricolage-650.woff2')).toString('base64')
/**
 * File, size, and the side of the square that contains the logo mark, which is 34 wide. Some systems show only a circle of a
 * maskable icon.
 */
const icons = [
  ['apple-touch-icon.png', 180, 46],
  ['icon-192.png', 192, 44],
  ['icon-512.png', 512, 44],
  ['icon-maskable-512.png', 512, 56],
] as const
mkdirSync(inRoot('public/og'), { recursive: true })

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...chromiumArgs, '--disable-lcd-text'],
})
const page = await browser.newPage({ viewport: ogSize })
for (const card of ogCards) {
  await page.setContent(ogPage(card, face))
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot()
  writeFileSync(inRoot('public/og', card.file), picture)
  console.log(`${card.file} ${Math.ceil(picture.length / 1024)} KB`)
}
for (const [file, size, side] of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(iconPage(side))
  writeFileSync(inRoot('public', file), await page.screenshot())
}
await browser.close()
writeFileSync(inRoot('scripts/og-images.json'), `${JSON.stringify(ogCards, null, 2)}\n`)
