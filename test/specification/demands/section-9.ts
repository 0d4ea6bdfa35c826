import { expect } from 'vitest'
import { findService, parsePaymentText } from '../../../src/modules/catalogue/public.ts'
import { type Demand, demandsOf } from '../demand.ts'
import { clauseFigures, figures } from '../figures.ts'
import type { House } from '../house.ts'
import { choice, elements, figuresOf, formWith, links, wholes, wordsOf } from '../page.ts'
import { pointers } from '../pointers.ts'
import { all, shown } from '../ways.ts'

/** Every plan as its page must show it before it is chosen. */
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

/** The quick lookups: where, their name, price, and within what the result comes. */
const lookups = [
  ['/cpf-consult', 'Consulta CPF Serasa', 'R$ 15', 'em até 5 minutos'],
  ['/complete-consult', 'Consulta Completa', 'R$ 25', 'em até 24 horas'],
  ['/bacen-consult', 'Consulta Bacen', 'R$ 50', 'em até 24 horas'],
  ['/rating-consult', 'Consulta Rating', 'R$ 200', 'em até 48 horas'],
] as const

/** Services in the order of the catalogue: their page, name, price on the card, and deadline on the card. */
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
    async check(house) {
      const { html } = await house.page('/services?consultas=1')
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
      `Consulta avulsa: ${title}`,
      `${price} Resultado ${within} depois do pagamento`,
      `Ir para o pagamento, ${price},00`,
      `O resultado fica pronto ${within} depois do pagamento.`,
    ]),
    all(path, 'result by WhatsApp: at the phone field and in the steps', [
      'Telefone com DDD O do WhatsApp: é por ele que avisamos do resultado.',
      'Avisamos no WhatsApp',
    ]),
  ]),
  all('/services?consultas=1', 'results of the quick lookups by WhatsApp: on the card and in the dialog', [
    'Você paga uma vez e recebe o resultado pelo WhatsApp. A partir de R$ 15',
    'O resultado é liberado para você pelo WhatsApp.',
  ]),
  ...services.map(([href, title, price, deadline], index) => ({
    item: `${title}: price and deadline on its own card, which is number ${index + 2}`,
    says: `${price}, ${deadline}`,
    async check(house: House) {
      const card = wholes((await house.page('/services')).html, 'article')[index] ?? ''
      expect(wordsOf(wholes(card, 'h3')[0] ?? '')).toBe(title)
      expect(wholes(card, 'li').map(wordsOf).at(-1)).toBe(`Prazo: ${deadline}`)
      expect(wordsOf(wholes(card, 'p').at(-1) ?? '')).toBe(price)
      expect(links(card).map(({ text, href }) => [text, href])).toEqual([
        [`Contratar Serviço: ${title}`, href],
      ])
    },
  })),
  {
    item: 'contract revisional: its card says free consultation',
    says: 'Primeira conversa gratuita',
    async check(house) {
      const cards = wholes((await house.page('/services')).html, 'article')
      expect(cards.filter((card) => card.includes('Primeira conversa gratuita')).map(titleOf)).toEqual([
        'Revisional de Contratos',
      ])
    },
  },
  {
    item: 'catalogue: clean name alone is marked most popular',
    says: 'Mais Popular',
    async check(house) {
      const cards = wholes((await house.page('/services')).html, 'article')
      expect(cards.filter((card) => card.includes('Mais Popular')).map(titleOf)).toEqual(['Limpeza de Nome'])
    },
  },
])

function titleOf(card: string): string {
  return wordsOf(wholes(card, 'h3')[0] ?? '')
}

