import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import type { Fixture } from '../fixture.ts'
import { links, wholes } from '../page.ts'
import { pointers } from '../pointers.ts'
import { protectedRoutes } from './section-2-routes.ts'

export const section6: Demand[] = demandsOf('§6', [
  ...Object.keys(protectedRoutes).flatMap((path) => [
    {
      item: `${path} sends a visitor to /auth, keeping the origin; after signing in they land there`,
      async check(fixture: Fixture) {
        const { email } = await fixture.customer()
        const person = fixture.stranger()
        const answer = await person.browser.get(`${path}?de=um-link`)
        expect(answer.status).toBe(302)
        expect(answer.headers.get('location')).toBe('/auth')
        const page = await person.send('/auth', { intent: 'sign-in', email, password: 'Girassol@77' })
        expect(page.path).toBe(`${path}?de=um-link`)
      },
    },
  ]),
  {
    item: 'anonymous visitors may view home, catalogue, service pages, consult pages, login, signup, success',
    async check(fixture) {
      for (const path of [
        '/',
        '/services',
        '/service/clean-name',
        '/cpf-consult',
        '/auth',
        '/create-account',
        '/payment-success',
      ]) {
        expect((await fixture.page(path)).status).toBe(200)
      }
    },
  },
  {
    item: 'hiring requires login',
    says: 'Login necessário / Você precisa estar logado para contratar um serviço.',
    async check(fixture) {
      const page = await fixture.hire(fixture.stranger())
      expect(page.path).toBe('/auth?aba=criar-conta')
      expect(page.toasts).toEqual(['Login necessário / Você precisa estar logado para contratar um serviço.'])
    },
  },
  {
    item: 'login lands on / always',
    replacedBy: 'on the contract when a hiring draft waits',
    async check(fixture) {
      const { email } = await fixture.customer()
      const person = fixture.stranger()
      await fixture.hire(person)
      const page = await person.send('/auth', { intent: 'sign-in', email, password: 'Girassol@77' })
      expect(page.path).toBe('/contract')
      expect(page.text).toContain('Limpeza de Nome')
    },
  },
  {
    item: 'orders are filtered by the user',
    async check(fixture) {
      const [mine, theirs] = [await fixture.contracted(), await fixture.customer()]
      expect((await mine.open('/tracking')).html).toContain('<article')
      expect((await theirs.open('/tracking')).html).not.toContain('<article')
      const [order] = await fixture.rows<{ id: string }>('select id from orders where user_id = $1', [
        mine.userId,
      ])
      expect((await theirs.open(`/contract/copia/${order?.id}`)).status).toBe(404)
    },
  },
  {
    item: 'payments are filtered by the user',
    async check(fixture) {
      const [mine, theirs] = [await fixture.contracted(), await fixture.customer()]
      expect((await theirs.open('/payments')).text).toContain('Nenhum pagamento pendente')
      const page = await fixture.pay(
        theirs,
        (await fixture.instalmentsOf(mine)).slice(0, 1).map(({ id }) => id),
      )
      expect(page.toasts.join()).toContain('Erro ao gerar pagamento')
    },
  },
  {
    item: 'profile is filtered by the user',
    async check(fixture) {
      const person = await fixture.customer({ documento: '11144477735' })
      const { html } = await person.open('/service/clean-name?plano=a-vista')
      expect(html).toContain('111.444.777-35')
      expect(html).not.toContain('529.982.247-25')
    },
  },
  {
    item: 'signed-in users also see the change-password tab, visitors are asked to sign in',
    async check(fixture) {
      const tabs = wholes((await fixture.page('/auth')).html, 'nav').flatMap(links)
      expect(tabs.map(({ text }) => text)).not.toContain('Trocar Senha')
      const answer = await fixture.stranger().browser.get('/auth?aba=trocar-senha')
      expect(answer.headers.get('location')).toBe('/auth')
    },
  },
  {
    item: 'account types at signup: pessoal and empresa',
    coveredBy: pointers.accountTypes,
  },
])
