import { afterEach, expect, test } from 'vitest'
import { catalogue, readCatalogueFrom, release } from '../../../src/modules/catalogue/public.ts'
import { redirectOfHiddenPage } from '../../../src/web/routing/hidden-pages.ts'

const inForce = catalogue()
afterEach(() => readCatalogueFrom(() => inForce))

const services = release.services.map((service) =>
  service.id === 'clean-name' ? { ...service, hidden: true as const } : service,
)
const consultations = release.consultations.map((lookup) =>
  lookup.id === 'cpf' ? { ...lookup, hidden: true as const } : lookup,
)

test('the page of a hidden service leads to the services, except in a preview', () => {
  const hidden = { ...inForce, services, consultations }
  readCatalogueFrom(() => hidden)
  const paths = ['/service/clean-name', '/cpf-consult', '/service/serasa-score', '/']
  expect(paths.map(redirectOfHiddenPage)).toEqual(['/services', '/services', undefined, undefined])
  readCatalogueFrom(() => ({ ...hidden, isPreview: true }))
  expect(paths.map(redirectOfHiddenPage)).toEqual(paths.map(() => undefined))
})

test('a hidden page is hidden by every address that the router takes for its own', () => {
  readCatalogueFrom(() => ({ ...inForce, services, consultations }))
  const paths = ['/service/clean-name/', '/SERVICE/Clean-Name', '/service/clean%2Dname', '/cpf-consult/']
  expect(paths.map(redirectOfHiddenPage)).toEqual(paths.map(() => '/services'))
})
