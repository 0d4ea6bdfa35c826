import { expect, test } from 'vitest'
import { addDays } from '../../../src/core/calendar.ts'
import { exampleCompany as company } from '../../../src/core/company.ts'
import { sum } from '../../../src/core/money.ts'
import { forbiddenWords, release } from '../../../src/modules/catalogue/public.ts'
import { composeContract, contractText } from '../../../src/modules/contracting/domain/contract.ts'
import type { OfferSnapshot } from '../../../src/modules/contracting/domain/offer.ts'
import { contractTerms } from '../../../src/modules/contracting/domain/terms.ts'
import { offerOf } from '../../../src/modules/contracting/offer-of.ts'

const { services } = release

const party = { name: 'Ana Souza', cpf: '52998224725', phone: '+5548999991234' }

function compose(serviceId: string, planId: string, date = '2026-12-18') {
  const offer = offerOf({ serviceId, planId, today: date })
  if (!offer) throw new Error(`${serviceId} ${planId}`)
  const contract = composeContract({ offer, party, company, terms: contractTerms, date })
  return { offer, contract, text: contractText(contract) }
}

const sold = services.flatMap((service) => service.plans.map((plan) => [service.id, plan.id] as const))

test.each(sold)('%s %s: the payments add up to the price, on any day of the year', (serviceId, planId) => {
  for (let day = 0; day < 366; day += 13) {
    const { offer } = compose(serviceId, planId, addDays('2026-12-01', day))
    expect(sum(offer.payments.map((payment) => payment.amount))).toBe(offer.total)
  }
})

