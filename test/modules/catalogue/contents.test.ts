import { expect, test } from 'vitest'
import { messageWordings } from '../../../src/message-words.ts'
import { subjectsOf, withContent, wordingIn } from '../../../src/modules/catalogue/domain/contents.ts'
import {
  type ClaimContent,
  type CompanyContent,
  consultationIds,
  contentIn,
  type LookupContent,
  type MessageTextsContent,
  messagesOf,
  type PlansContent,
  partsOf,
  problemsOf,
  type ServiceContent,
  type StepsContent,
  serviceOf,
  release as shipped,
  type TestimonialContent,
} from '../../../src/modules/catalogue/public.ts'
import { releasePages } from '../../../src/web/copy/pages.ts'

const release = { ...shipped, messages: messagesOf(messageWordings), pages: releasePages }
const subjects = subjectsOf(release)
const of = <C>(subject: string) => contentIn(release, subject) as C
const serviceIn = (catalogue: typeof release, id: string) => catalogue.services.find((one) => one.id === id)

test('the shop has a subject for everything that it sells and says', () => {
  expect(subjects).toHaveLength(new Set(subjects).size)
  expect(Object.fromEntries(Map.groupBy(subjects, (subject) => partsOf(subject)?.kind))).toMatchObject({
    service: { length: 11 },
    plans: { length: 10 },
    steps: { length: 11 },
    lookup: { length: 4 },
    claim: { length: 16 },
    testimonial: { length: 3 },
    company: { length: 1 },
    reminder: { length: 5 },
    message: { length: 39 },
    page: { length: 16 },
  })
})

test.each(subjects)(
  '%s: content that is read and saved unchanged changes nothing and can be published',
  (subject) => {
    const content = contentIn(release, subject)
    if (!content) throw new Error('a subject without content')
    expect(withContent(release, subject, content)).toEqual(release)
    expect(problemsOf(subject, content, content, wordingIn(release, subject))).toEqual([])
  },
)

test('an unknown subject has no content and changes nothing', () => {
  for (const subject of [
    'service:nothing',
    'plans:federal-tax-solution',
    'nothing:cpf',
    'cpf',
    '',
    'claim:',
  ]) {
    expect(contentIn(release, subject)).toBeUndefined()
  }
  expect(withContent(release, 'nothing:cpf', of('lookup:cpf'))).toBe(release)
  expect(withContent(release, 'lookup:nothing', of('lookup:cpf'))).toEqual(release)
})

test('edits the words of a service, and whether it is sold', () => {
  const content = { ...of<ServiceContent>('service:credit-rating'), title: 'Nota', hidden: true }
  const changed = withContent(release, 'service:credit-rating', {
    ...content,
    variants: content.variants.map((variant) => ({ ...variant, label: variant.label.toUpperCase() })),
  })
  const service = serviceIn(changed, 'credit-rating')
  expect(service).toMatchObject({ title: 'Nota', hidden: true, priceFrom: 250_000 })
  expect(service?.variants?.map(({ label }) => label)).toEqual(['PESSOA FÍSICA', 'PESSOA JURÍDICA'])
  expect(service?.variants?.map(({ price }) => price)).toEqual([250_000, 350_000])
  const shown = withContent(changed, 'service:credit-rating', of('service:credit-rating'))
  expect(shown).toEqual(release)
})

test('other plans change the prices: from the entry where it began there, and of each variant', () => {
  const plans = of<PlansContent>('plans:clean-name').plans
  const dearer = plans.map((plan) => ({
    ...plan,
    ...(plan.entry !== undefined && { entry: plan.entry + 100 }),
    instalments: plan.instalments.map((amount) => amount + 100),
  }))
  const changed = withContent(release, 'plans:clean-name', { plans: dearer })
  const before = serviceOf('clean-name')
  const entry = plans.find((plan) => plan.entry !== undefined)?.entry ?? Number.NaN
  expect(before.priceFrom).toBe(entry)
  expect(serviceIn(changed, 'clean-name')?.priceFrom).toBe(entry + 100)
  expect(serviceIn(changed, 'clean-name')?.plans.map(({ total }) => total)).toEqual(
    before.plans.map((plan) => plan.total + 100 * (plan.count + (plan.entry === undefined ? 0 : 1))),
  )
  const onlyCash = withContent(release, 'plans:clean-name', { plans: plans.slice(0, 1) })
  expect(serviceIn(onlyCash, 'clean-name')?.priceFrom).toBe(before.plans[0]?.total)
  const none = withContent(release, 'plans:clean-name', { plans: [] })
  expect(serviceIn(none, 'clean-name')).not.toHaveProperty('priceFrom')

  const rating = of<PlansContent>('plans:credit-rating').plans.map((plan) =>
    plan.id === 'pj-a-vista' ? { ...plan, instalments: [360_000] } : plan,
  )
  const company = serviceIn(withContent(release, 'plans:credit-rating', { plans: rating }), 'credit-rating')
  expect(company?.variants?.map(({ price }) => price)).toEqual([250_000, 360_000])
  expect(company?.priceFrom).toBe(250_000)
})

