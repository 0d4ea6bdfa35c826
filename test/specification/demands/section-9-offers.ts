import { expect } from 'vitest'
import { findService, release } from '../../../src/modules/catalogue/public.ts'
import { type Demand, demandsOf } from '../demand.ts'
import { figures } from '../figures.ts'
import type { Fixture } from '../fixture.ts'
import { choice, elements, figuresOf, formWith, links, wholes, wordsOf } from '../page.ts'
import { all, shown } from '../page-checks.ts'

const { consultations } = release

/** Texts of every plan that its page must show before it is chosen. */
type PlanRow = [path: string, id: string, texts: string[]]
const plans: PlanRow[] = [
  ['/service/clean-name', 'a-vista', ['R$ 1.500,00', 'Total R$ 1.500,00']],
  [
    '/service/clean-name',
    'cartao-6x',
    ['Entrada de R$ 400,00', '6 parcelas de R$ 250,00', 'cartão', 'Total R$ 1.900,00', 'R$ 400,00 a mais'],
  ],
  [
    '/service/clean-name',
    'semanal-20x',
    [
      'Entrada de R$ 400,00',
      '20 parcelas de R$ 99,90',
      'por semana',
      'Total R$ 2.398,00',
      'R$ 898,00 a mais',
      'Mais Popular',
    ],
  ],
  [
    '/service/clean-name',
    'mensal-12x',
    [
      'Entrada de R$ 400,00',
      '12 parcelas de R$ 199,90',
      'por mês',
      'Total R$ 2.798,80',
      'R$ 1.298,80 a mais',
    ],
  ],
  ['/service/credit-rating', 'pf-a-vista', ['R$ 2.500,00', 'Total R$ 2.500,00']],
  [
    '/service/credit-rating',
    'pf-cartao-6x',
    ['R$ 416,67', 'R$ 416,66', 'cartão', 'Total R$ 2.500,00', 'mesmo preço'],
  ],
  [
    '/service/credit-rating',
    'pf-entrada-3x',
    ['Entrada de R$ 750,00', '3 parcelas de R$ 750,00', 'Total R$ 3.000,00', 'R$ 500,00 a mais'],
  ],
  ['/service/credit-rating?tipo=pj', 'pj-a-vista', ['R$ 3.500,00', 'Total R$ 3.500,00']],
  [
    '/service/credit-rating?tipo=pj',
    'pj-cartao-6x',
    ['R$ 583,34', 'R$ 583,33', 'cartão', 'Total R$ 3.500,00', 'mesmo preço'],
  ],
  [
    '/service/credit-rating?tipo=pj',
    'pj-entrada-3x',
    ['Entrada de R$ 1.000,00', '3 parcelas de R$ 1.000,00', 'Total R$ 4.000,00', 'R$ 500,00 a mais'],
  ],
  ['/service/serasa-score', 'a-vista', ['R$ 497,00', 'Total R$ 497,00']],
  [
    '/service/serasa-score',
    'entrada-5x',
    ['Entrada de R$ 100,00', '5 parcelas de R$ 119,40', 'Total R$ 697,00', 'R$ 200,00 a mais'],
  ],
  ['/service/credit-viability', 'a-vista', ['R$ 897,00', 'Total R$ 897,00', 'Pix']],
  ['/service/bacen-clean', 'a-vista', ['R$ 5.000,00', 'Total R$ 5.000,00']],
  [
    '/service/bacen-clean',
    'cartao-6x',
    ['6 parcelas de R$ 1.000,00', 'cartão', 'Total R$ 6.000,00', 'R$ 1.000,00 a mais'],
  ],
  ['/service/cnh-rehabilitation', 'a-vista', ['R$ 1.200,00']],
  [
    '/service/cnh-rehabilitation',
    'mensal-5x',
    ['5 parcelas de R$ 240,00', 'Total R$ 1.200,00', 'mesmo preço'],
  ],
  ['/service/traffic-fines', 'a-vista', ['R$ 1.200,00']],
  ['/service/traffic-fines', 'mensal-6x', ['6 parcelas de R$ 200,00', 'Total R$ 1.200,00', 'mesmo preço']],
  ['/service/contract-review', 'a-vista', ['R$ 800,00']],
]

