import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import type { Fixture } from '../fixture.ts'
import { choice, elements, formWith, links, wholes } from '../page.ts'
import { all, linked, pressable, shown } from '../page-checks.ts'
import { pointers } from '../pointers.ts'

const services = [
  ['/service/clean-name', 'Limpeza de Nome'],
  ['/service/credit-rating', 'Rating de Crédito'],
  ['/service/bacen-clean', 'Limpeza Bacen'],
  ['/service/serasa-score', 'Levantamento de Score Serasa'],
  ['/service/credit-viability', 'Estudo de Viabilidade de Crédito'],
  ['/service/cnh-rehabilitation', 'Reabilitação de CNH'],
  ['/service/traffic-fines', 'Defesa de Multas de Trânsito'],
  ['/service/federal-tax-solution', 'Soluções em Tributos Federais'],
  ['/service/vehicle-financing', 'Financiamento de Veículos'],
  ['/service/home-financing', 'Financiamento Imobiliário'],
] as const

const lookups = [
  ['/cpf-consult', 'Consulta CPF Serasa'],
  ['/complete-consult', 'Consulta Completa'],
  ['/bacen-consult', 'Consulta Bacen'],
  ['/rating-consult', 'Consulta Rating'],
] as const

const catalogue = demandsOf('§2', [
  ...services.map(([href, title]) => linked('/services', `Contratar Serviço: ${title}`, href)),
  linked(
    '/services',
    'Contratar Serviço: Revisional de Contratos',
    /^\/service\/contract-(review|revisional)$/,
  ),
  {
    item: '/services, twelve cards: the quick lookups first, then eleven services',
    async check(fixture) {
      const { html, text } = await fixture.page('/services')
      const cards = wholes(html, 'article')
      expect(cards).toHaveLength(11)
      expect(text.indexOf('Consultas Rápidas')).toBeLessThan(text.indexOf('A partir de R$ 400'))
      for (const card of cards) expect(elements(card, 'li').length).toBeGreaterThanOrEqual(3)
    },
  },
  linked('/services', 'Escolher consulta', '/services?consultas=1#consultas'),
  {
    item: '/services, the dialog Consultas Rápidas lists four lookups',
    async check(fixture) {
      const { html } = await fixture.page('/services?consultas=1')
      const dialog = wholes(html, 'dialog').find((one) => one.includes('Consultas Rápidas')) ?? ''
      expect(elements(dialog, 'dialog')[0]).toHaveProperty('open')
      const found = links(dialog)
      for (const [href, title] of lookups) {
        expect(found.find((link) => link.href === href)?.text).toContain(title)
      }
    },
  },
  all('/services', 'four steps', [
    'Como funciona',
    'Análise gratuita',
    'Proposta personalizada',
    'Execução',
    'Acompanhamento pelo app',
  ]),
  shown('/services', 'guarantee', '100% legal'),
  shown('/services', 'guarantee', 'Garantia de resultado'),
  shown('/services', 'guarantee: or money back', 'dinheiro de volta'),
  shown('/services', 'guarantee', 'Garantia de prazo'),
  shown('/services', 'card: price', 'A partir de R$ 400'),
  shown('/services', 'card: popular badge', 'Mais Popular'),
  pressable('/services', 'card: button', 'Contratar Serviço'),
])

const cleanName = demandsOf('§2', [
  shown('/service/clean-name', 'inclusions', 'Está incluído'),
  shown('/service/clean-name', 'citing the consumer code', 'artigos 42 e 43'),
  shown('/service/clean-name', 'removal without paying the debts', 'sem exigir o pagamento da dívida'),
  all('/service/clean-name', 'five-step process', [
    'Análise dos registros',
    'Preparação da contestação',
    'Envio aos órgãos',
    'Acompanhamento das baixas',
    'Comprovação final',
  ]),
  {
    item: '/service/clean-name, four payment plan cards, select one',
    async check(fixture) {
      const form = formWith((await fixture.page('/service/clean-name')).html, 'plan')
      expect(elements(form, 'input').filter(({ type }) => type === 'radio')).toHaveLength(4)
    },
  },
  pressable('/service/clean-name', 'button', 'Contratar Agora'),
  shown('/service/clean-name', 'PIX payment info box', 'Pagamento por Pix'),
])

