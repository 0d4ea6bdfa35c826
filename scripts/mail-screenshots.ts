/**
 * Takes screenshots of the mails: for every kind the content, at the width of a phone; for one mail of each layout the whole
 * mail, also at 1280 px and in dark mode: docs/screenshots/mail/<kind>-<width>[-dark].png, and their index. The texts are those
 * of test/support/every-message.ts.
 *
 *     node scripts/mail-screenshots.ts # all of them
 *     node scripts/mail-screenshots.ts contract # those whose kinds start with 'contract'
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import type { MailRenderer, Sender } from '../src/modules/notifications/public.ts'
import { everyMessage, sender, site } from '../test/support/every-message.ts'
import { build } from './lib/build.ts'
import { chromiumArgs, ensureChromium } from './lib/chromium.ts'
import { inRoot } from './lib/root.ts'

interface Pages {
  createMailRenderer(settings: { sender: () => Sender; publicUrl: string }): MailRenderer
}

interface View {
  suffix: string
  width: number
  isDark: boolean
}

const phone: View = { suffix: '360', width: 360, isDark: false }
const others: readonly View[] = [
  { suffix: '360-dark', width: 360, isDark: true },
  { suffix: '1280', width: 1280, isDark: false },
  { suffix: '1280-dark', width: 1280, isDark: true },
]

/** One kind of each layout, and what it shows. */
const layouts: Readonly<Record<string, string>> = {
  'contract.accepted': 'facts and a note',
  'order.step-completed': 'words of the team',
  'instalment.late-second': 'a way out above the button',
}

const folder = inRoot('docs/screenshots/mail')
const wanted = process.argv[2] ?? ''

if (!(await build().done)) throw new Error('The pages could not be built')
const { createMailRenderer } = (await import(pathToFileURL(inRoot('build/server/index.js')).href)) as Pages
const render = createMailRenderer({ sender: () => sender, publicUrl: site })
mkdirSync(folder, { recursive: true })
if (wanted === '') for (const old of pictures()) rmSync(`${folder}/${old}`)
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...chromiumArgs, '--disable-lcd-text', '--hide-scrollbars', '--lang=pt-BR'],
})
for (const kind of Object.keys(everyMessage).filter((name) => name.startsWith(wanted))) {
  for (const view of [phone, ...(kind in layouts ? others : [])]) await take(browser, kind, view)
}
await browser.close()
writeIndex()

async function take(on: Browser, kind: string, { suffix, width, isDark }: View): Promise<void> {
  const [message] = everyMessage[kind as keyof typeof everyMessage]
  if (!message) throw new Error(`no message of the kind ${kind}`)
  const links = message.text.match(/https:\S+/g) ?? []
  const html = render({ ...message, links, preferencesUrl: `${site}/preferencias/x` })
  const page = await on.newPage({
    viewport: { width, height: 400 },
    colorScheme: isDark ? 'dark' : 'light',
    locale: 'pt-BR',
  })
  await page.setContent(html)
  if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) {
    throw new Error(`${kind} is wider than ${width} px`)
  }
  // The name above and the signature below are the same in all mails; those of `layouts` show them.
  const shown = kind in layouts ? page.locator('body') : page.locator('div:has(> h1)')
  writeFileSync(`${folder}/${kind}-${suffix}.png`, await shown.screenshot())
  await page.close()
}

function pictures(): string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.png'))
}

function writeIndex(): void {
  const total = pictures().reduce((sum, file) => sum + statSync(`${folder}/${file}`).size, 0)
  const lines = Object.keys(everyMessage).map((kind) => {
    const links = [phone, ...(kind in layouts ? others : [])].map(
      ({ suffix }) => `[${suffix}](${kind}-${suffix}.png)`,
    )
    return `| \`${kind}\` | ${layouts[kind] ?? ''} | ${links.join(', ')} |`
  })
  writeFileSync(
    `${folder}/README.md`,
    [
      '# Every mail',
      '',
      'Drawn by `node scripts/mail-screenshots.ts` from the messages of [`test/support/every-message.ts`](../../../test/support/every-message.ts): of every',
      'kind what it says, as a phone shows it; of one of each layout the whole mail, also wide and in the dark. Those of a running demonstration are at `/dev/mensagens`.',
      '',
      '| kind | what it is an example of | px |',
      '|---|---|---|',
      ...lines,
      '',
    ].join('\n'),
  )
  console.log(`${pictures().length} pictures, ${(total / 1024 / 1024).toFixed(1)} MB`)
}
