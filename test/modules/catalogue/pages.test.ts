import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { bindingWords, forbiddenWords, textsIn } from '../../../src/modules/catalogue/domain/check-words.ts'
import { withContent } from '../../../src/modules/catalogue/domain/contents.ts'
import { countQuestions, maxLength, questionAt } from '../../../src/modules/catalogue/domain/page.ts'
import { periodsOf } from '../../../src/modules/catalogue/domain/versions.ts'
import {
  catalogue,
  contentIn,
  type PageContent,
  problemsOf,
  readCatalogueFrom,
  release as shipped,
} from '../../../src/modules/catalogue/public.ts'
import { changedOn, editable, originalOf } from '../../../src/web/copy/editable.ts'
import { landingCopy } from '../../../src/web/copy/landing.ts'
import { withOwn } from '../../../src/web/copy/legal.ts'
import { releasePages } from '../../../src/web/copy/pages.ts'
import { privacyPolicy, privacyWords } from '../../../src/web/copy/privacy.ts'
import { termsOfUse, termsWords } from '../../../src/web/copy/terms.ts'

const release = { ...shipped, pages: releasePages }

afterEach(() => readCatalogueFrom(() => shipped))

const of = (page: string) => contentIn(release, `page:${page}`) as PageContent
const problems = (page: string, change: Record<string, string | undefined>) => {
  const texts = Object.fromEntries(
    Object.entries({ ...of(page).texts, ...change }).filter(([, text]) => text !== undefined),
  ) as Record<string, string>
  return problemsOf(`page:${page}`, { texts }, of(page)).map(({ field, code }) => `${field} ${code}`)
}

test('shows the published text in its place, and the release’s where there is none', () => {
  expect(landingCopy.closing.title).toBe('Conte o seu caso. A primeira conversa não custa nada.')
  const texts = {
    ...of('landing').texts,
    'closing.title': 'Conte o seu caso.',
    'questions.answers.0.question': 'Quanto?',
  }
  readCatalogueFrom(() => withContent(release, 'page:landing', { texts }))
  expect(landingCopy.closing.title).toBe('Conte o seu caso.')
  expect(landingCopy.questions.answers[0]?.question).toBe('Quanto?')
  expect(landingCopy.questions.answers).toHaveLength(4)
  expect(landingCopy.title).toBe('Volte a ter crédito sabendo cada passo.')
})

test('a page may have more or fewer questions than the release', () => {
  const { texts } = of('landing')
  const one = Object.fromEntries(Object.entries(texts).filter(([slot]) => !/answers\.[1-9]/.test(slot)))
  readCatalogueFrom(() => withContent(release, 'page:landing', { texts: one }))
  expect(landingCopy.questions.answers.map(({ question }) => question)).toEqual(['Quanto eu pago?'])
  const more = {
    ...texts,
    'questions.answers.4.question': 'E agora?',
    'questions.answers.4.answer': 'Agora sim.',
  }
  readCatalogueFrom(() => withContent(release, 'page:landing', { texts: more }))
  expect(landingCopy.questions.answers.at(-1)).toEqual({ question: 'E agora?', answer: 'Agora sim.' })
})

test('fills names in braces; falls back to the release for missing texts and ignores values that are no text', () => {
  const live = editable(
    'landing',
    {
      title: 'Em {prazo}, {nada}',
      fixed: 'fica',
      part: { text: 'novo' },
      rows: [{ href: '/x', label: 'Um' }],
      lines: ['a', 'b'],
      count: 3,
      double: (count: number) => `${count * 2}`,
      get made() {
        return 'feito'
      },
    },
    { names: { prazo: () => '7 dias' }, except: ['fixed'] },
  )
  readCatalogueFrom(() =>
    withContent(release, 'page:landing', {
      texts: { title: 'Até {prazo}', 'rows.0.label': 'Dois', 'lines.1': 'c' },
    }),
  )
  expect(live.title).toBe('Até 7 dias')
  expect(live.part.text).toBe('novo')
  expect(live.rows).toEqual([{ href: '/x', label: 'Dois' }])
  expect(live.lines).toEqual(['a', 'c'])
  expect([live.count, live.double(4), live.made, live.fixed]).toEqual([3, '8', 'feito', 'fica'])
  expect(Object.keys(originalOf(live).texts)).toEqual([
    'title',
    'part.text',
    'rows.0.label',
    'lines.0',
    'lines.1',
  ])
  readCatalogueFrom(() => release)
  expect(
    editable('nothing', { title: 'Em {prazo}, {nada}' }, { names: { prazo: () => '7 dias' } }).title,
  ).toBe('Em 7 dias, {nada}')
  expect(() => originalOf({})).toThrow('not a page')
})