test('other steps apply to every variant of the page', () => {
  const content: StepsContent = {
    process: [{ name: 'Uma', description: 'Só uma.' }],
    stepTemplate: [{ name: 'Outra', description: 'Só esta.' }],
  }
  const service = serviceIn(withContent(release, 'steps:credit-rating', content), 'credit-rating')
  expect(service).toMatchObject(content)
  expect(service?.variants?.map(({ process }) => process)).toEqual([content.process, content.process])
})

test('edits a look-up, with its promise in words', () => {
  const content = { ...of<LookupContent>('lookup:cpf'), price: 1_990, minutes: 120, hidden: true }
  const [cpf] = withContent(release, 'lookup:cpf', content).consultations
  expect(cpf).toMatchObject({
    price: 1_990,
    promise: { text: 'em até 2 horas', minutes: 120 },
    hidden: true,
    referencePrefix: 'cpf-consult-',
  })
})

test('edits the words of one message only', () => {
  const texts = { ...of<MessageTextsContent>('message:receipt-made').texts, title: 'Outro {valor}' }
  const changed = withContent(release, 'message:receipt-made', { texts })
  const titles = (catalogue: typeof release) =>
    Object.fromEntries(catalogue.messages.map((message) => [message.kind, message.texts.title]))
  expect(titles(changed)).toEqual({ ...titles(release), 'receipt.made': 'Outro {valor}' })
  expect(wordingIn(changed, 'message:receipt-made')).toBe(messageWordings['receipt.made'])
  expect(wordingIn(changed, 'page:landing')).toBeUndefined()
})

test('edits a claim and a testimonial', () => {
  const claim = { ...of<ClaimContent>('claim:years'), evidence: 'Contrato social', hidden: true }
  expect(withContent(release, 'claim:years', claim).claims[0]).toMatchObject({ id: 'years', ...claim })
  const said = { ...of<TestimonialContent>('testimonial:2'), name: 'Zé' }
  expect(withContent(release, 'testimonial:2', said).testimonials[1]).toMatchObject({ id: '2', ...said })
})

const codes = (subject: string, change: object) =>
  problemsOf(subject, { ...contentIn(release, subject), ...change } as never, of(subject)).map(
    ({ field, code }) => `${field} ${code}`,
  )

test('edits the company as a whole, and refuses invalid parts', () => {
  const company = of<CompanyContent>('company:shop')
  const changed = { ...company, legalName: 'Loja Nova Ltda' }
  expect(withContent(release, 'company:shop', changed).company).toEqual(changed)
  expect(withContent(release, 'company:other', changed)).toBe(release)
  expect(contentIn(release, 'company:other')).toBeUndefined()
  const wrong = (change: Partial<CompanyContent>) =>
    problemsOf('company:shop', { ...company, ...change }, company).map(
      ({ field, code }) => `${field} ${code}`,
    )
  expect(wrong({ cnpj: '12.ABC.345/01DE-36' })).toEqual(['cnpj cnpj'])
  expect(wrong({ phone: '(48) 99999-0000' })).toEqual(['phone phone'])
  expect(wrong({ phone: '+5520999990000' })).toEqual(['phone phone'])
  for (const phone of [' +5548999990000', '+5548999990000 '])
    expect(wrong({ phone })).toEqual(['phone phone'])
  expect(wrong({ email: 'contato@exemplo.com1' })).toEqual(['email email'])
  expect(wrong({ email: 'contato' })).toEqual(['email email'])
  expect(wrong({ email: 'a b@exemplo.com.br' })).toEqual(['email email'])
  expect(wrong({ email: 'contato@exemplo' })).toEqual(['email email'])
  expect(wrong({ dpoEmail: '"x" <a@exemplo.com.br>' })).toEqual(['dpoEmail email'])
  expect(wrong({ instagram: 'http://www.instagram.com/exemplo' })).toEqual(['instagram url'])
  expect(wrong({ instagram: '@exemplo' })).toEqual(['instagram url'])
  const at = (length: number) => 'x'.repeat(length)
  const mail = (length: number) => `${at(length - 15)}@exemplo.com.br`
  const site = (length: number) => `https://a.br/${at(length - 13)}`
  expect(wrong({ email: mail(254), dpoEmail: mail(254), instagram: site(200) })).toEqual([])
  expect(wrong({ email: mail(255), instagram: site(201) })).toEqual(['email email', 'instagram url'])
  const shortest = { legalName: at(2), address: at(5), pixKey: at(5), lawyer: at(2) }
  const longest = { legalName: at(120), address: at(200), pixKey: at(77), lawyer: at(120) }
  expect([wrong(shortest), wrong(longest)]).toEqual([[], []])
  const fields = ['legalName length', 'address length', 'pixKey length', 'lawyer length']
  expect(wrong({ legalName: 'x', address: at(4), pixKey: at(4), lawyer: 'x' })).toEqual(fields)
  expect(wrong({ legalName: at(121), address: at(201), pixKey: at(78), lawyer: at(121) })).toEqual(fields)
})

