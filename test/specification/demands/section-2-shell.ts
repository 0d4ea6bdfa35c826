import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import { elements, links, wholes, wordsOf } from '../page.ts'
import { linked, shown } from '../page-checks.ts'
import { pointers } from '../pointers.ts'
import { protectedRoutes } from './section-2-routes.ts'

/** Pages of every kind: landing, catalogue, a service, a look-up, a form, the end of a purchase, and an unknown page. */
const everyKind = [
  '/',
  '/services',
  '/service/clean-name',
  '/cpf-consult',
  '/auth',
  '/create-account',
  '/payment-success',
  '/nao-existe',
]

const ways = [
  ['Início', '/'],
  ['Serviços', '/services'],
  ['Acompanhar', '/tracking'],
  ['Pagamentos', '/payments'],
] as const
const doors = [
  ['Entrar', '/auth'],
  ['Criar Conta', '/create-account'],
] as const

/** Returns text and address of the header's links: the first row is the logo, then the row of a wide screen, then the menu. */
function headerLinks(header: string): (readonly [text: string, href: string])[] {
  return links(header).map(({ text, href }) => [text, href] as const)
}

const header = demandsOf('§2', [
  {
    item: 'header on all pages, signed out',
    says: 'Início, Serviços, Acompanhar, Pagamentos, Entrar, Criar Conta',
    async check(fixture) {
      for (const path of everyKind) {
        const [, ...shown] = headerLinks((await fixture.page(path)).header)
        expect(shown, path).toEqual([...ways, ...doors, ...ways, ...doors])
      }
    },
  },
  {
    item: 'header on all pages, signed in',
    says: 'Início, Serviços, Acompanhar, Pagamentos, Minha Conta',
    async check(fixture) {
      const person = await fixture.member()
      const mine = [['Minha Conta', '/account']]
      for (const path of ['/', '/services', '/tracking', '/payments', '/account', '/nao-existe']) {
        const [, ...shown] = headerLinks((await person.open(path)).header)
        expect(shown, path).toEqual([...ways, ...mine, ...ways, ...mine])
      }
    },
  },
  {
    item: 'header, signed in: greeting with the e-mail, Minha Conta, Sair; neither Entrar nor Criar Conta',
    async check(fixture) {
      const { email, open } = await fixture.member()
      const { header } = await open('/')
      expect(wordsOf(header)).toContain(`Olá, ${email} Minha Conta Sair`)
      expect(wordsOf(header)).not.toMatch(/Entrar|Criar Conta/)
    },
  },
  {
    item: 'header: Sair signs out',
    async check(fixture) {
      const person = await fixture.customer()
      const form =
        wholes((await person.open('/')).header, 'form').find((one) => wordsOf(one) === 'Sair') ?? ''
      const [{ action = '', method = '' } = {}] = elements(form, 'form')
      expect(method).toBe('post')
      const left = await person.send(action, {})
      expect(left.path).toBe('/')
      expect(wordsOf(left.header)).toContain('Entrar Criar Conta')
      expect((await person.browser.get('/tracking')).headers.get('location')).toBe('/auth')
    },
  },
  {
    item: 'the address of Sair, typed, goes to / and signs nobody out',
    async check(fixture) {
      const person = await fixture.customer()
      expect((await person.browser.get('/sair')).headers.get('location')).toBe('/')
      expect((await person.open('/tracking')).path).toBe('/tracking')
    },
  },
  {
    item: 'header on all pages, sticky, its menu collapsible',
    coveredBy: pointers.header,
  },
  {
    item: 'protected page while signing in is checked',
    says: 'Verificando autenticação...',
    coveredBy: pointers.waiting,
  },
  {
    item: 'protected pages are those on whose way the script says that signing in is checked',
    async check(fixture) {
      const [body = {}] = elements((await fixture.page('/')).whole, 'body')
      const named = (body['data-sign-in-pages'] ?? '').split(' ')
      expect(named).toEqual(expect.arrayContaining(Object.keys(protectedRoutes)))
    },
  },
])

const landing = demandsOf('§2', [
  linked('/', 'Começar Agora', '/services'),
  shown('/', 'consumer rights', 'Código de Defesa do Consumidor'),
  shown('/', 'consumer rights, articles 42 and 43', 'Artigo 42'),
  shown('/', 'consumer rights, articles 42 and 43', 'Artigo 43'),
  shown('/', 'entries are kept for 5 years', '5 anos'),
  shown('/', 'score growth', 'score'),
  shown('/', 'legal resources: injunctions against fines', 'Liminares contra multas'),
  shown('/', 'legal resources: review of financing contracts', 'Revisão de contratos de financiamento'),
  shown('/', 'financing options', 'Opções de financiamento'),
  shown('/', 'why choose the product', 'Por que escolher'),
  shown('/', 'closing call', 'Falar com Especialista'),
  {
    item: 'landing: Falar com Especialista opens WhatsApp in a new tab',
    async check(fixture) {
      const found = links((await fixture.page('/')).html).filter(({ text }) =>
        text.startsWith('Falar com Especialista'),
      )
      expect(found.length).toBeGreaterThan(0)
      for (const { href, newTab } of found) {
        expect(href).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
        expect(newTab).toBe(true)
      }
    },
  },
  {
    item: 'landing: three testimonials with 5-star ratings',
    async check(fixture) {
      const { text } = await fixture.page('/')
      expect(text.match(/★★★★★/g)).toHaveLength(3)
    },
  },
])

