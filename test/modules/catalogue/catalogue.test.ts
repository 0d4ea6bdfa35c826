import { expect, test } from 'vitest'
import { DEFAULT_STEPS } from '../../../src/modules/catalogue/domain/service.ts'
import {
  contractSpecificationOf,
  experienceClaims,
  findService,
  guaranteeClaims,
  plansOf,
  priceTag,
  release,
  serviceGroups,
  serviceOf,
} from '../../../src/modules/catalogue/public.ts'
import { paths } from '../../../src/web/paths.ts'

const { claims: allClaims, consultations, services, testimonials } = release

test('the catalogue has eleven services with the paths of the specification', () => {
  expect(services.map(({ id }) => paths.service(id)).toSorted()).toEqual([
    '/service/bacen-clean',
    '/service/clean-name',
    '/service/cnh-rehabilitation',
    '/service/contract-review',
    '/service/credit-rating',
    '/service/credit-viability',
    '/service/federal-tax-solution',
    '/service/home-financing',
    '/service/serasa-score',
    '/service/traffic-fines',
    '/service/vehicle-financing',
  ])
})

test('every service is in one group, in the order of the catalogue', () => {
  expect(serviceGroups().flatMap(({ services }) => services)).toEqual(services)
  expect(serviceGroups().every(({ services }) => services.length > 1)).toBe(true)
})

test.each([
  ['clean-name', { kind: 'cash', amount: 150_000 }],
  ['credit-rating', { kind: 'from', amount: 250_000 }],
  ['cnh-rehabilitation', { kind: 'cash', amount: 120_000 }],
  ['vehicle-financing', { kind: 'cash', amount: 50_000 }],
  ['federal-tax-solution', undefined],
] as const)('the price beside %s is the cash price', (id, tag) => {
  expect(priceTag(serviceOf(id))).toEqual(tag)
})

test('finds a service by its id or title, and not otherwise', () => {
  for (const service of services) {
    expect(findService(service.id)).toBe(service)
    expect(serviceOf(service.id)).toBe(service)
    expect(paths.service(service.id)).toBe(`/service/${service.id}`)
  }
  expect(findService('../etc/passwd')).toBeUndefined()
  expect(new Set(services.map(({ title }) => title)).size).toBe(services.length)
})

test.each([
  'Limpeza de Nome',
  'Rating de Crédito',
  'Levantamento de Score Serasa',
  'Estudo de Viabilidade de Crédito',
])('an order of %s has its own five steps', (title) => {
  expect(services.find((service) => service.title === title)?.stepTemplate).toHaveLength(5)
})

test('all other services have the four default steps, with descriptions', () => {
  const names = ['Análise inicial', 'Desenvolvimento', 'Execução', 'Finalização']
  expect(DEFAULT_STEPS.map(({ name }) => name)).toEqual(names)
  for (const service of services.filter(({ stepTemplate }) => stepTemplate.length !== 5)) {
    expect(service.stepTemplate.map(({ name }) => name)).toEqual(names)
  }
  for (const { stepTemplate } of services) {
    for (const { description } of stepTemplate) expect(description.length).toBeGreaterThan(10)
  }
})

test('every plan has a unique id, a cash plan for comparison, and its variant', () => {
  for (const { plans } of services) {
    expect(new Set(plans.map(({ id }) => id)).size).toBe(plans.length)
    for (const plan of plans) {
      const cash = plans.find(({ id }) => id === plan.cashPlanId)
      expect(cash).toMatchObject({ cadence: 'once', method: 'pix' })
      expect(cash?.variant).toBe(plan.variant)
    }
  }
  expect(plansOf(serviceOf('credit-rating'), 'pj').map(({ id }) => id)).toEqual([
    'pj-a-vista',
    'pj-cartao-6x',
    'pj-entrada-3x',
  ])
})

test('every service that can be hired online has a plan', () => {
  for (const { hire, plans } of services) if (hire === 'online') expect(plans.length).toBeGreaterThan(0)
})

test('the pages list as many items as the specification says', () => {
  const items = (id: Parameters<typeof serviceOf>[0], section: string) =>
    serviceOf(id).sections.find((one) => one.id === section)?.items
  expect(serviceOf('clean-name').process).toHaveLength(5)
  expect(serviceOf('bacen-clean').process).toHaveLength(8)
  expect(serviceOf('home-financing').process).toHaveLength(4)
  expect(items('traffic-fines', 'fines')).toHaveLength(9)
  expect(items('contract-review', 'contracts')).toHaveLength(6)
  expect(items('home-financing', 'amortisation')?.map(({ name }) => name)).toEqual([
    'Sacre',
    'Price',
    'Misto',
  ])
})

test('the contract specifies the hired variant', () => {
  const lines = contractSpecificationOf(serviceOf('credit-rating'), 'pj')
  expect(lines).toContain('Suporte por 12 meses depois da entrega.')
  expect(lines).not.toContain('Suporte por 6 meses depois da entrega.')
  for (const service of services) expect(contractSpecificationOf(service).length).toBeGreaterThan(0)
})

test('every claim has an evidence field, and there are three testimonials', () => {
  expect(experienceClaims().map(({ value }) => value)).toEqual([
    'mais de 6 anos',
    'mais de 7 mil',
    '95%',
    '24h',
  ])
  expect(guaranteeClaims()).toHaveLength(3)
  for (const claim of allClaims) expect(claim).toHaveProperty('evidence')
  expect(new Set(allClaims.map(({ id }) => id)).size).toBe(allClaims.length)
  expect(testimonials.map(({ stars }) => stars)).toEqual([5, 5, 5])
})

test('no text pressures or misleads customers, as the consumer code forbids (CDC art. 54-C)', () => {
  const everything = JSON.stringify({ services, consultations, allClaims, testimonials }).toLowerCase()
  for (const words of [
    'sem consulta',
    'última chance',
    'só hoje',
    'garantia de aprovação',
    'aprovação garantida',
  ]) {
    expect(everything).not.toContain(words)
  }
})
