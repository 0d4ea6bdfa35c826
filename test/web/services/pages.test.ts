// Databases: one
import { expect, test } from 'vitest'
import { plansOf, release, type ServiceId, serviceOf } from '../../../src/modules/catalogue/public.ts'
import { federalTaxCopy } from '../../../src/web/copy/federal-tax.ts'
import { hiringToasts } from '../../../src/web/copy/hiring.ts'
import { trafficFinesCopy } from '../../../src/web/copy/traffic-fines.ts'
import { paths } from '../../../src/web/paths.ts'
import { webWith } from '../../support/web.ts'

const { services } = release

const content = '../../../src/web/routes/content'
const web = webWith({
  '/': () => import(`${content}/home.tsx`),
  '/service/clean-name': () => import(`${content}/clean-name.tsx`),
  '/service/credit-rating': () => import(`${content}/credit-rating.tsx`),
  '/service/bacen-clean': () => import(`${content}/bacen-clean.tsx`),
  '/service/cnh-rehabilitation': () => import(`${content}/cnh-rehabilitation.tsx`),
  '/service/traffic-fines': () => import(`${content}/traffic-fines.tsx`),
  '/service/contract-review': () => import(`${content}/contract-review.tsx`),
  '/service/contract-revisional': () => import(`${content}/contract-revisional.ts`),
  '/service/federal-tax-solution': () => import(`${content}/federal-tax.tsx`),
  '/service/serasa-score': () => import(`${content}/serasa-score.tsx`),
  '/service/credit-viability': () => import(`${content}/credit-viability.tsx`),
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
})

const { noPlan, noMethod, chosenPlan, chosenMethod, redirecting, signInNeeded } = hiringToasts
const hired = [
  ['credit-rating', noMethod, chosenMethod],
  ['bacen-clean', noMethod, redirecting],
  ['cnh-rehabilitation', noPlan, chosenPlan],
  ['traffic-fines', noPlan, chosenPlan],
  ['contract-review', noMethod, chosenMethod],
  ['serasa-score', noPlan, chosenPlan],
  ['credit-viability', noPlan, chosenPlan],
] as const
const person = { name: 'Joana Pereira', cpf: '529.982.247-25', phone: '(48) 99999-1234' }

test.each(hired)('%s shows its plans, inclusions and process', async (id) => {
  const service = serviceOf(id)
  const text = await textOf(paths.service(service.id))
  const [variant] = service.variants ?? [undefined]
  for (const { label } of plansOf(service, variant?.id)) expect(text).toContain(label)
  for (const item of (variant ?? service).inclusions) expect(text).toContain(item)
  for (const { name, description } of service.process) {
    expect(text).toContain(name)
    expect(text).toContain(description)
  }
  for (const { title, items } of service.sections) {
    expect(text).toContain(title)
    for (const { name } of items) expect(text).toContain(name)
  }
  for (const item of service.goodToKnow) expect(text).toContain(item)
  expect(text).toContain(service.promise.text)
})

test.each(hired)('%s without a plan redirects to the plans with a toast', async (id, missing) => {
  const route = paths.service(id)
  const browser = web.browser()
  const answer = await browser.post(route, {})
  expect(answer.headers.get('location')).toBe(`${route}#planos`)
  expect((await browser.follow(answer)).html).toContain(missing.title)
})

test.each(hired)('%s with only a plan opens the dialog, without a script too', async (id, _, chosen) => {
  const service = serviceOf(id)
  const plan = service.plans.at(-1)?.id ?? ''
  const browser = web.browser()
  const query = new URLSearchParams(plan.startsWith('pj') ? { tipo: 'pj', plano: plan } : { plano: plan })
  const asked = paths.service(service.id) + (plan.startsWith('pj') ? '?tipo=pj' : '')
  const answer = await browser.post(asked, { plan })
  expect(answer.headers.get('location')).toBe(`${paths.service(service.id)}?${query}#contratar`)
  const { html } = await browser.follow(answer)
  expect(html).toContain(chosen.title)
  expect(html).toMatch(/<dialog[^>]* open=""/)
  expect(html).toContain(`name="plan" value="${plan}"`)
})

test.each(hired)('%s with a plan and data redirects guests to /auth', async (id) => {
  const service = serviceOf(id)
  const browser = web.browser()
  const answer = await browser.post(paths.service(service.id), {
    plan: service.plans[0]?.id ?? '',
    ...person,
  })
  expect(answer.headers.get('location')).toBe('/auth?aba=criar-conta')
  expect((await browser.follow(answer)).html).toContain(signInNeeded.title)
})

test.each(hired)('%s shows invalid data again with messages', async (id) => {
  const service = serviceOf(id)
  const plan = service.plans[0]?.id ?? ''
  const answer = await web
    .browser()
    .post(paths.service(service.id), { plan, ...person, cpf: '111.111.111-11' })
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain('CPF inválido')
  expect(html).toContain('value="Joana Pereira"')
})

