import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { parsePaymentText } from '../../../src/modules/catalogue/public.ts'
import { type Demand, demandsOf } from '../demand.ts'
import type { House } from '../house.ts'
import { choice, elements } from '../page.ts'
import { all, shown } from '../ways.ts'

const e2e = 'e2e/specification.spec.ts'

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

const prices = demandsOf('§9', [
  all('/services?consultas=1', 'quick lookup prices and deadlines', [
    'R$ 15 em até 5 minutos',
    'R$ 25 em até 24 horas',
    'R$ 50 em até 24 horas',
    'R$ 200 em até 48 horas',
  ]),
  ...(
    [
      ['/cpf-consult', 'R$ 15,00', '5 minutos'],
      ['/complete-consult', 'R$ 25,00', '24 horas'],
      ['/bacen-consult', 'R$ 50,00', '24 horas'],
      ['/rating-consult', 'R$ 200,00', '48 horas'],
    ] as const
  ).flatMap(([path, price, within]) => [
    shown(path, 'price', price),
    shown(path, 'deadline', within),
    shown(path, 'result by WhatsApp', 'WhatsApp'),
  ]),
  ...(
    [
      ['Clean name', 'Limpeza de Nome', 'R$ 400'],
      ['Serasa score survey', 'Levantamento de Score Serasa', 'R$ 497'],
      ['Credit viability', 'Estudo de Viabilidade de Crédito', 'R$ 897'],
      ['Credit rating', 'Rating de Crédito', 'R$ 2.500'],
      ['Bacen clean', 'Limpeza Bacen', 'R$ 5.000'],
      ['CNH', 'Reabilitação de CNH', 'R$ 1.200'],
      ['Traffic fines', 'Defesa de Multas de Trânsito', 'R$ 1.200'],
      ['Contract revisional', 'Revisional de Contratos', 'R$ 800'],
      ['Vehicle financing', 'Financiamento de Veículos', 'R$ 500'],
      ['Home financing', 'Financiamento Imobiliário', 'R$ 1.500'],
    ] as const
  ).map(([item, title, says]) => ({
    item: `price of ${item} on its card`,
    says,
    async check(house: House) {
      const { text } = await house.page('/services')
      expect(text).toContain(`A partir de ${says} Contratar Serviço: ${title}`)
    },
  })),
  shown(
    '/services',
    'contract revisional: the catalogue says free consultation',
    'Primeira conversa gratuita',
  ),
])