/** The quick look-ups: path, name, price, and the time within which the result arrives. */
const lookups = [
  ['/cpf-consult', 'Consulta CPF Serasa', 'R$ 15', 'em até 5 minutos'],
  ['/complete-consult', 'Consulta Completa', 'R$ 25', 'em até 24 horas'],
  ['/bacen-consult', 'Consulta Bacen', 'R$ 50', 'em até 24 horas'],
  ['/rating-consult', 'Consulta Rating', 'R$ 200', 'em até 48 horas'],
] as const

/** Services in the order of the catalogue: path, name, price on the card, and deadline on the card. */
const services = [
  ['/service/clean-name', 'Limpeza de Nome', 'A partir de R$ 400', '15 a 30 dias'],
  ['/service/credit-rating', 'Rating de Crédito', 'A partir de R$ 2.500', 'até 7 dias úteis'],
  ['/service/bacen-clean', 'Limpeza Bacen', 'A partir de R$ 5.000', '30 a 90 dias'],
  [
    '/service/serasa-score',
    'Levantamento de Score Serasa',
    'A partir de R$ 497',
    '30 dias, com acompanhamento',
  ],
  [
    '/service/credit-viability',
    'Estudo de Viabilidade de Crédito',
    'A partir de R$ 897',
    '60 dias de consultoria',
  ],
  ['/service/cnh-rehabilitation', 'Reabilitação de CNH', 'A partir de R$ 1.200', '30 dias'],
  ['/service/traffic-fines', 'Defesa de Multas de Trânsito', 'A partir de R$ 1.200', '15 dias úteis'],
  ['/service/contract-review', 'Revisional de Contratos', 'A partir de R$ 800', '30 dias'],
  ['/service/federal-tax-solution', 'Soluções em Tributos Federais', 'Preço por proposta', '45 dias'],
  ['/service/vehicle-financing', 'Financiamento de Veículos', 'A partir de R$ 500', '30 dias'],
  ['/service/home-financing', 'Financiamento Imobiliário', 'A partir de R$ 1.500', '30 dias'],
] as const

const prices = demandsOf('§9', [
  {
    item: 'quick lookups, in their dialog: in this order, each with its own price and deadline',
    async check(fixture) {
      const { html } = await fixture.page('/services?consultas=1')
      const dialog = wholes(html, 'dialog').find((one) => one.includes('Consultas Rápidas')) ?? ''
      const rows = wholes(dialog, 'a').filter((row) => row.includes('class="row"'))
      expect(links(dialog).map(({ href }) => href)).toEqual(['/services', ...lookups.map(([path]) => path)])
      for (const [index, [, title, price, within]] of lookups.entries()) {
        const row = wordsOf(rows[index] ?? '')
        expect(row.startsWith(title), `${row} begins with ${title}`).toBe(true)
        expect(row.endsWith(`${price} ${within}`), `${row} ends with ${price} ${within}`).toBe(true)
      }
    },
  },
  ...lookups.flatMap(([path, title, price, within]) => [
    all(path, 'price and deadline, at the head, on the button and in the steps', [
      title,
      `${price} Resultado ${within} depois do pagamento`,
      `Ir para o pagamento, ${price},00`,
      `O resultado fica pronto ${within} depois do pagamento.`,
    ]),
    all(path, 'result by WhatsApp: at the phone field and in the steps', [
      'Telefone com DDD O do WhatsApp: é por ele que avisamos do resultado.',
      'Avisamos no WhatsApp',
    ]),
  ]),
  ...(
    [
      ['cpf', 5],
      ['complete', 24 * 60],
      ['bacen', 24 * 60],
      ['rating', 48 * 60],
    ] as const
  ).map(([id, minutes]) => ({
    item: `consultation ${id}: the result is due ${minutes} minutes after the payment`,
    check() {
      expect(consultations.find((one) => one.id === id)?.promise.minutes).toBe(minutes)
    },
  })),
  all('/services?consultas=1', 'results of the quick lookups by WhatsApp: on the card and in the dialog', [
    'Você paga uma vez e recebe o resultado pelo WhatsApp. A partir de R$ 15',
    'O resultado é liberado para você pelo WhatsApp.',
  ]),
  ...services.map(([href, title, price, deadline], index) => ({
    item: `${title}: price and deadline on its own card, which is number ${index + 2}`,
    says: `${price}, ${deadline}`,
    async check(fixture: Fixture) {
      const card = wholes((await fixture.page('/services')).html, 'article')[index] ?? ''
      expect(wordsOf(wholes(card, 'h3')[0] ?? '')).toBe(title)
      expect(wholes(card, 'p').map(wordsOf).slice(-2)).toEqual([`Prazo: ${deadline}`, price])
      expect(links(card).map(({ text, href }) => [text, href])).toEqual([
        [`Contratar Serviço: ${title}`, href],
      ])
    },
  })),
  {
    item: 'contract revisional: its card says free consultation',
    says: 'Primeira conversa gratuita',
    async check(fixture) {
      const cards = wholes((await fixture.page('/services')).html, 'article')
      expect(cards.filter((card) => card.includes('Primeira conversa gratuita')).map(titleOf)).toEqual([
        'Revisional de Contratos',
      ])
    },
  },
  {
    item: 'catalogue: clean name alone is marked most popular',
    says: 'Mais Popular',
    async check(fixture) {
      const cards = wholes((await fixture.page('/services')).html, 'article')
      expect(cards.filter((card) => card.includes('Mais Popular')).map(titleOf)).toEqual(['Limpeza de Nome'])
    },
  },
])