const wa = 'https://wa.me/5548999990000?text='

const footer = demandsOf('§2', [
  {
    item: 'footer links to the services and to tracking, on all pages',
    says: 'Limpeza de Nome, Rating de Crédito, Limpeza Bacen, Acompanhar Serviços',
    async check(fixture) {
      for (const path of everyKind) {
        const [services = ''] = wholes((await fixture.page(path)).footer, 'nav')
        const shown = links(services).map(({ text, href }) => [text, href])
        expect(shown, path).toEqual([
          ['Limpeza de Nome', '/service/clean-name'],
          ['Rating de Crédito', '/service/credit-rating'],
          ['Limpeza Bacen', '/service/bacen-clean'],
          ['Acompanhar Serviços', '/tracking'],
        ])
      }
    },
  },
  {
    item: 'footer: support links open WhatsApp with a prefilled message each (help, FAQ, online chat)',
    says: 'Central de Ajuda, Perguntas Frequentes, Chat Online',
    async check(fixture) {
      const [, support = ''] = wholes((await fixture.page('/')).footer, 'nav')
      const shown = links(support).map(({ text, href, newTab }) => [text, decodeURIComponent(href), newTab])
      expect(shown).toEqual([
        ['Central de Ajuda', `${wa}Olá! Preciso de ajuda.`, true],
        ['Perguntas Frequentes', `${wa}Olá! Gostaria de tirar uma dúvida.`, true],
        ['Chat Online', `${wa}Olá! Gostaria de conversar com um atendente.`, true],
      ])
    },
  },
  {
    item: 'footer: privacy policy and terms',
    replacedBy: 'pages with content instead of placeholders',
    async check(fixture) {
      for (const [text, href] of [
        ['Política de Privacidade', '/privacidade'],
        ['Termos de Uso', '/termos'],
      ] as const) {
        expect(links((await fixture.page('/')).footer)).toContainEqual(
          expect.objectContaining({ text, href }),
        )
        const page = await fixture.page(href)
        expect(page.status).toBe(200)
        expect(page.text.length).toBeGreaterThan(3000)
      }
    },
  },
  {
    item: 'contact in the footer of every page: legal name, tax id, address, phone, e-mail, Instagram, hours',
    async check(fixture) {
      const { company } = fixture.web.app.config
      for (const path of everyKind) {
        const { footer } = await fixture.page(path)
        const text = wordsOf(footer)
        for (const one of [
          company.legalName,
          company.cnpj,
          company.address,
          company.email,
          '(48) 99999-0000',
          'Segunda a sexta, das 8h às 18h',
        ])
          expect(text, path).toContain(one)
        const hrefs = links(footer).map(({ href }) => href)
        expect(hrefs).toContain(company.instagram)
        expect(hrefs).toContain(`mailto:${company.email}`)
        expect(hrefs).toContain('tel:+5548999990000')
      }
    },
  },
])

const whatsapp = demandsOf('§2', [
  {
    item: 'WhatsApp with a prefilled message: order help, payment help, financial questions, new payment request',
    async check(fixture) {
      const person = await fixture.contracted()
      await fixture.pay(
        person,
        (await fixture.instalmentsOf(person)).slice(0, 1).map(({ id }) => id),
      )
      for (const [path, text, message] of [
        ['/tracking', 'Preciso de ajuda', 'Olá! Preciso de ajuda com o meu pedido.'],
        ['/payment', 'Preciso de ajuda', 'o pagamento'],
        ['/payments', 'Dúvidas sobre pagamentos?', 'dúvida financeira'],
        ['/payments', 'Solicitar um novo pagamento', 'solicitar um novo pagamento'],
      ] as const) {
        const found = links((await person.open(path)).html).find((link) => link.text.startsWith(text))
        expect(decodeURIComponent(found?.href ?? ''), `${path}: ${text}`).toContain(message)
        expect(found?.href).toMatch(/^https:\/\/wa\.me\/5548999990000\?text=/)
        expect(found?.newTab).toBe(true)
      }
    },
  },
])

const errors = demandsOf('§2', [
  {
    item: 'top-level error screen',
    says: 'Ops! Algo deu errado',
    async check(fixture) {
      const { status, text } = await fixture.page('/pagina-que-falha')
      expect(status).toBe(500)
      expect(text).toContain('Ops! Algo deu errado')
      expect(text).toContain('Ocorreu um erro inesperado. Por favor, recarregue a página.')
    },
  },
  {
    item: 'top-level error screen: collapsible details with the error message',
    says: 'Detalhes do erro',
    async check(fixture) {
      const { html } = await fixture.page('/pagina-que-falha')
      const details = wholes(html, 'details').find((one) => one.includes('Detalhes do erro')) ?? ''
      expect(wordsOf(details).length).toBeGreaterThan('Detalhes do erro'.length)
    },
  },
  {
    item: 'top-level error screen: a button that reloads',
    says: 'Recarregar Página',
    async check(fixture) {
      const { html } = await fixture.page('/pagina-que-falha')
      const words = [...wholes(html, 'a'), ...wholes(html, 'button')].map(wordsOf)
      expect(words).toContain('Recarregar Página')
    },
  },
])

export const shell: Demand[] = [...header, ...landing, ...footer, ...whatsapp, ...errors]
