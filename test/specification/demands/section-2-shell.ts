import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import { links, wholes, wordsOf } from '../page.ts'
import { linked, shown } from '../ways.ts'

const e2e = 'e2e/specification.spec.ts'

const header = demandsOf('§2', [
  linked('/', 'Início', '/'),
  linked('/', 'Serviços', '/services'),
  linked('/', 'Acompanhar', '/tracking'),
  linked('/', 'Pagamentos', '/payments'),
  linked('/', 'Entrar', '/auth'),
  linked('/', 'Criar Conta', '/create-account'),
  {
    item: 'header, signed in: greeting with the e-mail, Minha Conta, Sair; neither Entrar nor Criar Conta',
    async check(house) {
      const { email, open } = await house.member()
      const top = wholes((await open('/')).html, 'header')[0] ?? ''
      expect(wordsOf(top)).toContain(`Olá, ${email} Minha Conta Sair`)
      expect(links(top)).toContainEqual(expect.objectContaining({ href: '/account', text: 'Minha Conta' }))
      expect(wordsOf(top)).not.toMatch(/Entrar|Criar Conta/)
    },
  },
  {
    item: 'header: Sair signs out',
    async check(house) {
      const person = await house.customer()
      await person.send('/sair', {})
      expect((await person.open('/')).text).toContain('Entrar Criar Conta')
      expect((await person.visitor.get('/tracking')).headers.get('location')).toBe('/auth')
    },
  },
  {
    item: 'header on all pages, sticky, its menu collapsible',
    coveredBy: { file: e2e, title: '§2 the header stays in sight' },
  },
  {
    item: 'protected page while signing in is checked',
    says: 'Verificando autenticação...',
    coveredBy: { file: e2e, title: '§2 a protected page that is slow' },
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
    async check(house) {
      const found = links((await house.page('/')).html).filter(({ text }) =>
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
    async check(house) {
      const { text } = await house.page('/')
      expect(text.match(/★★★★★/g)).toHaveLength(3)
    },
  },
])

const footer = demandsOf('§2', [
  linked('/', 'Limpeza de Nome', '/service/clean-name'),
  linked('/', 'Rating de Crédito', '/service/credit-rating'),
  linked('/', 'Limpeza no Bacen', '/service/bacen-clean'),
  linked('/', 'Acompanhar Serviços', '/tracking'),
  ...(['Central de Ajuda', 'Perguntas Frequentes', 'Chat Online'] as const).map((text) =>
    linked('/', text, /^https:\/\/wa\.me\/\d+\?text=.+/),
  ),
  {
    item: 'footer: privacy policy and terms',
    replacedBy: 'pages with content instead of placeholders',
    async check(house) {
      for (const [text, href] of [
        ['Política de Privacidade', '/privacidade'],
        ['Termos de Uso', '/termos'],
      ] as const) {
        expect(links((await house.page('/')).html)).toContainEqual(expect.objectContaining({ text, href }))
        const page = await house.page(href)
        expect(page.status).toBe(200)
        expect(page.text.length).toBeGreaterThan(3000)
      }
    },
  },
  {
    item: 'contact on every page: legal name, tax id, address, phone, e-mail, Instagram',
    async check(house) {
      const { company } = house.web.app.config
      for (const path of ['/', '/services', '/auth', '/nao-existe']) {
        const { text, html } = await house.page(path)
        for (const one of [company.legalName, company.cnpj, company.address, company.email])
          expect(text).toContain(one)
        expect(text).toContain('(48) 99999-0000')
        expect(links(html).map(({ href }) => href)).toContain(company.instagram)
      }
    },
  },
])

const whatsapp = demandsOf('§2', [
  {
    item: 'WhatsApp with a prefilled message: help, FAQ, online chat',
    async check(house) {
      const found = links((await house.page('/')).html).filter(({ href }) =>
        href.startsWith('https://wa.me/'),
      )
      const messages = found.map(({ href }) => new URL(href).searchParams.get('text'))
      expect(messages).toEqual(
        expect.arrayContaining([
          'Olá! Preciso de ajuda.',
          'Olá! Gostaria de tirar uma dúvida.',
          'Olá! Gostaria de conversar com um atendente.',
        ]),
      )
    },
  },
  {
    item: 'WhatsApp with a prefilled message: order help, payment help, financial questions, new payment request',
    async check(house) {
      const person = await house.contracted()
      await house.pay(
        person,
        (await house.instalmentsOf(person)).slice(0, 1).map(({ id }) => id),
      )
      const pages = await Promise.all(['/tracking', '/payment', '/payments'].map((path) => person.open(path)))
      const messages = pages
        .flatMap(({ html }) => links(html))
        .filter(({ href }) => href.startsWith('https://wa.me/'))
        .map(({ href }) => new URL(href).searchParams.get('text') ?? '')
        .join('\n')
      for (const topic of ['meu pedido', 'o pagamento', 'dúvida financeira', 'solicitar um novo pagamento']) {
        expect(messages).toContain(topic)
      }
    },
  },
])

const errors = demandsOf('§2', [
  {
    item: 'top-level error screen',
    says: 'Ops! Algo deu errado',
    async check(house) {
      const { status, text } = await house.page('/pagina-que-falha')
      expect(status).toBe(500)
      expect(text).toContain('Ops! Algo deu errado')
      expect(text).toContain('Ocorreu um erro inesperado. Por favor, recarregue a página.')
    },
  },
  {
    item: 'top-level error screen: collapsible details with the error message',
    says: 'Detalhes do erro',
    async check(house) {
      const { html } = await house.page('/pagina-que-falha')
      const details = wholes(html, 'details').find((one) => one.includes('Detalhes do erro')) ?? ''
      expect(wordsOf(details).length).toBeGreaterThan('Detalhes do erro'.length)
    },
  },
  {
    item: 'top-level error screen: a button that reloads',
    says: 'Recarregar Página',
    async check(house) {
      const { html } = await house.page('/pagina-que-falha')
      const words = [...wholes(html, 'a'), ...wholes(html, 'button')].map(wordsOf)
      expect(words).toContain('Recarregar Página')
    },
  },
])

export const shell: Demand[] = [...header, ...landing, ...footer, ...whatsapp, ...errors]