test('the page and the contract of a service state the deadline that its orders get', () => {
  const subject = 'service:clean-name'
  const deadline = (days: number, kind = 'calendarDays') => ({ deadline: { kind, days } })
  expect(codes(subject, { promise: { text: '15 a 40 dias', ...deadline(30) } })).toEqual([
    'promise deadline_words',
  ])
  expect(codes(subject, { promise: { text: '15 a 30 dias úteis', ...deadline(30) } })).toEqual([
    'promise deadline_words',
  ])
  expect(codes(subject, { promise: { text: '15 a 30 dias', ...deadline(30, 'businessDays') } })).toEqual([
    'promise deadline_words',
  ])
  expect(codes(subject, { promise: { text: '40 dias', ...deadline(40) } })).toEqual([
    'contractSpecification deadline_contract',
  ])
  for (const days of [0, 366, 1.5, Number.NaN]) {
    expect(codes(subject, { promise: { text: '30 dias', ...deadline(days) } })).toEqual(['days deadline'])
  }
  const contract = ['Fazemos o pedido.', 'Prazo de entrega: 1 dia útil.']
  const one = {
    promise: { text: '1 dia útil', ...deadline(1, 'businessDays') },
    contractSpecification: contract,
  }
  expect(codes(subject, one)).toEqual([])
})

test('refuses empty or endless texts and lists', () => {
  const subject = 'service:credit-rating'
  expect(codes(subject, { title: 'ab' })).toEqual(['title length'])
  expect(codes(subject, { title: 'a'.repeat(81) })).toEqual(['title length'])
  for (const title of ['\u200b\u200b\u200b', '...', '2026'])
    expect(codes(subject, { title })).toEqual(['title length'])
  expect(codes('lookup:cpf', { title: '\u2060\u2060\u2060' })).toEqual(['title length'])
  expect(codes(subject, { summary: ' '.repeat(40) })).toEqual(['summary length'])
  expect(codes(subject, { features: [] })).toEqual(['features count'])
  expect(codes(subject, { features: Array.from({ length: 9 }, () => 'aa') })).toEqual(['features count'])
  expect(codes(subject, { inclusions: ['a'.repeat(301)] })).toEqual(['inclusions length'])
  expect(codes(subject, { inclusions: ['a'] })).toEqual(['inclusions length'])
  const [pf] = of<ServiceContent>(subject).variants
  expect(codes(subject, { variants: [{ ...pf, label: '', inclusions: [] }] })).toEqual([
    'pf-label length',
    'pf-inclusions count',
  ])
})