function titleOf(card: string): string {
  return wordsOf(wholes(card, 'h3')[0] ?? '')
}

/** A service that is hired on its page: a plan, the due day of an order of 2 March 2026, and its contract's text about that. */
const deliveries = {
  '/service/clean-name': ['a-vista', '2026-04-01', 'Prazo de entrega: de 15 a 30 dias.'],
  '/service/credit-rating': ['pf-a-vista', '2026-03-11', 'Prazo de entrega: até 7 dias úteis.'],
  '/service/bacen-clean': ['a-vista', '2026-05-31', 'Prazo de entrega: de 30 a 90 dias.'],
  '/service/serasa-score': ['a-vista', '2026-04-01', 'Prazo de entrega: 30 dias, incluído o acompanhamento.'],
  '/service/credit-viability': ['a-vista', '2026-05-01', 'Consultoria por 60 dias.'],
  '/service/cnh-rehabilitation': ['a-vista', '2026-04-01', 'Prazo de entrega: 30 dias.'],
  '/service/traffic-fines': ['a-vista', '2026-03-23', 'Prazo de entrega: 15 dias úteis.'],
  '/service/contract-review': ['a-vista', '2026-04-01', 'Prazo de entrega: 30 dias.'],
} as const

const deadlines = demandsOf('§9', [
  ...services
    .filter(([path]) => path in deliveries)
    .map(([path, title, , deadline]) => ({
      item: `${title}: deadline beside what its page includes`,
      says: `Prazo ${deadline}`,
      async check(fixture: Fixture) {
        const { html } = await fixture.page(path)
        const stated = wholes(html, 'p').filter((one) => one.includes('class="included-deadline"'))
        expect(stated.map(wordsOf)).toEqual([`Prazo ${deadline}`])
      },
    })),
  ...Object.entries(deliveries).map(([service, [plan, date, clause]]) => ({
    item: `${service}: an order of 2 March 2026 is to be delivered on ${date}`,
    says: clause,
    async check(fixture: Fixture) {
      const person = await fixture.customer()
      await fixture.hire(person, { service, plan })
      expect((await person.open('/contract')).text).toContain(clause)
      await fixture.accept(person)
      const orders = await fixture.rows('select delivery_date::text as date from orders where user_id = $1', [
        person.userId,
      ])
      expect(orders).toEqual([{ date }])
      const [year, month, day] = date.split('-')
      expect((await person.open('/tracking')).text).toContain(`Entrega prevista ${day}/${month}/${year}`)
    },
  })),
  ...(
    [
      ['federal-tax-solution', 45],
      ['vehicle-financing', 30],
      ['home-financing', 30],
    ] as const
  ).map(([id, days]) => ({
    item: `/service/${id}: an order is to be delivered after ${days} days`,
    check() {
      expect(findService(id)?.promise.deadline).toEqual({ kind: 'calendarDays', days })
    },
  })),
  shown('/service/credit-rating', 'delivery, beside the price', 'para a entrega até 7 dias úteis'),
  shown('/service/credit-rating?tipo=pj', 'delivery, beside the price', 'para a entrega até 7 dias úteis'),
  shown('/service/home-financing', 'price and term', 'Assessoria completa: R$ 1.500,00. 30 dias.'),
  ...Object.entries(figures).map(([path, expected]) => ({
    item: `${path}: the figures it shows, and no others`,
    async check(fixture: Fixture) {
      const { text } = await fixture.page(path)
      // The simulator's own table counts month by month, and a step of the hiring is not a figure of the service.
      const own = text.split('Faça a conta antes')[0]?.replace('Passo 1 de 4', '') ?? ''
      expect(figuresOf(own)).toEqual(expected)
    },
  })),
])

