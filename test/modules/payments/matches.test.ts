import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FoundMoney,
  type MatchCandidate,
  suggestMatches,
} from '../../../src/modules/payments/domain/matches.ts'
import { payerOfText } from '../../../src/modules/payments/domain/payer-of-text.ts'

const money: FoundMoney = {
  amount: 19_990,
  receivedOn: '2026-11-22',
  userId: null,
  sameDocument: new Set(),
  payerName: undefined,
}
const joana: MatchCandidate = {
  ...{ instalmentId: 'j4', userId: 'joana', name: 'Joana Pereira da Silva' },
  ...{ due: 19_990, amount: 19_990, dueDate: '2026-11-21' },
}
const briefly = (matches: ReturnType<typeof suggestMatches>) =>
  matches.map(({ instalmentId, certainty, reasons }) => [instalmentId, certainty, ...reasons])

test('the same document and amount are almost certain: among equal instalments the one due nearest', () => {
  const next = { ...joana, instalmentId: 'j5', dueDate: '2026-12-21' }
  const other = { ...joana, instalmentId: 'p1', userId: 'pimentel', name: 'Joana Silva' }
  const found = suggestMatches({ ...money, sameDocument: new Set(['joana']), payerName: 'JOANA P SILVA' }, [
    next,
    other,
    joana,
  ])
  expect(briefly(found)).toEqual([
    ['j4', 'almost_certain', 'same_document', 'same_amount', { days: 1 }],
    ['j5', 'possible', 'same_document', 'same_amount', { days: -29 }],
    ['p1', 'possible', 'similar_name', 'same_amount', { days: 1 }],
  ])
})

test('two equally likely people are both only possible', () => {
  const twin = { ...joana, instalmentId: 't1', userId: 'twin' }
  const named = { ...money, payerName: 'joana pereira silva' }
  expect(suggestMatches(named, [joana]).map(({ certainty }) => certainty)).toEqual(['almost_certain'])
  expect(suggestMatches(named, [joana, twin]).map(({ certainty }) => certainty)).toEqual([
    'possible',
    'possible',
  ])
})

test('a person without the amount, or a near amount without the person, is possible; a far amount is no match', () => {
  const more = { ...joana, due: 25_000, amount: 25_000 }
  expect(briefly(suggestMatches({ ...money, userId: 'joana' }, [more]))).toEqual([
    ['j4', 'possible', 'same_account', { days: 1 }],
  ])
  expect(briefly(suggestMatches(money, [joana]))).toEqual([['j4', 'possible', 'same_amount', { days: 1 }]])
  expect(suggestMatches(money, [{ ...joana, dueDate: '2026-11-14' }])).toEqual([])
  expect(suggestMatches(money, [{ ...joana, dueDate: '2026-11-15' }])).toHaveLength(1)
})

test('the amount due today with late charges matches as well', () => {
  const late = { ...joana, due: 20_500 }
  expect(suggestMatches({ ...money, amount: 20_500 }, [late])[0]?.reasons).toContain('same_amount')
  expect(suggestMatches(money, [late])[0]?.reasons).toContain('same_amount')
})

test('money of a known customer is never suggested for another customer', () => {
  const found = suggestMatches({ ...money, userId: 'ana', payerName: joana.name }, [joana])
  expect(found.flatMap(({ reasons }) => reasons)).not.toContain('same_name')
})

test('at most one suggestion is almost certain, and it is the first', () => {
  const person = fc.constantFrom('joana', 'bia', 'caio')
  const candidate = fc.record({
    instalmentId: fc.uuid(),
    userId: person,
    name: fc.constantFrom('Joana Pereira', 'Bia Lima', ''),
    due: fc.constantFrom(19_990, 10_000),
    amount: fc.constantFrom(19_990, 10_000),
    dueDate: fc.constantFrom('2026-11-21', '2026-11-22', '2027-01-05'),
  })
  fc.assert(
    fc.property(
      fc.array(candidate, { maxLength: 9 }),
      fc.option(person),
      fc.subarray(['joana', 'bia']),
      (candidates, userId, owners) => {
        const found = suggestMatches(
          { ...money, userId, sameDocument: new Set(owners), payerName: 'Joana Pereira' },
          candidates,
        )
        const sure = found.filter(({ certainty }) => certainty === 'almost_certain')
        expect(sure.length).toBeLessThanOrEqual(1)
        if (sure[0]) expect(found[0]).toBe(sure[0])
        for (const { reasons } of sure) expect(reasons).toContain('same_amount')
      },
    ),
  )
})