const planTable = demandsOf('§9', [
  ...plans.map(([path, id, texts]) => ({
    item: `plan ${id} of ${path}: ${texts.join(', ')}`,
    async check(house: House) {
      const card = choice((await house.page(path)).html, id)
      for (const text of texts) expect(card).toContain(text)
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
  shown('/service/clean-name', 'term', '15 a 30 dias'),
  shown('/service/credit-rating', 'individual: support', '6 meses'),
  shown('/service/credit-rating', 'individual: guaranteed minimum rise', '200 pontos'),
  shown('/service/credit-rating?tipo=pj', 'company: support', '12 meses'),
  shown('/service/credit-rating', 'delivery', '7 dias úteis'),
  shown('/service/serasa-score', 'includes follow-up', '30 dias'),
  shown('/service/credit-viability', 'consultancy', '60 dias'),
  shown('/service/bacen-clean', 'duration', '30 a 90 dias'),
  shown('/service/bacen-clean', 'cash: start', 'começamos em 24 horas'),
  shown('/service/bacen-clean', 'contact', '24 horas'),
  shown('/service/cnh-rehabilitation', 'term', '30 dias'),
  shown('/service/traffic-fines', 'term', '15 dias úteis'),
  shown('/service/federal-tax-solution', 'term', '45 dias'),
])

const claims = demandsOf('§9', [
  ...(['6+ anos', '7000+', '95%', '24h'] as const).map((says) => shown('/', 'claim (§1)', says)),
  shown('/', 'claim (§1): you do not pay if we fail', 'você não paga'),
  shown('/service/vehicle-financing', 'rates from', '0,99%'),
  shown('/service/vehicle-financing', 'entry from', '20%'),
  shown('/service/vehicle-financing', 'up to', '60 meses'),
  shown('/service/vehicle-financing', 'approval within', '24h'),
  shown('/service/vehicle-financing', 'institutions', 'mais de 20'),
  shown('/service/vehicle-financing', 'price', 'R$ 500,00'),
  shown('/service/home-financing', 'typical saving', 'R$ 50.000 a R$ 200.000'),
  shown('/service/contract-review', 'typical recovered range', 'R$ 15.000 a R$ 80.000'),
])

/** Payment-type text and price, and the payments they become: how many, their amounts, interval, method. */
type TextRow = [
  rule: string,
  text: string,
  price: string,
  count: number,
  first: number,
  second: number | undefined,
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
    'pix',
  ],
  [
    'mensal with an entry',
    'PIX mensal: entrada R$ 400,00 + 12x R$ 199,90',
    'R$ 2.798,80',
    13,
    40_000,
    19_990,
    'pix',
  ],
  ['entrada + Nx', 'entrada R$ 100,00 + 5x R$ 119,40', 'R$ 697,00', 6, 10_000, 11_940, 'pix'],
  ['Nx with an amount, by card', 'Cartão 6x R$ 1.000,00', 'R$ 6.000,00', 6, 100_000, 100_000, 'credit_card'],
  ['parcelado, 5 by default', 'Parcelado', 'R$ 500,00', 5, 10_000, 10_000, 'pix'],
  ['anything else: one pix today', 'À vista', 'R$ 497,00', 1, 49_700, undefined, 'pix'],
]

const generation = demandsOf('§9', [
  ...texts.map(([rule, text, price, count, first, second, method]) => ({
    item: `instalments from text, ${rule}`,
    says: text,
    check() {
      const parsed = parsePaymentText({ paymentType: text, priceText: price, today: '2026-03-02' })
      if (!parsed.ok) throw new Error(parsed.code)
      expect(parsed.value).toHaveLength(count)
      expect(parsed.value[0]?.amount).toBe(first)
      expect(parsed.value[1]?.amount).toBe(second)
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

/** The shipped script, as it is written. */
const script = (name: string) => readFileSync(`src/web/enhance/${name}`, 'utf8')

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
  {
    item: 'status polling every 5 seconds',
    replacedBy: 'live by server-sent events, polling every 5 seconds as fallback until the PIX expires',
    check() {
      expect(script('payment-live.ts')).toMatch(/pollEvery = 5_000\b/)
    },
  },
  {
    item: 'approval redirect after 2 seconds, to /payment-success',
    async check(house) {
      expect(script('payment-live.ts')).toMatch(/beforeLeaving = 2_000\b/)
      const person = await house.contracted({ plan: 'a-vista' })
      const page = await house.pay(
        person,
        (await house.instalmentsOf(person)).map(({ id }) => id),
      )
      expect(page.html).toContain('data-live-approved="/payment-success"')
    },
  },
  {
    item: 'toasts up to 3 for 4000 ms',
    check() {
      expect(script('toasts.ts')).toMatch(/most = 3\b/)
      expect(script('toasts.ts')).toMatch(/lifetime = 4000\b/)
    },
  },
  {
    item: 'toasts up to 3 for 4000 ms, as they are seen',
    coveredBy: { file: e2e, title: '§9 at most three notices' },
  },
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
  shown('/', 'support hours', 'Segunda a sexta, das 8h às 18h'),
  {
    item: 'support WhatsApp number',
    async check(house) {
      expect((await house.page('/')).html).toContain('https://wa.me/5548999990000')
    },
  },
  {
    item: 'tooltip open delay 700 ms',
    replacedBy: 'no tooltips: every hint stands in the page, where a thumb can read it',
    async check(house) {
      expect((await house.page('/service/clean-name')).html).not.toContain('role="tooltip"')
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

export const section9: Demand[] = [...prices, ...planTable, ...claims, ...generation, ...others]
