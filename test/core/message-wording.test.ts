import { expect, test } from 'vitest'
import {
  countExamples,
  exampleFilling,
  fillWording,
  isOutside,
  nameProblems,
  namesOfSlots,
  neededValues,
  paragraphsOf,
  partsPlacedIn,
  releaseTexts,
  type Wording,
} from '../../src/core/message-wording.ts'

const wording = {
  subject: 'Novidade no pedido {pedido}',
  preheader: '{quantas}',
  title: 'Concluída: {etapa}',
  lines: ['{aviso} Uma etapa do pedido {pedido}. {quantas}', '{extra}'],
  quote: { label: 'O que fizemos', text: '{feito}' },
  facts: [
    { label: 'Protocolo', text: '{protocolo}' },
    { label: 'Próxima', text: 'até {dia}' },
  ],
  action: '{botao}',
  note: 'Guarde o número.',
  names: {
    ...{ pedido: 'RC-1', etapa: 'Análise', faltam: '3', feito: 'Uma carta.' },
    ...{ protocolo: 'SP-1', dia: '08/12/2026', apelido: 'ela' },
  },
  optional: ['etapa'],
  pieces: {
    quantas: {
      many: { when: 'Faltam várias', words: 'Faltam {faltam}.' },
      one: { when: 'Falta uma', words: 'Falta só uma.' },
    },
    extra: { late: { when: 'Atrasou', words: 'Desculpe pela demora.' } },
    botao: {
      file: { when: 'Há um arquivo', words: 'Ver o arquivo' },
      none: { when: 'Não há', words: 'Acompanhar', isFixed: true },
    },
  },
  fixed: { aviso: 'Não passe este código.' },
} as const satisfies Wording

const filling = {
  values: { ...wording.names, feito: 'Uma carta {pedido}.\nDuas.' },
  cases: { quantas: 'many', extra: undefined, botao: 'file' },
  url: 'https://recomeco.exemplo/t',
}

test('a wording has the release’s texts, each slot once, without the fixed parts', () => {
  expect(releaseTexts(wording)).toEqual({
    subject: 'Novidade no pedido {pedido}',
    preheader: '{quantas}',
    title: 'Concluída: {etapa}',
    lines: '{aviso} Uma etapa do pedido {pedido}. {quantas}\n\n{extra}',
    quote: 'O que fizemos',
    action: '{botao}',
    note: 'Guarde o número.',
    'piece.quantas.many': 'Faltam {faltam}.',
    'piece.quantas.one': 'Falta só uma.',
    'piece.extra.late': 'Desculpe pela demora.',
    'piece.botao.file': 'Ver o arquivo',
  })
})

test('fills names once, drops an empty part with its space, and leaves values unchanged', () => {
  const filled = fillWording(wording, releaseTexts(wording), filling)
  expect(filled).toEqual({
    subject: 'Novidade no pedido RC-1',
    preheader: 'Faltam 3.',
    title: 'Concluída: Análise',
    lines: ['Não passe este código. Uma etapa do pedido RC-1. Faltam 3.'],
    quote: { label: 'O que fizemos', value: 'Uma carta {pedido}.\nDuas.' },
    facts: [
      { label: 'Protocolo', value: 'SP-1' },
      { label: 'Próxima', value: 'até 08/12/2026' },
    ],
    action: { label: 'Ver o arquivo', url: 'https://recomeco.exemplo/t' },
    note: 'Guarde o número.',
  })
  const bare = fillWording(
    wording,
    { note: '', lines: '{extra} Uma etapa. {quantas}' },
    {
      values: { ...wording.names, feito: '', protocolo: '' },
      cases: { quantas: undefined, extra: undefined, botao: 'none' },
      url: undefined,
    },
  )
  expect(bare.lines).toEqual(['Uma etapa.'])
  expect(bare.facts).toEqual([{ label: 'Próxima', value: 'até 08/12/2026' }])
  expect(bare).not.toHaveProperty('quote')
  expect(bare).not.toHaveProperty('action')
  expect(bare).not.toHaveProperty('note')
})

