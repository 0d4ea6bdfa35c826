// Databases: one. Pages over HTTP, compared with the specification.
import { afterAll, describe, expect, test, vi } from 'vitest'
import routes from '../../src/web/routes.ts'
import { movableClock, startProvider } from '../modules/payments/payments-harness.ts'
import { type Pages, webWith } from '../support/web.ts'
import { nameOf } from './demand.ts'
import { demands } from './demands/index.ts'
import { createFixture } from './fixture.ts'

/** Checks every demand of the specification on the running product. */
const modules = import.meta.glob('../../src/web/routes/**/*.{ts,tsx}')
const pages: Pages = {
  ...Object.fromEntries(routes.map(({ path = '/', file }) => [path, moduleOf(file)])),
  // Renders the page when a check fails.
  'pagina-que-falha': async () => ({ loader: fail, default: () => null }),
}

let simulator: Awaited<ReturnType<typeof startProvider>>
const web = webWith(pages, async () => {
  simulator = await startProvider(movableClock('2026-03-02T12:00:00Z'))
  return { MERCADOPAGO_BASE_URL: simulator.url, MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken }
})
afterAll(() => simulator.close())
const fixture = createFixture({ web, simulator: () => simulator })

describe('the specification, line by line', () => {
  for (const demand of demands) {
    if (!('check' in demand)) continue
    test(nameOf(demand), async () => {
      try {
        await demand.check(fixture)
      } finally {
        vi.restoreAllMocks()
      }
      expect.hasAssertions()
    })
  }
})

function moduleOf(file: string) {
  const load = modules[`../../src/web/${file}`]
  if (!load) throw new Error(`routes.ts names ${file}, which is not there`)
  return load as Pages[string]
}

function fail(): never {
  throw new Error('falha de propósito')
}
