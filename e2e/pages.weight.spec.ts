import type { CDPSession, Page } from '@playwright/test'
import { castOf, type Role } from './support/people.ts'
import { contentPaths } from './support/states.ts'
import { expect, isRunByReact, simulatorUrl, test } from './support/test.ts'

const cast = castOf({ app: `http://localhost:${process.env.E2E_PORT}`, simulator: simulatorUrl() })
const kilobyte = 1024

interface Traffic {
  total: number
  script: number
  hosts: string[]
  urls: string[]
  complaints: string[]
  /** Number of milliseconds since the last request started or ended. */
  stillFor: number
}

for (const path of contentPaths) {
  test(`${path} loads in 60 KB, 5 KB of them script, without React`, async ({ page }) => {
    const traffic = await firstVisit(page, path)
    console.log(`      ${inKilobytes(traffic)}`)
    expect(traffic.total, traffic.urls.join('\n')).toBeLessThanOrEqual(60 * kilobyte)
    expect(traffic.script, traffic.urls.join('\n')).toBeLessThanOrEqual(5 * kilobyte)
    expect(traffic.urls.filter((url) => /react|jsx-runtime|hydrat|-page-/i.test(url))).toEqual([])
    expectQuiet(traffic)
  })
}

/** Pages that React runs in the browser (docs/decisions/0033). */
for (const [role, path] of [
  ['settled', '/account'],
  ['settled', '/account?aba=cadastro'],
  ['owing', '/payments'],
  ['waiting', '/payment'],
  ['paid', '/tracking'],
] as [Role, string][]) {
  test(`${path} (${role}) hydrates with at most 110 KB of script, after the first paint`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ storageState: await cast(role) })
    const page = await context.newPage()
    const traffic = await firstVisit(page, path)
    console.log(`      ${inKilobytes(traffic)}`)
    expect(traffic.script, traffic.urls.join('\n')).toBeLessThanOrEqual(110 * kilobyte)
    expect(traffic.total, traffic.urls.join('\n')).toBeLessThanOrEqual(175 * kilobyte)
    expectQuiet(traffic)
    const [paint, script] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      ),
    ])
    expect(script).toBeGreaterThan(paint ?? 0)
    expect(await isRunByReact(page.locator('[data-island]'))).toBe(true)
    await context.close()
  })
}

/** KB of script for the charts, which only the figures page loads. */
const charts = 30

for (const [path, max] of [
  ['/painel', 150],
  ['/painel/clientes', 150],
  ['/painel/documentos', 150],
  ['/painel/numeros', 150 + charts],
] as const) {
  test(`the desk runs React Router at ${path} with at most ${max} KB of script`, async ({ browser }) => {
    const context = await browser.newContext({ storageState: await cast('staff') })
    const page = await context.newPage()
    const traffic = await firstVisit(page, path)
    console.log(`      ${inKilobytes(traffic)}`)
    expect(traffic.script, traffic.urls.join('\n')).toBeLessThanOrEqual(max * kilobyte)
    expectQuiet(traffic)
    expect(await isRunByReact(page.locator('[data-island=desk]'))).toBe(true)
    await context.close()
  })
}

for (const [role, path] of [
  ['anonymous', '/auth'],
  ['anonymous', '/create-account'],
  ['anonymous', '/cpf-consult'],
  ['reader', '/contract'],
] as [Role, string][]) {
  test(`${path} (${role}) loads at most 12 KB of script, 70 KB in all`, async ({ browser }) => {
    const context = await browser.newContext({ storageState: await cast(role) })
    const page = await context.newPage()
    const traffic = await firstVisit(page, path)
    console.log(`      ${inKilobytes(traffic)}`)
    expect(traffic.script, traffic.urls.join('\n')).toBeLessThanOrEqual(12 * kilobyte)
    expect(traffic.total, traffic.urls.join('\n')).toBeLessThanOrEqual(70 * kilobyte)
    expect(traffic.urls.filter((url) => /react|jsx-runtime/i.test(url))).toEqual([])
    expectQuiet(traffic)
    await context.close()
  })
}

test('filling in and submitting a form loads at most 30 KB of script in all', async ({ page }) => {
  const traffic = await watch(page)
  await page.goto('/create-account')
  await page.locator('[name=nome]').fill('Joana')
  await page.locator('[name=documento]').pressSequentially('529')
  await page.getByRole('main').getByRole('button', { name: 'Criar Conta' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  const seen = traffic()
  console.log(`      ${inKilobytes(seen)}`)
  expect(seen.script, seen.urls.join('\n')).toBeLessThanOrEqual(30 * kilobyte)
  expectQuiet(seen)
})

function expectQuiet({ hosts, complaints }: Traffic): void {
  expect(hosts).toEqual(['localhost'])
  expect(complaints).toEqual([])
}

/** Opens a page with an empty cache and waits until it sends no more requests. */
async function firstVisit(page: Page, path: string): Promise<Traffic> {
  const traffic = await watch(page)
  await page.goto(path)
  // The payment page keeps its event stream open, so 'networkidle' never comes.
  await expect.poll(() => traffic().stillFor, { intervals: [100] }).toBeGreaterThan(700)
  return traffic()
}

async function watch(page: Page): Promise<() => Traffic> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  const requests = new Map<string, { url: string; type: string; bytes: number }>()
  let moved = Date.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    moved = Date.now()
    if (!request.url.startsWith('data:')) {
      requests.set(requestId, { url: request.url, type: type ?? 'Other', bytes: 0 })
    }
  })
  // `encodedDataLength`: bytes over the wire, including headers.
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    moved = Date.now()
    const request = requests.get(requestId)
    if (request) request.bytes += encodedDataLength
  })
  return () => {
    const all = [...requests.values()]
    const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0)
    return {
      total: sum(all),
      script: sum(all.filter(({ type, url }) => type === 'Script' || url.endsWith('.js'))),
      hosts: [...new Set(all.map(({ url }) => new URL(url).hostname))],
      urls: all.map(({ url, bytes }) => `${bytes} ${url}`),
      complaints,
      stillFor: Date.now() - moved,
    }
  }
}

function inKilobytes({ total, script, urls }: Traffic): string {
  const kb = (bytes: number) => (bytes / kilobyte).toFixed(1)
  return `${kb(total)} KB in ${urls.length} requests, ${kb(script)} KB of script`
}