/**
 * A service that is hired on its page: a plan, the day an order of 2 March 2026 is to be delivered, and what its
 * contract says of that.
 */
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
      async check(house: House) {
        const { html } = await house.page(path)
        const stated = wholes(html, 'p').filter((one) => one.includes('class="included-deadline"'))
        expect(stated.map(wordsOf)).toEqual([`Prazo ${deadline}`])
      },
    })),
  ...Object.entries(deliveries).map(([service, [plan, date, clause]]) => ({
    item: `${service}: an order of 2 March 2026 is to be delivered on ${date}`,
    says: clause,
    async check(house: House) {
      const person = await house.customer()
      await house.hire(person, { service, plan })
      expect((await person.open('/contract')).text).toContain(clause)
      await house.accept(person)
      const orders = await house.rows('select delivery_date::text as date from orders where user_id = $1', [
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
    async check(house: House) {
      const { text } = await house.page(path)
      // The simulator's own table counts month by month.
      expect(figuresOf(text.split('Faça a conta antes')[0] ?? '')).toEqual(expected)
    },
  })),
])

const planTable = demandsOf('§9', [
  ...plans.map(([path, id, texts]) => ({
    item: `plan ${id} of ${path}: ${texts.join(', ')}`,
    async check(house: House) {
      const card = choice((await house.page(path)).html, id)
      for (const text of texts) expect(card).toContain(text)
    },
  })),
  ...Object.entries(Object.groupBy(plans, ([path]) => path)).map(([path, rows = []]) => ({
    item: `plans of ${path}, in this order: ${rows.map(([, id]) => id).join(', ')}`,
    async check(house: House) {
      const form = formWith((await house.page(path)).html, 'plan')
      const radios = elements(form, 'input').filter(({ type }) => type === 'radio')
      expect(radios.map(({ value }) => value)).toEqual(rows.map(([, id]) => id))
    },
  })),
  {
    item: 'clean name: the weekly plan alone is marked most popular',
    async check(house) {
      const { html } = await house.page('/service/clean-name')
      const marked = ['a-vista', 'cartao-6x', 'semanal-20x', 'mensal-12x'].filter((id) =>
        choice(html, id).includes('Mais Popular'),
      )
      expect(marked).toEqual(['semanal-20x'])
    },
  },
  {
    item: 'credit rating: card 6x of price/6 rounded',
    replacedBy: 'parts always add up to the whole',
    async check(house) {
      const person = await house.contracted({ service: '/service/credit-rating', plan: 'pf-cartao-6x' })
      const amounts = (await house.instalmentsOf(person)).map(({ amount }) => amount)
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
      'de experiência 6+ anos',
      'clientes atendidos 7000+',
      'de taxa de sucesso 95%',
      'de suporte 24h',
    ] as const
  ).map((says) => shown('/', 'claim (§1)', says)),
  shown('/', 'claim (§1): you do not pay if we fail', 'Se não conseguirmos, você não paga'),
  ...(['/', '/service/vehicle-financing'] as const).flatMap((path) => [
    shown(path, 'rates from', 'ao mês, taxas a partir de 0,99%'),
    shown(path, 'entry from', 'de entrada, a partir de 20%'),
    shown(path, 'up to', 'para pagar, no máximo 60 meses'),
    shown(path, 'approval within', 'para a resposta da análise 24h'),
    shown(path, 'institutions', 'instituições comparadas mais de 20'),
  ]),
  shown('/service/vehicle-financing', 'price', 'Assessoria completa: R$ 500,00'),
  shown('/service/home-financing', 'typical saving', 'R$ 50.000 a R$ 200.000 de economia típica'),
  shown('/service/contract-review', 'typical recovered range', 'R$ 15.000 a R$ 80.000 valores típicos'),
])

/** Payment-type text and price, and the payments they become: how many, the first two, and their method. */
type TextRow = [
  rule: string,
  text: string,
  price: string,
  count: number,
  first: number,
  second: number | undefined,
  secondDue: string | undefined,
  method: string,
]
const texts: TextRow[] = [
  [
    'semanal with an entry',
    'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
    'R$ 2.398,00',
    21,
    40_000,
    9_990,
    '2026-03-09',
    'pix',
  ],
  [
    'mensal with an entry',
    'PIX mensal: entrada R$ 400,00 + 12x R$ 199,90',
    'R$ 2.798,80',
    13,
    40_000,
    19_990,
    '2026-04-02',
    'pix',
  ],
  ['semanal, 20 by default', 'Semanal', 'R$ 2.000,00', 20, 10_000, 10_000, '2026-03-09', 'pix'],
  [
    'semanal with an entry, 20 by default',
    'Semanal, entrada de R$ 400,00',
    'R$ 2.400,00',
    21,
    40_000,
    10_000,
    '2026-03-09',
    'pix',
  ],
  ['mensal, 12 by default', 'Mensal', 'R$ 1.200,00', 12, 10_000, 10_000, '2026-04-02', 'pix'],
  [
    'mensal with an entry, 12 by default',
    'Mensal, entrada de R$ 300,00',
    'R$ 1.500,00',
    13,
    30_000,
    10_000,
    '2026-04-02',
    'pix',
  ],
  ['entrada + Nx', 'entrada R$ 100,00 + 5x R$ 119,40', 'R$ 697,00', 6, 10_000, 11_940, '2026-04-02', 'pix'],
  [
    'Nx with an amount, by card',
    'Cartão 6x R$ 1.000,00',
    'R$ 6.000,00',
    6,
    100_000,
    100_000,
    '2026-04-02',
    'credit_card',
  ],
  ['Nx without an amount', '4x', 'R$ 100,00', 4, 2_500, 2_500, '2026-04-02', 'pix'],
  ['parcelado, 5 by default', 'Parcelado', 'R$ 500,00', 5, 10_000, 10_000, '2026-04-02', 'pix'],
  ['parcelado by card', 'Parcelado no cartão', 'R$ 500,00', 5, 10_000, 10_000, '2026-04-02', 'credit_card'],
  ['anything else: one pix today', 'À vista', 'R$ 497,00', 1, 49_700, undefined, undefined, 'pix'],
]

const generation = demandsOf('§9', [
  ...texts.map(([rule, text, price, count, first, second, secondDue, method]) => ({
    item: `instalments from text, ${rule}`,
    says: text,
    check() {
      const parsed = parsePaymentText({ paymentType: text, priceText: price, today: '2026-03-02' })
      if (!parsed.ok) throw new Error(parsed.code)
      expect(parsed.value).toHaveLength(count)
      expect(parsed.value[0]?.amount).toBe(first)
      expect(parsed.value[0]?.dueDate).toBe('2026-03-02')
      expect(parsed.value[1]?.amount).toBe(second)
      expect(parsed.value[1]?.dueDate).toBe(secondDue)
      expect(parsed.value.at(-1)?.method).toBe(method)
    },
  })),
  {
    item: 'weekly: entry today and one every 7 days; monthly: one a month; all start pending',
    async check(house) {
      const weekly = await house.instalmentsOf(await house.contracted({ plan: 'semanal-20x' }))
      expect(weekly.slice(0, 3).map(({ due_date }) => due_date)).toEqual([
        '2026-03-02',
        '2026-03-09',
        '2026-03-16',
      ])
      const monthly = await house.instalmentsOf(await house.contracted({ plan: 'mensal-12x' }))
      expect(monthly.slice(0, 3).map(({ due_date }) => due_date)).toEqual([
        '2026-03-02',
        '2026-04-02',
        '2026-05-02',
      ])
      expect(new Set([...weekly, ...monthly].map(({ status }) => status))).toEqual(new Set(['pending']))
    },
  },
])

const others = demandsOf('§9', [
  {
    item: 'minimum password length: 6 on login and for the current password',
    async check(house) {
      const login = await house.stranger().send('/auth', {
        intent: 'sign-in',
        email: 'ninguem@exemplo.com.br',
        password: 'seis66',
      })
      expect(login.errors).toEqual({})
      const change = await (await house.customer()).send('/auth?aba=trocar-senha', {
        intent: 'change-password',
        currentPassword: 'seis66',
        newPassword: 'Ipe-Amarelo@88',
        confirmNewPassword: 'Ipe-Amarelo@88',
      })
      expect(change.toasts).toEqual(['Erro / Senha atual incorreta'])
    },
  },
  {
    item: 'minimum password length: 6 at create-account, 8 for auth-tab signup and new passwords',
    replacedBy: '8 everywhere; below 6 the specified message (see §5)',
    async check(house) {
      const person = house.stranger()
      const page = await person.send('/auth?aba=criar-conta', {
        intent: 'sign-up',
        email: 'oito@exemplo.com.br',
        password: 'Oito@888',
        confirmPassword: 'Oito@888',
      })
      expect(page.toasts.join()).toContain('Conta criada com sucesso!')
    },
  },
  ...[...'@$!%*?&'].map((sign) => ({
    item: 'allowed special character in passwords',
    says: sign,
    async check(house: House) {
      const password = `Girassol7${sign}`
      const page = await house.stranger().send('/auth?aba=criar-conta', {
        intent: 'sign-up',
        email: 'torto',
        password,
        confirmPassword: password,
      })
      expect(page.errors).toEqual({ email: 'Email inválido' })
    },
  })),
  {
    item: 'PIX validity countdown 30 minutes (mm:ss)',
    replacedBy: 'what the provider returned, 30 minutes being its minimum',
    async check(house) {
      const person = await house.contracted({ plan: 'a-vista' })
      const [one] = await house.instalmentsOf(person)
      expect((await person.open('/payment')).text).toContain('30 minutos')
      const page = await house.pay(person, [one?.id ?? ''])
      const [clock] = elements(page.html, 'time').filter((time) => 'data-countdown' in time)
      expect(Number(clock?.['data-countdown'])).toBeGreaterThanOrEqual(30 * 60)
      expect(Number(clock?.['data-countdown'])).toBeLessThanOrEqual(31 * 60)
      expect(page.text).toMatch(/3[01]:\d\d/)
    },
  },
  { item: 'PIX countdown, second by second', coveredBy: pointers.countdown },
  { item: 'PIX countdown, second by second, as it is seen', coveredBy: pointers.countdownInBrowser },
  {
    item: 'status polling every 5 seconds',
    replacedBy: 'live by server-sent events, polling every 5 seconds as fallback until the PIX expires',
    coveredBy: pointers.polling,
  },
  { item: 'status polling every 5 seconds, in a browser', coveredBy: pointers.pollingInBrowser },
  {
    item: 'status polling every 5 seconds',
    replacedBy: 'the server looks every second for the pages that listen to its events',
    coveredBy: pointers.events,
  },
  { item: 'approval redirect after 2 seconds', coveredBy: pointers.leaving },
  { item: 'approval redirect after 2 seconds, in a browser', coveredBy: pointers.leavingInBrowser },
  {
    item: 'approval redirect to /payment-success',
    async check(house) {
      const person = await house.contracted({ plan: 'a-vista' })
      const page = await house.pay(
        person,
        (await house.instalmentsOf(person)).map(({ id }) => id),
      )
      expect(page.html).toContain('data-live-approved="/payment-success"')
    },
  },
  { item: 'toasts up to 3 for 4000 ms', coveredBy: pointers.noticesKept },
  { item: 'toasts up to 3 for 4000 ms, as they are seen', coveredBy: pointers.notices },
  ...(
    [
      ['late fee', 'multa de 20%'],
      ['interest', '1% ao mês'],
      ['correction', 'IPCA'],
      ['legal fees', 'honorários de advogado de 20%'],
      ['termination notice', 'aviso de 30 dias'],
      ['forum', 'foro de Florianópolis/SC'],
    ] as const
  ).map(([item, says]) => ({
    item: `contract: ${item}`,
    says,
    async check(house: House) {
      expect(await contractText(house)).toContain(says)
    },
  })),
  {
    item: 'contract: the figures of its clauses, and no others',
    async check(house) {
      const text = await contractText(house)
      expect(figuresOf(text.slice(text.search(/ 1\. [A-Z]/)))).toEqual(clauseFigures)
    },
  },
  {
    item: 'contract: ten clauses',
    async check(house) {
      const text = await contractText(house)
      for (let number = 1; number <= 10; number++) expect(text).toMatch(new RegExp(` ${number}\\. [A-Z]`))
      expect(text).not.toMatch(/ 11\. [A-Z]/)
    },
  },
  {
    item: 'PIX payments go to a stated PIX key',
    async check(house) {
      expect((await house.page('/service/clean-name')).text).toContain(house.web.app.config.company.pixKey)
    },
  },
  shown('/service/clean-name', 'amounts are shown in BRL', 'R$ 1.500,00'),
  {
    item: 'support WhatsApp number, the only one of every page',
    async check(house) {
      for (const path of ['/', '/services', '/service/clean-name', '/service/cnh-rehabilitation']) {
        const numbers = (await house.page(path)).whole.match(/wa\.me\/\d+/g) ?? []
        expect([...new Set(numbers)], path).toEqual(['wa.me/5548999990000'])
      }
    },
  },
  {
    item: 'tooltip open delay 700 ms',
    replacedBy: 'no tooltips: every hint stands in the page, where a thumb can read it',
    async check(house) {
      expect((await house.page('/service/clean-name')).whole).not.toContain('role="tooltip"')
    },
  },
  {
    item: 'query cache, retry backoff, token refresh, realtime heartbeat, key-set cache',
    replacedBy: 'no data library in the browser: pages come whole from the server and are never cached',
    async check(house) {
      const answer = await (await house.member()).visitor.get('/tracking')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    },
  },
])

async function contractText(house: House): Promise<string> {
  const person = await house.customer()
  await house.hire(person)
  return (await person.open('/contract')).text
}

export const section9: Demand[] = [...prices, ...deadlines, ...planTable, ...claims, ...generation, ...others]