test('reads the payer from each provider’s payload', () => {
  const mercadoPago = {
    payer: {
      first_name: 'Joana',
      last_name: 'Pereira',
      identification: { type: 'CPF', number: '52998224725' },
    },
  }
  expect(payerOfText(JSON.stringify(mercadoPago))).toEqual({ document: '52998224725', name: 'Joana Pereira' })
  const bank = { pix: [{ valor: '10.00', pagador: { cpf: '529.982.247-25', nome: ' Joana  Pereira' } }] }
  expect(payerOfText(JSON.stringify(bank))).toEqual({ document: '52998224725', name: 'Joana Pereira' })
  const nobody = { document: undefined, name: undefined }
  expect(payerOfText('{"id":12345678901,"payer":{"identification":{"number":null}}}')).toEqual(nobody)
  expect(payerOfText('{"collector":{"identification":{"number":"52998224725"}}}')).toEqual(nobody)
  expect(payerOfText('<html>')).toEqual(nobody)
})

test('sorts by likelihood first, whatever the due date and id', () => {
  const stranger = { ...joana, instalmentId: 'a1', userId: 'ana', name: 'Ana Prado', dueDate: '2026-11-20' }
  const likelier = { ...joana, instalmentId: 'z9', dueDate: '2027-03-21' }
  const sure = { ...money, sameDocument: new Set(['joana']) }
  for (const candidates of [
    [stranger, likelier],
    [likelier, stranger],
  ]) {
    expect(suggestMatches(sure, candidates).map(({ instalmentId }) => instalmentId)).toEqual(['z9', 'a1'])
  }
  const nearer = { ...stranger, instalmentId: 'm5', dueDate: '2026-11-24' }
  const near = suggestMatches(money, [
    stranger,
    { ...nearer, dueDate: '2026-11-25' },
    { ...nearer, instalmentId: 'b2', dueDate: '2026-11-22' },
  ])
  expect(near.map(({ instalmentId }) => instalmentId)).toEqual(['b2', 'a1', 'm5'])
})

test('reads the payer’s whole document, and the name under the first key that has one', () => {
  const read = (payer: object) => payerOfText(JSON.stringify({ payer }))
  expect(read({ cnpj: '12.abc.345/01de-35' }).document).toBe('12ABC34501DE35')
  for (const cpf of ['9952998224725', '529982247259', 52998224725])
    expect(read({ cpf }).document).toBeUndefined()
  expect(read({ nome: ' ', long_name: 'Joana  Pereira ' }).name).toBe('Joana Pereira')
  expect(read({ first_name: 'Joana', last_name: 5 }).name).toBe('Joana')
  expect(read({ first_name: ' ' }).name).toBeUndefined()
})

/** Returns which of two instalments is suggested first, whichever is passed first. */
function firstOf(found: FoundMoney, one: MatchCandidate, other: MatchCandidate): string | undefined {
  const [first, second] = [
    [one, other],
    [other, one],
  ].map((both) => suggestMatches(found, both)[0]?.instalmentId)
  return first === second ? first : 'as they came'
}
/** Returns the date that is so many days before the money was received. */
const ago = (days: number) =>
  new Date(Date.parse(money.receivedOn) - days * 86_400_000).toISOString().slice(0, 10)
const none = { due: 1, amount: 1 }
const ana = { ...joana, instalmentId: 'a', userId: 'ana', name: 'Ana Prado' }
const name = { ...joana, instalmentId: 'n', userId: 'n', name: 'Joana Pereira da Silva' }
const similar = { ...joana, instalmentId: 's', userId: 's', name: 'Joana Silva' }
const named = { ...money, payerName: 'JOANA PEREIRA SILVA' }