test('lists every text of a page once, and none that it does not show', () => {
  expect(problems('landing', {})).toEqual([])
  expect(problems('landing', { title: 'Outro título, sem promessa' })).toEqual([])
  expect(problems('landing', { title: undefined })).toEqual(['title length'])
  expect(problems('landing', { title: '' })).toEqual(['title length'])
  expect(problems('landing', { title: 'a'.repeat(200) })).toEqual(['title length'])
  expect(problems('landing', { other: 'x' })).toEqual(['other unknown_text'])
  expect(problems('landing', { 'other.0.question': 'x', 'other.0.answer': 'y' })).toContain(
    'other.0.question unknown_text',
  )
  expect(problems('landing', { honest: 'Desista em {dias}.' })).toEqual(['honest unknown_name'])
  expect(problems('landing', { honest: 'Desista em {desistencia}.' })).toEqual([])
})

test('questions are complete, at least one and at most twelve', () => {
  const list = 'questions.answers'
  expect(problems('landing', { [`${list}.4.question`]: 'E agora?' })).toEqual([`${list} count`])
  expect(problems('landing', { [`${list}.1.answer`]: undefined })).toEqual([`${list} count`])
  const gone = Object.keys(of('landing').texts).filter((slot) => slot.startsWith(list))
  expect(problems('landing', Object.fromEntries(gone.map((slot) => [slot, undefined])))).toEqual([
    `${list} count`,
  ])
  const many = Array.from({ length: 13 }, (_, index) => [
    [`${list}.${index}.question`, 'E?'],
    [`${list}.${index}.answer`, 'É.'],
  ]).flat()
  expect(problems('landing', Object.fromEntries(many))).toEqual([`${list} count`])
})

test.each([
  ['Só R$ 99,00', 'needs_evidence'],
  ['Em 30 dias', 'needs_evidence'],
  ['Aumento de 95%', 'needs_evidence'],
  ['Aprovação garantida', 'needs_evidence'],
  ['A melhor do Brasil', 'needs_evidence'],
  ['Somos líderes', 'needs_evidence'],
  ['Mais de 7 mil clientes', 'needs_evidence'],
  ['Suporte 24h', 'needs_evidence'],
  ['Crédito sem consulta', 'blind_credit'],
  ['Sem análise de crédito', 'blind_credit'],
  ['Só hoje', 'pressure'],
  ['Últimas vagas', 'pressure'],
])('refuses “%s” on a page: %s', (title, code) => {
  expect(problems('landing', { title })).toEqual([`title ${code}`])
})

test.each([
  'Fale com uma pessoa',
  'Sem consultor de plantão',
  'O corredor do banco',
  'Melhor assim',
  'Artigo 43, § 1º',
])('“%s” promises nothing', (title) => {
  expect(problems('landing', { title })).toEqual([])
})