test.each(sold)(
  '%s %s: ten clauses, each explained, and the whole schedule in the text',
  (serviceId, planId) => {
    const { contract, text, offer } = compose(serviceId, planId)
    expect(contract.clauses.map((clause) => clause.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const { plain } of contract.clauses) expect(plain).toMatch(/^[^.]+[^.]*\.$/)
    for (const row of contract.schedule) {
      expect(text).toContain(`${row.label}: ${row.amount}, em ${row.dueDate}, ${row.method}`)
    }
    for (const line of offer.specification) expect(text).toContain(line)
    expect(text).not.toMatch(/undefined|NaN|\[object/)
  },
)

test('the clauses contain the figures of the specification, and limiting ones are marked', () => {
  const { contract, text } = compose('clean-name', 'semanal-20x')
  for (const phrase of [
    'multa de 20%',
    'juros de 1% ao mês',
    'correção pelo IPCA',
    'honorários de advogado de 20%',
    'aviso de 30 dias',
    'foro de Florianópolis/SC',
    'não passa de 2% da parcela',
    'em até 7 dias',
  ]) {
    expect(text).toContain(phrase)
  }
  // A company's fee may be higher: the plain text must not state a lower limit than the clause.
  const late = contract.clauses.find(({ title }) => title === 'Atraso no pagamento')
  expect(late?.plain).toContain('para o consumidor, a multa é de no máximo 2%')
  expect(contract.clauses.filter((clause) => clause.limiting).map((clause) => clause.title)).toEqual([
    'Atraso no pagamento',
    'Rescisão',
    'Foro',
  ])
})

// The late fee of the specification is above the cap for companies only, and the same clause says so: see the previous test.
test.each(sold)('no clause says what the law makes void: %s %s', (serviceId, planId) => {
  const found = forbiddenWords(compose(serviceId, planId).text)
  expect(found.filter(({ code }) => code !== 'fee_above_cap')).toEqual([])
})

test('the whole cost is stated before signing: cash price, count and interval, totals, difference and rate', () => {
  const { contract } = compose('clean-name', 'semanal-20x')
  expect(contract.cost).toEqual([
    { term: 'Preço à vista (total sem financiamento)', value: 'R$ 1.500,00' },
    { term: 'Entrada', value: 'R$ 400,00' },
    { term: 'Número e intervalo das parcelas', value: '20, uma por semana' },
    { term: 'Total com financiamento', value: 'R$ 2.398,00' },
    { term: 'Diferença para o preço à vista', value: 'R$ 898,00 (59,9%)' },
    { term: 'Taxa de juros embutida', value: expect.stringMatching(/^6,51% por semana, [\d.,]+% ao ano$/) },
  ])
  expect(compose('cnh-rehabilitation', 'mensal-5x').contract.cost).toContainEqual({
    term: 'Taxa de juros embutida',
    value: 'sem juros',
  })
})

test.each([
  ['a Monday', '2026-11-23', '2026-11-30'],
  ['the seventh day is a Saturday', '2026-11-21', '2026-11-30'],
  ['the seventh day is Christmas', '2026-12-18', '2026-12-28'],
])('a contract can be withdrawn from for seven days, the last a business day: %s', (_, date, until) => {
  expect(compose('clean-name', 'a-vista', date).contract.withdrawalUntil).toBe(until)
})

test('the same arguments give the same text, another day a different one', () => {
  expect(compose('clean-name', 'a-vista').text).toBe(compose('clean-name', 'a-vista').text)
  expect(compose('clean-name', 'a-vista').text).not.toBe(compose('clean-name', 'a-vista', '2026-12-19').text)
})

const weekly: OfferSnapshot = {
  serviceId: 'service',
  serviceTitle: 'Serviço',
  variant: null,
  planId: 'plan',
  planLabel: 'Plano',
  paymentType: 'PIX semanal: entrada R$ 0,01 + 2x R$ 1,00',
  cadence: 'weekly',
  cashPrice: 150,
  entry: 1,
  count: 2,
  total: 201,
  difference: { amount: 51, percent: 34 },
  rate: { percent: 1.5, period: 'week', yearly: 116.9 },
  promise: 'até 10 dias úteis',
  deadline: { kind: 'businessDays', days: 10 },
  specification: ['Primeira linha', 'Segunda linha'],
  steps: [{ name: 'Etapa', description: 'O que se faz' }],
  payments: [
    { number: 0, kind: 'entrada', label: 'Entrada', amount: 1, dueDate: '2026-12-18', method: 'pix' },
    { number: 1, kind: 'parcela', label: 'Parcela 1', amount: 100, dueDate: '2026-12-25', method: 'pix' },
    {
      number: 2,
      kind: 'parcela',
      label: 'Parcela 2',
      amount: 100,
      dueDate: '2027-01-01',
      method: 'credit_card',
    },
  ],
}
const monthly: OfferSnapshot = {
  ...weekly,
  cadence: 'monthly',
  entry: 0,
  difference: { amount: 0, percent: 0 },
  rate: { percent: 0, period: 'month', yearly: 0 },
  deadline: { kind: 'calendarDays', days: 30 },
}
const once: OfferSnapshot = { ...weekly, cadence: 'once', entry: 0, rate: null }
const contractOf = (offer: OfferSnapshot) =>
  composeContract({ offer, party, company, terms: contractTerms, date: '2026-12-18' })

test('the cost of a single payment is its price, and says that it has no interest', () => {
  const cost = (offer: OfferSnapshot) => contractOf(offer).cost.map(({ term, value }) => `${term}: ${value}`)
  expect(cost(once)).toEqual([
    'Preço à vista (total sem financiamento): R$ 1,50',
    'Número de pagamentos: 1 (pagamento único)',
  ])
  expect(cost(monthly)).toEqual([
    'Preço à vista (total sem financiamento): R$ 1,50',
    'Número e intervalo das parcelas: 2, uma por mês',
    'Total com financiamento: R$ 2,01',
    'Diferença para o preço à vista: nenhuma',
    'Taxa de juros embutida: sem juros',
  ])
  expect(cost({ ...weekly, difference: { amount: 1, percent: 0.7 }, rate: null })).toEqual([
    'Preço à vista (total sem financiamento): R$ 1,50',
    'Entrada: R$ 0,01',
    'Número e intervalo das parcelas: 2, uma por semana',
    'Total com financiamento: R$ 2,01',
    'Diferença para o preço à vista: R$ 0,01 (0,7%)',
  ])
})

test('the signed text has every part of the contract, in order', () => {
  const { clauses, ...rest } = contractOf(weekly)
  const [first] = clauses
  if (!first) throw new Error('no clause')
  const clause = { ...first, number: 1, title: 'Objeto', paragraphs: ['Um.', 'Dois.'], plain: 'Simples.' }
  expect(
    contractText({
      ...rest,
      version: 'v',
      dateText: 'hoje',
      clauses: [clause, { ...clause, number: 2 }],
    }).split('\n'),
  ).toEqual([
    'CONTRATO DE PRESTAÇÃO DE SERVIÇOS',
    'Versão v. hoje.',
    '',
    'CONTRATANTE',
    'Nome: Ana Souza',
    'CPF: 529.982.247-25',
    'Telefone: (48) 99999-1234',
    'Serviço: Serviço',
    'Valor total: R$ 2,01',
    'Forma de pagamento: PIX semanal: entrada R$ 0,01 + 2x R$ 1,00',
    '',
    'CONTRATADA',
    'Razão social: Empresa Exemplo Ltda',
    'CNPJ: 12.ABC.345/01DE-35',
    'Endereço: Rua do Exemplo, 100, Centro, Florianópolis/SC, CEP 88000-000',
    'Telefone: (48) 99999-0000',
    'E-mail: contato@exemplo.com.br',
    '',
    'ESPECIFICAÇÃO DO SERVIÇO',
    '- Primeira linha',
    '- Segunda linha',
    '',
    'QUANTO CUSTA',
    ...rest.cost.map(({ term, value }) => `${term}: ${value}`),
    '',
    'QUANDO SE PAGA',
    'Entrada: R$ 0,01, em 18/12/2026, Pix',
    'Parcela 1: R$ 1,00, em 25/12/2026, Pix',
    'Parcela 2: R$ 1,00, em 01/01/2027, cartão de crédito',
    '',
    'CLÁUSULA 1. OBJETO',
    'Um.',
    'Dois.',
    'Em palavras simples: Simples.',
    '',
    'CLÁUSULA 2. OBJETO',
    'Um.',
    'Dois.',
    'Em palavras simples: Simples.',
    '',
  ])
})

test('the clauses say in which kind of days the deadline is counted', () => {
  expect(contractText(contractOf(weekly))).toContain('10 dias úteis')
  expect(contractText(contractOf(monthly))).toContain('30 dias corridos')
})

test('states a chosen due day with the cost', () => {
  const rows = (offer: OfferSnapshot) =>
    contractOf(offer).cost.filter(({ term }) => term.startsWith('Vencimento'))
  expect(rows(weekly)).toEqual([])
  expect([rows({ ...weekly, dueDay: 5 }), rows({ ...monthly, dueDay: 10 })]).toEqual([
    [{ term: 'Vencimento das parcelas', value: 'toda semana, sexta-feira, à escolha do contratante' }],
    [{ term: 'Vencimento das parcelas', value: 'todo mês, dia 10, à escolha do contratante' }],
  ])
})