const servicePages = demandsOf('§2', [
  {
    item: '/service/credit-rating, tabs individual (pf) and company (pj), each with price, inclusions, process, three options',
    async check(fixture) {
      const { html } = await fixture.page('/service/credit-rating')
      const tabs = links(html).filter(({ text }) => /^Pessoa (Física|Jurídica)/.test(text))
      expect(tabs.map(({ text }) => text.slice(0, 15).trim())).toEqual(
        ['Pessoa Física', 'Pessoa Jurídica'].map((t) => t.slice(0, 15)),
      )
      for (const [index, price] of ['R$ 2.500,00', 'R$ 3.500,00'].entries()) {
        const page = await fixture.page(tabs[index]?.href ?? '')
        expect(page.text).toContain(price)
        expect(page.text).toContain('Suporte por')
        const form = formWith(page.html, 'plan')
        expect(elements(form, 'input').filter(({ type }) => type === 'radio')).toHaveLength(3)
        expect(page.text).toContain('Relatório e acompanhamento')
      }
    },
  },
  pressable('/service/credit-rating', 'button', 'Contratar Agora'),
  shown('/service/bacen-clean', 'consequences', 'Crédito recusado'),
  shown('/service/bacen-clean', 'benefits', 'Registro correto'),
  shown('/service/bacen-clean', 'inclusions', 'Pedido de correção ou baixa a cada banco'),
  all('/service/bacen-clean', '8-step process', [
    'Contato',
    'Documentos',
    'Relatório',
    'Análise',
    'Pedidos',
    'Reclamações',
    'Atualização',
    'Comprovação',
  ]),
  {
    item: '/service/bacen-clean, two payment cards',
    async check(fixture) {
      const form = formWith((await fixture.page('/service/bacen-clean')).html, 'plan')
      expect(elements(form, 'input').filter(({ type }) => type === 'radio')).toHaveLength(2)
    },
  },
  shown('/service/bacen-clean', 'important info: term', '30 a 90 dias'),
  shown('/service/bacen-clean', 'important info: documents needed', 'Documento com foto'),
  shown('/service/bacen-clean', 'important info: contact', 'até 24 horas depois da contratação'),
  {
    item: '/service/bacen-clean, hire button',
    says: 'Redirecionando para pagamento...',
    replacedBy: 'after its toast the dialog opens',
    async check(fixture) {
      const page = await fixture.stranger().send('/service/bacen-clean', { plan: 'a-vista' })
      expect(page.toasts.join()).toContain('Redirecionando para pagamento...')
      expect(formWith(page.html, 'name', 'cpf', 'phone')).not.toBe('')
    },
  },
  ...(['/service/cnh-rehabilitation', '/service/traffic-fines'] as const).flatMap((path) => [
    {
      item: `${path}, consultant button opens WhatsApp`,
      async check(fixture: Fixture) {
        const found = links((await fixture.page(path)).html).find(({ text }) => /consultor/i.test(text))
        expect(found?.href).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
      },
    },
    {
      item: `${path}, two payment cards`,
      async check(fixture: Fixture) {
        const form = formWith((await fixture.page(path)).html, 'plan')
        expect(elements(form, 'input').filter(({ type }) => type === 'radio')).toHaveLength(2)
      },
    },
    {
      item: `${path}, hire button disabled until a plan is chosen`,
      coveredBy: pointers[path],
    },
  ]),
  all('/service/traffic-fines', 'nine fine types defended', [
    'Excesso de velocidade',
    'Lei Seca e recusa ao bafômetro',
    'Avanço de sinal vermelho',
    'Celular ao volante',
    'Ultrapassagem proibida',
    'Estacionamento proibido',
    'Falta de cinto de segurança',
    'Rodízio e faixa exclusiva',
    'Documento ou licenciamento vencido',
  ]),
  shown('/service/contract-review', 'price', 'R$ 800,00'),
  all('/service/contract-review', 'six contract types analysed', [
    'Financiamento de veículo',
    'Financiamento de imóvel',
    'Empréstimo pessoal',
    'Empréstimo consignado',
    'Cartão de crédito',
    'Cheque especial',
  ]),
  {
    item: '/service/federal-tax-solution, content not shown',
    replacedBy: 'a page with content and a way to a consultant',
    async check(fixture) {
      const { text, html } = await fixture.page('/service/federal-tax-solution')
      expect(text).toContain('Receita Federal')
      expect(
        links(html).some(
          ({ href, text: words }) =>
            href.startsWith('https://wa.me/') && /falar|consultor|conversar|proposta/i.test(words),
        ),
      ).toBe(true)
    },
  },
  {
    item: '/service/vehicle-financing, proposal form',
    says: 'Dados enviados! Em breve nosso consultor entrará em contato.',
    replacedBy: 'the proposal is stored and reaches the desk',
    async check(fixture) {
      const page = await fixture.stranger().send('/service/vehicle-financing', {
        name: 'Ana Maria Souza',
        birthDate: '1990-05-10',
        phone: '(48) 99999-1234',
        email: 'proposta@exemplo.com.br',
        income: 'R$ 3.500,00',
        vehicleBrand: 'Fiat',
        vehicleModel: 'Argo',
        vehicleYear: '2022',
        vehicleValue: 'R$ 60.000,00',
      })
      expect(page.text).toContain('Dados enviados! Em breve nosso consultor entrará em contato.')
      const stored = await fixture.rows<{ count: number }>('select count(*)::int as count from proposals')
      expect(stored[0]?.count).toBe(1)
    },
  },
  shown('/service/home-financing', 'price', 'R$ 1.500,00'),
  shown('/service/home-financing', 'amortisation system', 'Sacre'),
  shown('/service/home-financing', 'amortisation system', 'Price'),
  shown('/service/home-financing', 'amortisation system', 'Misto'),
  all('/service/home-financing', 'four-step process', ['Conversa', 'Simulação', 'Documentos', 'Assinatura']),
  {
    item: '/service/serasa-score, two plans and the contracting dialog',
    async check(fixture) {
      const { html } = await fixture.page('/service/serasa-score')
      expect(elements(formWith(html, 'plan'), 'input').filter(({ type }) => type === 'radio')).toHaveLength(2)
      expect(formWith(html, 'name', 'cpf', 'phone')).not.toBe('')
    },
  },
  {
    item: '/service/credit-viability, single price and the same dialog',
    async check(fixture) {
      const { html } = await fixture.page('/service/credit-viability')
      expect(choice(html, 'a-vista')).toContain('R$ 897,00')
      expect(formWith(html, 'name', 'cpf', 'phone')).not.toBe('')
    },
  },
])

const consults = demandsOf(
  '§2',
  lookups.map(([path, title]) => ({
    item: `${path}, a form that leads straight to payment`,
    async check(fixture) {
      const { html, text } = await fixture.page(path)
      expect(text).toContain(title)
      const names = path === '/cpf-consult' ? ['name', 'phone'] : ['nome', 'telefone']
      expect(formWith(html, 'cpf', ...names, 'paymentMethod')).not.toBe('')
    },
  })),
)

export const servicesShown: Demand[] = [...catalogue, ...cleanName, ...servicePages, ...consults]