test('plans have one to compare with, none cheaper, one popular, and all readable', () => {
  const subject = 'plans:clean-name'
  const [cash, card, weekly, monthly] = of<PlansContent>(subject).plans
  if (!cash || !card || !weekly || !monthly) throw new Error('four plans')
  expect(codes(subject, { plans: [] })).toEqual(['plans count'])
  expect(codes(subject, { plans: [card] })).toEqual(['plans no_cash_plan'])
  expect(codes(subject, { plans: [{ ...card, id: 'a-vista' }] })).toEqual(['plans no_cash_plan'])
  expect(codes(subject, { plans: [cash, card, card] })).toEqual(['plans same_plan'])
  expect(codes(subject, { plans: [cash, weekly, { ...monthly, popular: true }] })).toEqual([
    'plans two_popular',
  ])
  expect(codes(subject, { plans: [{ ...cash, instalments: [500_000] }, card] })).toEqual([
    'plans cheaper_than_cash',
  ])
  expect(codes(subject, { plans: [{ ...cash, instalments: [99] }] })).toEqual(['plan-0-total price'])
  expect(codes(subject, { plans: [{ ...cash, instalments: [100_000_001] }] })).toEqual(['plan-0-total price'])
  expect(codes(subject, { plans: [cash, { ...card, label: '' }] })).toEqual(['plan-1-label length'])
  const thirteen = { ...card, instalments: Array.from({ length: 13 }, () => 25_000) }
  expect(codes(subject, { plans: [cash, thirteen] })).toEqual(['plan-1-pays too_many_for_card'])
  const uneven = { ...monthly, instalments: [50_000, ...monthly.instalments.slice(1)] }
  expect(codes(subject, { plans: [cash, uneven] })).toEqual(['plan-1-pays notation'])
  expect(codes(subject, { plans: [cash, { ...monthly, instalments: [200_000, 0] }] })).toEqual([
    'plan-1-pays notation',
  ])
  expect(codes(subject, { plans: [cash, { ...weekly, method: 'credit_card' }] })).toContain(
    'plan-1-pays notation',
  )
})

test('compares the plans of a company with its own cash price', () => {
  const rating = of<PlansContent>('plans:credit-rating').plans.map((plan) =>
    plan.id === 'pj-cartao-6x' ? { ...plan, instalments: Array.from({ length: 6 }, () => 50_000) } : plan,
  )
  expect(codes('plans:credit-rating', { plans: rating })).toEqual(['plans cheaper_than_cash'])
})

test('each variant of a service has a plan, and each plan belongs to a variant', () => {
  const subject = 'plans:credit-rating'
  const { plans } = of<PlansContent>(subject)
  const companies = plans.filter(({ variant }) => variant === 'pj')
  expect(codes(subject, { plans: companies })).toEqual(['plans variant_without_plan'])
  const { variant: _people, ...cash } = plans.find(({ id }) => id === 'pf-a-vista') ?? {}
  expect(codes(subject, { plans: [...plans, { ...cash, id: 'a-vista' }] })).toEqual([
    `plan-${plans.length}-variant plan_without_variant`,
  ])
  const ofClean = of<PlansContent>('plans:clean-name').plans
  expect(codes('plans:clean-name', { plans: [...ofClean, ...companies.slice(0, 1)] })).toEqual([
    `plan-${ofClean.length}-variant plan_without_variant`,
  ])
})

test('each step has a name and a sentence', () => {
  const subject = 'steps:clean-name'
  const step = { name: 'Análise', description: 'Lemos tudo.' }
  expect(codes(subject, { process: [] })).toEqual(['process count'])
  expect(codes(subject, { stepTemplate: Array.from({ length: 13 }, () => step) })).toEqual([
    'stepTemplate count',
  ])
  expect(codes(subject, { stepTemplate: [step, { ...step, name: '' }] })).toEqual([
    'stepTemplate-1-name length',
  ])
  expect(codes(subject, { process: [{ ...step, description: '' }] })).toEqual([
    'process-0-description length',
  ])
})

test('a look-up has a price and a promise', () => {
  const subject = 'lookup:cpf'
  for (const price of [0, 99, 1.5, Number.NaN]) expect(codes(subject, { price })).toEqual(['price price'])
  expect(codes(subject, { price: 100 })).toEqual([])
  for (const minutes of [0, 43_201, 1.5, Number.NaN]) {
    expect(codes(subject, { minutes })).toEqual(['minutes minutes'])
  }
  expect(codes(subject, { minutes: 43_200, shows: [] })).toEqual(['shows count'])
})

test('evidence may have an end, if there is evidence', () => {
  expect(codes('claim:years', { evidence: 'Contrato social, pasta 3', expires: '2027-01-31' })).toEqual([])
  expect(codes('claim:years', { evidence: 'x' })).toEqual(['evidence length'])
  expect(codes('claim:years', { evidence: 'Contrato', expires: '2027-02-30' })).toEqual(['expires date'])
  expect(codes('testimonial:1', { expires: '2027-01-31' })).toEqual(['expires expires_without_evidence'])
  expect(codes('testimonial:1', { name: 'J', text: 'Bom.' })).toEqual(['name length', 'text length'])
  expect(codes('claim:years', { value: '', text: '' })).toEqual(['value length', 'text length'])
  expect(problemsOf('nothing:1', of('claim:years'), of('claim:years'))).toEqual([
    { field: 'subject', code: 'length' },
  ])
})

