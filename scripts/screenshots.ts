/**
 * Takes screenshots of every page and its main states at phone and desktop width: docs/screenshots/<name>-<width>.png, and writes
 * their index. It starts the product itself, on free ports and with an empty data folder.
 *
 *     node scripts/screenshots.ts # all of them
 *     node scripts/screenshots.ts payment # those whose names start with 'payment'
 */

import { mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { castOf, mailSecret, type Role } from '../e2e/support/people.ts'
import { groups, reach, type State, states } from '../e2e/support/states.ts'
import { build } from './lib/build.ts'
import { chromiumArgs, ensureChromium } from './lib/chromium.ts'
import { freePorts } from './lib/ports.ts'
import { inRoot } from './lib/root.ts'
import { shellEnvironment } from './lib/shell-environment.ts'
import { answers, simulatorUrl, startApplication, startSimulator, stopSystem } from './lib/system.ts'

/** Phone and desktop viewports, in CSS pixels. */
const widths = { 360: { width: 360, height: 740 }, 1280: { width: 1280, height: 800 } }
const maxHeight = { 360: 4800, 1280: 3000 }
const folder = inRoot('docs/screenshots')
const wanted = process.argv[2] ?? ''

const port = await freePorts(2)
const app = `http://localhost:${port}`
const scratch = mkdtempSync(join(tmpdir(), 'recomeco-pictures-'))
if (!(await build().done)) throw new Error('The pages could not be built')
const settings = {
  port,
  dataDir: join(scratch, 'data'),
  output: openSync(join(scratch, 'system.log'), 'a'),
  env: {
    ...shellEnvironment(),
    MAIL_WEBHOOK_SECRET: mailSecret,
    LOG_LEVEL: 'warn',
  },
}
const simulator = startSimulator(settings)
const application = startApplication(settings)
try {
  if (!(await answers(`${simulatorUrl(port)}/healthz`, simulator))) throw new Error('No simulator')
  if (!(await answers(`${app}/readyz`, application))) throw new Error('The application did not become ready')
  await takeAll()
  writeIndex()
} finally {
  await stopSystem(application, simulator)
  rmSync(scratch, { recursive: true, force: true })
}

async function takeAll(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  if (wanted === '') for (const old of pictures()) rmSync(join(folder, old))
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...chromiumArgs, '--disable-lcd-text', '--hide-scrollbars', '--lang=pt-BR'],
  })
  const cast = castOf({ app, simulator: simulatorUrl(port) })
  for (const state of states.filter(({ name }) => name.startsWith(wanted))) {
    for (const width of Object.keys(widths).map(Number) as (keyof typeof widths)[]) {
      await take(browser, state, width, cast)
    }
  }
  await browser.close()
}

async function take(
  browser: Browser,
  state: State,
  width: keyof typeof widths,
  cast: (role: Role) => ReturnType<ReturnType<typeof castOf>>,
): Promise<void> {
  if (state.after) await cast(state.after)
  const context = await browser.newContext({
    baseURL: app,
    storageState: await cast(state.as),
    viewport: widths[width],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await reach(page, state)
  await settle(page, state)
  if (!state.modal) {
    // Makes the viewport as high as the page, so that sticky elements are at its end; long pages are cut off.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(height, maxHeight[width]) })
  }
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const file = `${state.name}-${width}.png`
  writeFileSync(join(folder, file), picture)
  console.log(`${file} ${Math.ceil(picture.length / 1024)} KB`)
  await context.close()
}

/** Scrolls to the top and removes the focus ring, except for modal states. */
async function settle(page: Page, { modal }: State): Promise<void> {
  if (modal) return
  await page.evaluate(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
}

function pictures(): string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.png'))
}

function writeIndex(): void {
  const total = pictures().reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  const lines = Object.entries(groups).flatMap(([group, members]) => [
    '',
    `## ${group}`,
    '',
    '| screen | 360 px | 1280 px |',
    '|---|---|---|',
    ...members.map(({ name }) => `| ${name} | [phone](${name}-360.png) | [desk](${name}-1280.png) |`),
  ])
  writeFileSync(
    join(folder, 'README.md'),
    [
      '# Every screen',
      '',
      'Drawn by `node scripts/screenshots.ts` from a product it starts by itself; the states are those that the',
      'accessibility tests visit, [`e2e/support/states.ts`](../../e2e/support/states.ts).',
      ...lines,
      '',
    ].join('\n'),
  )
  console.log(`${pictures().length} pictures, ${(total / 1024 / 1024).toFixed(1)} MB`)
}
