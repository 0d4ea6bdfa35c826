import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import type { Fixture } from '../fixture.ts'
import { elements, links } from '../page.ts'

/** Every route of the table, with its response to each kind of visitor. */
const publicRoutes = [
  '/',
  '/auth',
  '/create-account',
  '/services',
  '/service/clean-name',
  '/service/credit-rating',
  '/service/bacen-clean',
  '/service/cnh-rehabilitation',
  '/service/traffic-fines',
  '/service/vehicle-financing',
  '/service/home-financing',
  '/service/serasa-score',
  '/service/credit-viability',
  '/service/contract-review',
  '/service/contract-revisional',
  '/service/federal-tax-solution',
  '/cpf-consult',
  '/complete-consult',
  '/rating-consult',
  '/bacen-consult',
  '/payment-success',
] as const

export const protectedRoutes = {
  '/tracking': 'Acompanhar Serviços',
  '/payments': 'Pagamentos',
  '/account': 'Minha Conta',
  '/contract': 'Dados não encontrados',
  '/payment': 'Nenhum pagamento pendente encontrado para hoje',
} as const

export const routes: Demand[] = demandsOf('§2', [
  ...publicRoutes.map((path) => ({
    item: `route ${path}, public`,
    async check(fixture: Fixture) {
      const { status, html } = await fixture.page(path)
      expect(status).toBe(200)
      expect(elements(html, 'h1')).toHaveLength(1)
    },
  })),
  ...Object.entries(protectedRoutes).map(([path, says]) => ({
    item: `route ${path}, signed in`,
    says,
    async check(fixture: Fixture) {
      const { status, text } = await (await fixture.member()).open(path)
      expect(status).toBe(200)
      expect(text).toContain(says)
    },
  })),
  {
    item: 'route /create-account sends who is signed in to /',
    async check(fixture) {
      const answer = await (await fixture.member()).browser.get('/create-account')
      expect(answer.headers.get('location')).toBe('/')
    },
  },
  {
    item: 'any other path: 404 with a link home',
    says: 'Oops! Page not found',
    async check(fixture) {
      for (const path of ['/nao-existe', '/service/nao-existe', '/a/b/c']) {
        const { status, text, html } = await fixture.page(path)
        expect(status).toBe(404)
        expect(text).toContain('Oops! Page not found')
        expect(links(html)).toContainEqual(
          expect.objectContaining({ href: '/', text: 'Voltar para o início' }),
        )
      }
    },
  },
])