/** Returns a text of the given length that matches no other rule. */
const text = (length: number) => 'a'.repeat(length)
const textsOf = (count: number, length = 2) => Array.from({ length: count }, () => text(length))

/** Function that builds the input of a field from a length. */
type Make = (length: number) => object
const variantOf = (change: object) => ({
  variants: [{ ...of<ServiceContent>('service:credit-rating').variants[0], ...change }],
})
const step = { name: 'Análise', description: 'Lemos tudo.' }
const cash = of<PlansContent>('plans:serasa-score').plans[0]

test.each([
  ['service:credit-rating', 'title', 3, 80, (length) => ({ title: text(length) })],
  ['service:credit-rating', 'summary', 10, 400, (length) => ({ summary: text(length) })],
  [
    'service:credit-rating',
    'promise',
    3,
    60,
    (length) => ({
      promise: { text: `${text(length - 1)}7`, deadline: { kind: 'calendarDays', days: 7 } },
      contractSpecification: ['Sem prazo.'],
    }),
  ],
  ['service:credit-rating', 'pf-label', 2, 40, (length) => variantOf({ label: text(length) })],
  ['plans:serasa-score', 'plan-0-label', 2, 40, (length) => ({ plans: [{ ...cash, label: text(length) }] })],
  ['steps:clean-name', 'process-0-name', 2, 60, (length) => ({ process: [{ ...step, name: text(length) }] })],
  [
    'steps:clean-name',
    'stepTemplate-0-description',
    2,
    240,
    (length) => ({ stepTemplate: [{ ...step, description: text(length) }] }),
  ],
  ['lookup:cpf', 'title', 3, 80, (length) => ({ title: text(length) })],
  ['lookup:cpf', 'summary', 10, 300, (length) => ({ summary: text(length) })],
  ['claim:years', 'value', 1, 80, (length) => ({ value: text(length) })],
  ['claim:years', 'text', 2, 200, (length) => ({ text: text(length) })],
  ['claim:years', 'evidence', 3, 500, (length) => ({ evidence: text(length) })],
  ['testimonial:1', 'name', 2, 60, (length) => ({ name: text(length) })],
  ['testimonial:1', 'text', 10, 400, (length) => ({ text: text(length) })],
] as [string, string, number, number, Make][])(
  '%s: %s has %i to %i letters',
  (subject, field, from, to, make) => {
    expect(codes(subject, make(from))).toEqual([])
    expect(codes(subject, make(to))).toEqual([])
    expect(codes(subject, make(from - 1))).toContain(`${field} length`)
    expect(codes(subject, make(to + 1))).toEqual([`${field} length`])
    expect(codes(subject, make(to))).toEqual([])
  },
)

test.each([
  ['service:credit-rating', 'features', 1, 8],
  ['service:credit-rating', 'inclusions', 1, 15],
  ['service:credit-rating', 'goodToKnow', 1, 12],
  ['service:credit-rating', 'contractSpecification', 1, 15],
  ['lookup:cpf', 'shows', 1, 12],
] as [string, string, number, number][])(
  '%s: %s number %i to %i, each of 2 to 300 letters',
  (subject, field, from, to) => {
    for (const fits of [textsOf(from), textsOf(to), textsOf(1, 300)]) {
      expect(codes(subject, { [field]: fits })).toEqual([])
    }
    expect(codes(subject, { [field]: textsOf(from - 1) })).toEqual([`${field} count`])
    expect(codes(subject, { [field]: textsOf(to + 1) })).toEqual([`${field} count`])
    expect(codes(subject, { [field]: textsOf(1, 301) })).toEqual([`${field} length`])
    expect(codes(subject, { [field]: [text(5), ' a '] })).toEqual([`${field} length`])
  },
)

test.each(['inclusions', 'contractSpecification'])('the %s of a variant number 1 to 15', (field) => {
  const subject = 'service:credit-rating'
  for (const count of [1, 15]) expect(codes(subject, variantOf({ [field]: textsOf(count) }))).toEqual([])
  for (const count of [0, 16]) {
    expect(codes(subject, variantOf({ [field]: textsOf(count) }))).toEqual([`pf-${field} count`])
  }
  expect(codes(subject, variantOf({ [field]: ['a'] }))).toEqual([`pf-${field} length`])
})