const planTable = demandsOf('§9', [
  ...plans.map(([path, id, texts]) => ({
    item: `plan ${id} of ${path}: ${texts.join(', ')}`,
    async check(fixture: Fixture) {
      const card = choice((await fixture.page(path)).html, id)
      for (const text of texts) expect(card).toContain(text)
    },
  })),
  ...Object.entries(Object.groupBy(plans, ([path]) => path)).map(([path, rows = []]) => ({
    item: `plans of ${path}, in this order: ${rows.map(([, id]) => id).join(', ')}`,
    async check(fixture: Fixture) {
      const form = formWith((await fixture.page(path)).html, 'plan')
      const radios = elements(form, 'input').filter(({ type }) => type === 'radio')
      expect(radios.map(({ value }) => value)).toEqual(rows.map(([, id]) => id))
    },
  })),
  {
    item: 'clean name: the weekly plan alone is marked most popular',
    async check(fixture) {
      const { html } = await fixture.page('/service/clean-name')
      const marked = ['a-vista', 'cartao-6x', 'semanal-20x', 'mensal-12x'].filter((id) =>
        choice(html, id).includes('Mais Popular'),
      )
      expect(marked).toEqual(['semanal-20x'])
    },
  },
  {
    item: 'credit rating: card 6x of price/6 rounded',
    replacedBy: 'parts always add up to the whole',
    async check(fixture) {
      const person = await fixture.contracted({ service: '/service/credit-rating', plan: 'pf-cartao-6x' })
      const amounts = (await fixture.instalmentsOf(person)).map(({ amount }) => amount)
      expect(amounts).toHaveLength(6)
      expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(250_000)
    },
  },
  shown('/service/credit-rating', 'individual: support', 'Suporte por 6 meses'),
  shown(
    '/service/credit-rating',
    'individual: guaranteed minimum rise',
    'Aumento mínimo garantido de 200 pontos',
  ),
  shown('/service/credit-rating?tipo=pj', 'company: support', 'Suporte por 12 meses'),
  shown('/service/serasa-score', 'includes follow-up', '30 dias de acompanhamento'),
  shown('/service/credit-viability', 'consultancy', 'Prazo 60 dias de consultoria'),
  shown('/service/bacen-clean', 'cash: start', 'começamos em 24 horas'),
  shown(
    '/service/bacen-clean',
    'contact',
    'Nossa equipe fala com você em até 24 horas depois da contratação',
  ),
  shown('/service/federal-tax-solution', 'term', '45 dias'),
])

const claims = demandsOf('§9', [
  ...(
    [
      'de experiência mais de 6 anos',
      'clientes atendidos mais de 7 mil',
      'de taxa de sucesso 95%',
      'de suporte 24h',
    ] as const
  ).map((says) => shown('/', 'claim (§1)', says)),
  shown('/', 'claim (§1): you do not pay if we fail', 'Se não conseguirmos, você não paga'),
  ...(['/', '/service/vehicle-financing'] as const).flatMap((path) => [
    shown(path, 'rates from', 'Taxas a partir de 0,99% ao mês'),
    shown(path, 'entry from', 'Entrada a partir de 20%'),
    shown(path, 'up to', 'Prazo de até 60 meses'),
    shown(path, 'approval within', 'Resposta da análise em até 24 h'),
    shown(path, 'institutions', 'Instituições comparadas mais de 20'),
  ]),
  shown('/service/vehicle-financing', 'price', 'Assessoria completa: R$ 500,00'),
  shown('/service/home-financing', 'typical saving', 'R$ 50.000 a R$ 200.000 de economia típica'),
  shown('/service/contract-review', 'typical recovered range', 'R$ 15.000 a R$ 80.000 valores típicos'),
])

export const offers: Demand[] = [...prices, ...deadlines, ...planTable, ...claims]