test('allows the release’s own claims in other sentences, and refuses forbidden ones everywhere', () => {
  expect(bindingWords('Guardado por mais de 5 anos.', ['ficou por mais de 5 anos'])).toEqual([])
  expect(bindingWords('Guardado por 6 anos.', ['ficou por mais de 5 anos'])).toEqual([
    { code: 'needs_evidence', words: '6 anos' },
  ])
  expect(forbiddenWords('Empréstimo SEM CONSULTA, só hoje')).toEqual([
    { code: 'blind_credit', words: 'SEM CONSULTA' },
    { code: 'pressure', words: 'só hoje' },
  ])
  const claim = contentIn(release, 'claim:years') as object
  const wrong = { ...claim, text: 'de crédito sem consulta' } as never
  expect(problemsOf('claim:years', wrong, claim as never)).toEqual([
    { field: 'text', code: 'blind_credit', words: 'sem consulta' },
  ])
  expect(
    textsIn({ evidence: 'pasta 3', expires: null, value: 'a', list: [{ name: 'b' }], texts: { 'x.y': 'c' } }),
  ).toEqual([
    { field: 'value', text: 'a' },
    { field: 'list', text: 'b' },
    { field: 'x.y', text: 'c' },
  ])
})

test('the terms and the policy keep their text, and take paragraphs of the shop after each section', () => {
  const { company } = release
  const ids = (words: typeof termsWords.own | typeof privacyWords.own) => Object.keys(words)
  expect(termsOfUse(company).sections.map(({ id }) => id)).toEqual(ids(termsWords.own))
  expect(privacyPolicy(company).sections.map(({ id }) => id)).toEqual(ids(privacyWords.own))
  const own = 'Atendemos também em Garopaba, em 10 dias.\n\nÀs quintas.'
  expect(problems('terms', { 'own.precos': own })).toEqual([])
  expect(problems('terms', { 'own.precos': '[aqui](javascript:1)' })).toEqual(['own.precos link'])
  expect(problems('terms', { 'own.precos': '[aqui](//site)' })).toEqual(['own.precos link'])
  expect(problems('terms', { 'own.precos': '[aqui](/services), [ali](https://gov.br)' })).toEqual([])
  const [section] = withOwn([{ id: 'precos', title: 'Preços', short: '', blocks: ['Um.'] }], { precos: own })
  expect(section?.blocks).toEqual(['Um.', 'Atendemos também em Garopaba, em 10 dias.', 'Às quintas.'])
})

test('a page is as recent as its newest text', () => {
  const version = {
    ...{ subject: 'page:terms', number: 1, content: of('terms') },
    holdsFrom: new Date('2027-03-01T02:00:00Z'),
  }
  const periods = periodsOf(release, [version], new Date('2027-03-02T12:00:00Z'))
  readCatalogueFrom(() => periods[0]?.catalogue ?? shipped)
  expect(catalogue().pages.find(({ id }) => id === 'terms')?.changed).toBe('2027-02-28')
  expect(changedOn('terms', '2026-11-21')).toBe('2027-02-28')
  expect(changedOn('terms', '2027-04-01')).toBe('2027-04-01')
  expect(changedOn('privacy', '2026-11-21')).toBe('2026-11-21')
})

test('slots of questions, and the maximum length of a text', () => {
  expect(questionAt('questions.answers.12.answer')).toEqual({
    list: 'questions.answers',
    index: 12,
    part: 'answer',
  })
  expect(questionAt('questions.title')).toBeUndefined()
  expect(countQuestions({ 'a.0.question': '', 'a.1.question': '', 'a.3.question': '' }, 'a')).toBe(2)
  expect([maxLength('a.0.question', 'x'), maxLength('a.0.answer', 'x'), maxLength('own.x', '')]).toEqual([
    120, 800, 2_000,
  ])
  expect([maxLength('t', 'abc'), maxLength('t', 'a'.repeat(100)), maxLength('t', 'a'.repeat(500))]).toEqual([
    30, 200, 600,
  ])
})

test('every page whose texts the shop may replace is among the pages of the shop', () => {
  const files = globSync('src/web/copy/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const named = files.flatMap((text) => [...text.matchAll(/= editable\(\s*'([^']+)'/g)].map(([, id]) => id))
  expect(named.toSorted()).toEqual(releasePages.map(({ id }) => id).toSorted())
})