test('steps number 1 to 12, and so do plans', () => {
  for (const count of [1, 12]) {
    const steps = Array.from({ length: count }, () => step)
    expect(codes('steps:clean-name', { process: steps, stepTemplate: steps })).toEqual([])
  }
  const plans = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      index === 0
        ? cash
        : {
            ...{ id: `mensal-${index + 1}x`, label: 'Mensal', cadence: 'monthly', method: 'pix' },
            instalments: Array.from({ length: index + 1 }, () => 60_000),
          },
    )
  expect(codes('plans:serasa-score', { plans: plans(12) })).toEqual([])
  expect(codes('plans:serasa-score', { plans: plans(13) })).toEqual(['plans count'])
})

test('limits the price, the deadline, and the number of card instalments', () => {
  const plan = (change: object) => ({ plans: [{ ...cash, ...change }] })
  expect(codes('plans:serasa-score', plan({ instalments: [100_000_000] }))).toEqual([])
  expect(codes('plans:serasa-score', plan({ instalments: [100] }))).toEqual([])
  expect(codes('lookup:cpf', { price: 100_000_000 })).toEqual([])
  expect(codes('lookup:cpf', { price: 100_000_001 })).toEqual(['price price'])
  expect(codes('lookup:cpf', { minutes: 1 })).toEqual([])
  const card = (parts: number) => ({
    plans: [
      cash,
      {
        ...{ id: 'cartao', label: 'Cartão', cadence: 'monthly', method: 'credit_card' },
        instalments: Array.from({ length: parts }, () => 50_000),
      },
    ],
  })
  expect(codes('plans:serasa-score', card(12))).toEqual([])
  expect(codes('plans:serasa-score', card(13))).toEqual(['plan-1-pays too_many_for_card'])
  const year = { text: '365 dias', deadline: { kind: 'calendarDays', days: 365 } }
  const contract = ['O prazo de entrega muda: até 10 dias a mais.', 'Prazo de entrega: 365 dias.']
  expect(codes('service:clean-name', { promise: year, contractSpecification: contract })).toEqual([])
  const oneDay = { text: '1 dia', deadline: { kind: 'calendarDays', days: 1 } }
  expect(codes('service:clean-name', { promise: oneDay, contractSpecification: ['Sem prazo.'] })).toEqual([])
  const wordless = { text: 'o quanto antes', deadline: { kind: 'calendarDays', days: 30 } }
  expect(codes('service:clean-name', { promise: wordless })).toEqual(['promise deadline_words'])
})

test('does not read a plan whose amounts are not money', () => {
  const monthly = { id: 'mensal-3x', label: 'Mensal', cadence: 'monthly', method: 'pix' }
  for (const change of [
    { instalments: [60_000, 60_000, 60_000.5] },
    { entry: 0, instalments: [60_000, 60_000, 60_000] },
    { entry: -1, instalments: [60_000, 60_000, 60_000] },
  ]) {
    expect(codes('plans:serasa-score', { plans: [cash, { ...monthly, ...change }] })).toContain(
      'plan-1-pays notation',
    )
  }
})

test('a subject’s name is recognized only as a whole', () => {
  expect(partsOf('lookup:cpf')).toEqual({ kind: 'lookup', id: 'cpf' })
  for (const other of ['1lookup:cpf', 'lookup:cpf/1', 'lookup:', ':cpf'])
    expect(partsOf(other)).toBeUndefined()
})

test('reads a hidden item as hidden', () => {
  for (const subject of ['service:clean-name', 'lookup:cpf', 'claim:years', 'testimonial:1']) {
    const content = { ...contentIn(release, subject), hidden: true } as ServiceContent
    expect(contentIn(withContent(release, subject, content), subject)).toEqual(content)
  }
})

test('the “from” price starts with the cash price, even with a cheaper plan, and with the only entry there is', () => {
  const [first, second] = of<PlansContent>('plans:clean-name').plans
  if (!first || !second) throw new Error('two plans')
  const one = withContent(release, 'plans:clean-name', { plans: [first, second] })
  expect(serviceIn(one, 'clean-name')?.priceFrom).toBe(40_000)
  const cheaper = { ...second, entry: 10_000, instalments: [10_000] }
  const low = withContent(release, 'plans:serasa-score', { plans: [first, cheaper] })
  expect(serviceIn(low, 'serasa-score')?.priceFrom).toBe(150_000)
})

test('the shop’s look-ups are those that can be requested', () => {
  expect(release.consultations.map(({ id }) => id)).toEqual([...consultationIds])
})