test('the company variant of the rating has its own URL, price and support period', async () => {
  const text = await textOf('/service/credit-rating?tipo=pj')
  const hint = 'De quem responde pela empresa e aceita o contrato.'
  expect(text).toContain(hint)
  expect(await textOf('/service/credit-rating')).not.toContain(hint)
  expect(text).toContain('R$ 3.500,00')
  expect(text).toContain('12 meses')
  expect(text).not.toContain('200 pontos')
  expect(await textOf('/service/credit-rating')).toContain('+ 200 pontos')
})

test('a chosen plan selects its variant', async () => {
  expect(await textOf('/service/credit-rating?plano=pj-cartao-6x')).toContain('R$ 3.500,00')
})

test('the contract review shows its price, the free consultation and the recovered range', async () => {
  const text = await textOf('/service/contract-review')
  for (const said of ['R$ 800,00', 'A primeira conversa é gratuita', 'R$ 15.000', 'R$ 80.000']) {
    expect(text).toContain(said)
  }
})

test('the second URL of the contract review redirects permanently, with its query', async () => {
  const answer = await web.browser().get('/service/contract-revisional?plano=a-vista')
  expect(answer.status).toBe(301)
  expect(answer.headers.get('location')).toBe('/service/contract-review?plano=a-vista')
})

test('federal taxes offer a chat in place of plans', async () => {
  const html = await (await web.browser().get('/service/federal-tax-solution')).text()
  expect(html).toMatch(/https:\/\/wa\.me\/\d+\?text=[^"]*Tributos/)
  expect(html).toContain('45 dias')
  expect(html).not.toContain('name="plan"')
})

test.each(['cnh-rehabilitation', 'traffic-fines'] as ServiceId[])('%s offers a consultant', async (id) => {
  const html = await (await web.browser().get(paths.service(id))).text()
  expect(html).toContain('Falar com um consultor')
  expect(html).toContain('data-hire-gated="true"')
})

test('the clean-name page says what one gets and what is guaranteed before how one pays', async () => {
  const text = await textOf('/service/clean-name')
  const order = [
    'O que você recebe',
    'Está incluído',
    'Se não conseguirmos',
    'Como prefere pagar?',
    'A dívida some?',
  ]
  expect(order.map((words) => text.lastIndexOf(words)).toSorted((a, b) => a - b)).toEqual(
    order.map((words) => text.lastIndexOf(words)),
  )
  expect(order.filter((words) => !text.includes(words))).toEqual([])
})

test('the questions of the clean-name page are in its structured data, and do not promise that debt vanishes', async () => {
  const html = await (await web.browser().get('/service/clean-name')).text()
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  const graph = JSON.parse(data)['@graph'] as { '@type': string; mainEntity?: { name: string }[] }[]
  const faq = graph.find((node) => node['@type'] === 'FAQPage')?.mainEntity?.map(({ name }) => name)
  expect(faq).toEqual([...html.matchAll(/<summary>([^<]+)<\/summary>/g)].map(([, question]) => question))
  expect(faq).toContain('A dívida some?')
  expect(html).toMatch(/A dívida some\?<\/summary><p>Não\. A dívida, quando existe, continua existindo/)
})

test('the landing page lists every service with its price, right after its hero', async () => {
  const html = await (await web.browser().get('/')).text()
  const list = html.slice(html.indexOf('class="price-list"'), html.indexOf('class="facts"'))
  for (const { id, title, promise } of services) {
    const row = list.split('<a ').find((one) => one.includes(`href="${paths.service(id)}"`)) ?? ''
    expect(row).toContain(title)
    expect(row.replace(/<!-- -->/g, '')).toContain(promise.text)
    expect(row).toMatch(id === 'federal-tax-solution' ? /por proposta/ : /R\$.[\d.]+</)
  }
  expect(list.indexOf('R$')).toBeGreaterThan(0)
})

test('the copy explains exactly the fines and tax situations of the catalogue', () => {
  const named = (id: ServiceId) =>
    serviceOf(id)
      .sections.flatMap(({ items }) => items.map(({ name }) => name))
      .sort()
  expect(Object.keys(trafficFinesCopy.fines).sort()).toEqual(named('traffic-fines'))
  expect(Object.keys(trafficFinesCopy.fines)).toHaveLength(9)
  expect(Object.keys(federalTaxCopy.situations).sort()).toEqual(named('federal-tax-solution'))
})

/** Returns the text of a page, with non-breaking spaces replaced. */
async function textOf(path: string): Promise<string> {
  const html = await (await web.browser().get(path)).text()
  return html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&nbsp;', ' ')
}
