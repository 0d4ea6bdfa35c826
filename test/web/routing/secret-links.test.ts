// Databases: one
import { expect, test } from 'vitest'
import routes from '../../../src/web/routes.ts'
import { webWith } from '../../support/web.ts'

/** The pages of sent links: anybody with the secret at the end of one may open it. */
const links = routes.flatMap(({ path = '', file, traits }) =>
  traits.access === 'by-route' && /:(key|token)$/.test(path) && file.endsWith('.tsx')
    ? [{ path: `/${path}`, file }]
    : [],
)
const web = webWith(
  Object.fromEntries(links.map(({ path, file }) => [path, () => import(`../../../src/web/${file}`)])),
)

test('there are such pages', () => {
  expect(links.length).toBeGreaterThan(4)
})

test.for(links)('$path explains what to do with a truncated link', async ({ path }) => {
  const answer = await web.browser().get(path.replace(/:\w+$/, 'x'.repeat(20)))
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('toque no link inteiro')
})