test('the shop’s own texts replace the release’s, and the rest stays', () => {
  const texts = {
    title: 'Pronto: {etapa}',
    'piece.quantas.many': 'São {faltam}.',
    'piece.botao.none': 'Outro',
  }
  const filled = fillWording(wording, texts, { ...filling, cases: { ...filling.cases, botao: 'none' } })
  expect([filled.title, filled.preheader, filled.subject]).toEqual([
    'Pronto: Análise',
    'São 3.',
    'Novidade no pedido RC-1',
  ])
  // A fixed case uses the release's text, regardless of a stored version.
  expect(fillWording(wording, {}, { ...filling, cases: { botao: 'none' } }).action?.label).toBe('Acompanhar')
})

test('a name without a value stays as it is written', () => {
  expect(fillWording(wording, { title: 'Olá {outro} {constructor}' }, filling).title).toBe(
    'Olá {outro} {constructor}',
  )
})

test('the release’s text determines which names are allowed where', () => {
  const of = (slot: string) => namesOfSlots(wording).find((one) => one.slot === slot)
  // Visible on the lock screen: may contain neither the step nor the team's text.
  expect(of('subject')).toEqual({ slot: 'subject', allowed: ['pedido', 'faltam'], needed: [] })
  expect(of('preheader')).toEqual({ slot: 'preheader', allowed: ['pedido', 'faltam', 'quantas'], needed: [] })
  expect(of('lines')).toEqual({
    slot: 'lines',
    allowed: ['pedido', 'faltam', 'quantas', 'extra', 'aviso'],
    needed: ['quantas', 'extra', 'aviso'],
  })
  expect(of('title')?.allowed).toEqual(Object.keys(wording.names))
  expect(of('note')?.allowed).toEqual(Object.keys(wording.names))
  expect(of('quote')?.allowed).toEqual([])
  expect(of('action')).toEqual({ slot: 'action', allowed: ['botao'], needed: ['botao'] })
  expect(of('piece.quantas.many')).toEqual({
    ...{ slot: 'piece.quantas.many', allowed: ['pedido', 'faltam'], needed: ['faltam'] },
  })
  expect(of('piece.extra.late')).toEqual({
    ...{ slot: 'piece.extra.late', allowed: ['pedido', 'faltam'], needed: [] },
  })
  expect(partsPlacedIn(wording, 'lines')).toEqual(['quantas', 'extra', 'aviso'])
  expect(
    ['subject', 'lines', 'title', 'piece.extra.late', 'piece.botao.file'].map((slot) =>
      isOutside(wording, slot),
    ),
  ).toEqual([true, true, false, true, false])
})

test('names that only the wording states are required', () => {
  // The step may be omitted, the other values are in the facts or the quote, and the release never uses {apelido}.
  expect(neededValues(wording)).toEqual([{ name: 'pedido', slot: 'lines' }])
  const problems = (texts: Record<string, string>) =>
    nameProblems(wording, { ...releaseTexts(wording), ...texts }).map(
      ({ slot, code, words }) => `${slot} ${code} ${words}`,
    )
  expect(problems({})).toEqual([])
  expect(problems({ title: 'Concluída' })).toEqual([])
  expect(problems({ subject: 'Novidade', title: 'Pedido {pedido}' })).toEqual([])
  expect(problems({ subject: 'Novidade', lines: '{aviso} {quantas} {extra}' })).toEqual([
    'lines missing_name {pedido}',
  ])
  expect(problems({ lines: '{pedido} {quantas}' })).toEqual(['lines missing_name {extra} {aviso}'])
  expect(problems({ lines: '{aviso} {quantas} {extra} {etapa} {cpf}' })).toEqual([
    'lines unknown_name {etapa} {cpf}',
  ])
  expect(problems({ title: '{extra}' })).toEqual(['title unknown_name {extra}'])
  expect(problems({ 'piece.quantas.many': 'Várias. {}' })).toEqual([
    'piece.quantas.many unknown_name {}',
    'piece.quantas.many missing_name {faltam}',
  ])
})

test('the examples show every case', () => {
  expect(countExamples(wording)).toBe(2)
  expect(exampleFilling(wording, 0).cases).toEqual({ quantas: 'many', extra: 'late', botao: 'file' })
  expect(exampleFilling(wording, 1).cases).toEqual({ quantas: 'one', extra: 'late', botao: 'none' })
  expect(countExamples({ ...wording, pieces: {} })).toBe(1)
})

test('empty lines separate paragraphs', () => {
  expect(paragraphsOf(' a\nb \n\n\n\n c\n\n')).toEqual(['a\nb', 'c'])
  expect(paragraphsOf('')).toEqual([])
})
