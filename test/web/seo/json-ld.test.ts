import { expect, test } from 'vitest'
import { consultationOf, release, serviceOf } from '../../../src/modules/catalogue/public.ts'
import { companyOf, companySchema } from '../../../src/platform/config/company.ts'
import { openingHours } from '../../../src/web/copy/opening-hours.ts'
import {
  consultationJsonLd,
  organizationJsonLd,
  type Site,
  serviceJsonLd,
} from '../../../src/web/seo/json-ld.ts'
import { pageGraph } from '../../../src/web/seo/page-graph.ts'

const { services } = release

const company = companyOf(companySchema.parse({}))
const site: Site = { publicUrl: 'https://exemplo.com.br', company }

test('the organisation has its identity and contacts', () => {
  expect(organizationJsonLd(site)).toMatchObject({
    '@type': 'ProfessionalService',
    legalName: company.legalName,
    taxID: company.cnpj,
    telephone: company.phone,
    email: company.email,
    sameAs: [company.instagram],
    address: {
      streetAddress: 'Rua do Exemplo, 100, Centro',
      addressLocality: 'Florianópolis',
      addressRegion: 'SC',
      postalCode: '88000-000',
      addressCountry: 'BR',
    },
  })
})

test('the organisation has the opening hours of its pages', () => {
  expect(organizationJsonLd(site).openingHoursSpecification).toMatchObject({
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '08:00',
    closes: '18:00',
  })
  expect(openingHours).toBe('segunda a sexta, das 8h às 18h')
})

test('an address in another format becomes the street address', () => {
  const address = 'Sítio do Exemplo, km 3'
  expect(organizationJsonLd({ ...site, company: { ...company, address } }).address).toEqual({
    '@type': 'PostalAddress',
    streetAddress: address,
    addressCountry: 'BR',
  })
})

test('every plan of every service is an offer at its total price', () => {
  for (const service of services) {
    const { offers = [] } = serviceJsonLd(service, site) as { offers?: { price: string }[] }
    expect(offers.map(({ price }) => price)).toEqual(
      service.plans.map(({ total }) => (total / 100).toFixed(2)),
    )
  }
})

test('an offer names its variant where people and companies pay differently', () => {
  const { offers } = serviceJsonLd(serviceOf('credit-rating'), site) as unknown as {
    offers: { name: string }[]
  }
  expect(offers.map(({ name }) => name)).toEqual([
    'Pessoa Física: À vista no Pix',
    'Pessoa Física: Cartão em 6x',
    'Pessoa Física: Entrada + 3x no Pix',
    'Pessoa Jurídica: À vista no Pix',
    'Pessoa Jurídica: Cartão em 6x',
    'Pessoa Jurídica: Entrada + 3x no Pix',
  ])
})

test('a service quoted individually has no offer', () => {
  expect(serviceJsonLd(serviceOf('federal-tax-solution'), site)).not.toHaveProperty('offers')
})

test('a look-up is an offer at its price', () => {
  expect(consultationJsonLd(consultationOf('cpf'), site)).toMatchObject({
    url: 'https://exemplo.com.br/cpf-consult',
    offers: { price: '15.00', priceCurrency: 'BRL' },
  })
})

test('the graph of a page has the nodes of its kind', () => {
  const typesOf = (path: string, questions?: { question: string; answer: string }[]) => {
    const graph = pageGraph({ title: 'Título', path, ...(questions && { questions }) }, site)
    return (graph['@graph'] as { '@type': string }[]).map((node) => node['@type'])
  }
  expect(typesOf('/')).toEqual(['ProfessionalService', 'WebSite'])
  expect(typesOf('/services')).toEqual(['ProfessionalService', 'BreadcrumbList', 'ItemList'])
  expect(typesOf('/service/clean-name')).toEqual(['ProfessionalService', 'BreadcrumbList', 'Service'])
  expect(typesOf('/rating-consult')).toEqual(['ProfessionalService', 'BreadcrumbList', 'Service'])
  expect(typesOf('/termos')).toEqual(['ProfessionalService', 'BreadcrumbList'])
  expect(typesOf('/', [{ question: 'Quanto?', answer: 'Pouco.' }])).toContain('FAQPage')
})

test('the breadcrumbs of a service include the catalogue', () => {
  const [, trail] = pageGraph({ title: 'Outro', path: '/service/bacen-clean' }, site)['@graph'] as {
    itemListElement: { name: string; item: string }[]
  }[]
  expect(trail?.itemListElement.map(({ name, item }) => [name, item])).toEqual([
    ['Início', 'https://exemplo.com.br/'],
    ['Serviços', 'https://exemplo.com.br/services'],
    ['Limpeza Bacen', 'https://exemplo.com.br/service/bacen-clean'],
  ])
})