test.each<[string, FoundMoney, MatchCandidate, MatchCandidate, string]>([
  [
    'a name counts as much as a near amount',
    named,
    { ...name, ...none, dueDate: ago(30) },
    { ...ana, dueDate: ago(1) },
    'a',
  ],
  [
    'and more than a near amount due some days away',
    named,
    { ...name, ...none, dueDate: ago(30) },
    { ...ana, dueDate: ago(2) },
    'n',
  ],
  [
    'a similar name with the amount counts more than a near amount',
    named,
    { ...similar, dueDate: ago(30) },
    { ...ana, dueDate: ago(1) },
    's',
  ],
  [
    'and more than a name alone',
    named,
    { ...similar, dueDate: ago(30) },
    { ...name, ...none, dueDate: ago(7) },
    's',
  ],
  [
    'an amount due within the week counts more than a similar name alone',
    named,
    { ...similar, ...none, dueDate: ago(1) },
    { ...ana, dueDate: ago(7) },
    'a',
  ],
  [
    'also for a person with a single name',
    named,
    { ...similar, ...none, dueDate: ago(1) },
    { ...ana, name: 'Ana', dueDate: ago(7) },
    'a',
  ],
  [
    'the account counts more than a near amount',
    { ...money, userId: 'joana' },
    { ...joana, ...none, dueDate: ago(30) },
    { ...ana, dueDate: ago(1) },
    'j4',
  ],
  [
    'a document alone counts less than name and amount',
    { ...named, sameDocument: new Set(['joana']) },
    { ...joana, ...none, dueDate: ago(30) },
    { ...name, dueDate: ago(30) },
    'n',
  ],
  [
    'and more than a similar name with the amount',
    { ...named, sameDocument: new Set(['joana']) },
    { ...joana, ...none, dueDate: ago(30) },
    { ...similar, dueDate: ago(30) },
    'j4',
  ],
  [
    'of equal matches the nearer one is first',
    money,
    { ...ana, instalmentId: 'z', dueDate: ago(3) },
    { ...ana, dueDate: ago(5) },
    'z',
  ],
  ['of equally near matches the smaller id is first', money, { ...ana, instalmentId: 'z' }, ana, 'a'],
])('ranks suggestions: %s', (_, found, one, other, first) => {
  expect(firstOf(found, one, other)).toBe(first)
})

test('suggests six matches, or as many as requested', () => {
  const seven = Array.from({ length: 7 }, (_, index) => ({ ...joana, instalmentId: `j${index}` }))
  expect(suggestMatches(money, seven)).toHaveLength(6)
  expect(suggestMatches(money, seven, 2)).toHaveLength(2)
})

test('a similar name without the amount is a suggestion, and never almost certain', () => {
  expect(briefly(suggestMatches(named, [{ ...similar, ...none, dueDate: ago(90) }]))).toEqual([
    ['s', 'possible', 'similar_name', { days: 90 }],
  ])
  expect(briefly(suggestMatches(named, [similar]))).toEqual([
    ['s', 'possible', 'similar_name', 'same_amount', { days: 1 }],
  ])
  expect(
    briefly(
      suggestMatches({ ...money, payerName: '.JOANA  PEREIRA.' }, [{ ...name, name: 'Joana Pereira' }]),
    ),
  ).toEqual([['n', 'almost_certain', 'same_name', 'same_amount', { days: 1 }]])
})

test.each([
  ['Joana', 'Joana'],
  ['Joana', 'Joana Joana'],
  ['Joana Joana', 'Joana'],
  ['Joana Souza', 'Joana Pereira'],
  ['Ana Pereira', 'Joana Pereira'],
])('the name %s does not match %s', (payerName, own) => {
  expect(suggestMatches({ ...money, payerName }, [{ ...name, ...none, name: own }])).toEqual([])
})

test('money of a known customer is not suggested for another amount', () => {
  expect(suggestMatches({ ...money, userId: 'joana' }, [{ ...ana, ...none }])).toEqual([])
})
