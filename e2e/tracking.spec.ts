import { castOf } from './support/people.ts'
import { expect, simulatorUrl, test } from './support/test.ts'

test('an open page shows the progress of an order without a reload @js', async ({
  browser,
  baseURL,
  simulator,
}) => {
  const app = baseURL ?? ''
  const context = await browser.newContext({
    baseURL: app,
    storageState: await castOf({ app, simulator: simulatorUrl() })('watched'),
  })
  const page = await context.newPage()
  await page.goto('/tracking')
  await expect(page.getByText('Aguardando Pagamento').first()).toBeVisible()
  let loads = 0
  page.on('load', () => loads++)

  const [charge] = (await simulator.payments()).filter(({ status }) => status === 'pending')
  await simulator.decide(charge?.id ?? 0, 'approve')
  await expect(page.getByText('Em Andamento').first()).toBeVisible({ timeout: 35_000 })
  expect(loads).toBe(0)
  await context.close()
})
