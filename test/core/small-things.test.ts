import { expect, test } from 'vitest'
import * as commitments from '../../src/core/commitments.ts'
import { cookieValue, setCookie } from '../../src/core/cookie.ts'
import { secondsUntil } from '../../src/core/durations.ts'
import { isUnchanged } from '../../src/core/etag.ts'
import { isUuid } from '../../src/core/ids.ts'
import { type Outcome, ok, refuse } from '../../src/core/outcome.ts'
import { PASSWORD_LENGTH } from '../../src/core/password.ts'
import { deadlineKinds, instalmentKinds, paymentMethods } from '../../src/core/payment-terms.ts'
import { formatPercent } from '../../src/core/percent.ts'
import { NAME_MAX, NAME_MIN } from '../../src/core/person-name.ts'
import { personTypes } from '../../src/core/person-type.ts'
import { retention } from '../../src/core/retention.ts'
import { isSentTwice } from '../../src/core/sent-twice.ts'
import {
  capitalized,
  countInWords,
  daysText,
  firstNameIn,
  foldToAscii,
  greetingTo,
  hoursText,
  minutesText,
  oneLine,
  sizeText,
} from '../../src/core/text.ts'
import { readWholeNumber } from '../../src/core/whole-number.ts'
import { fixedClock } from '../support/fixed-clock.ts'

test('an outcome is a value or a refusal with a code', () => {
  const half = (n: number): Outcome<number, 'odd'> => (n % 2 ? refuse('odd', String(n)) : ok(n / 2))
  expect(half(4)).toEqual({ ok: true, value: 2 })
  expect(half(3)).toEqual({ ok: false, code: 'odd', detail: '3' })
  expect(refuse('empty')).toEqual({ ok: false, code: 'empty' })
})

test.each([
  ['019365b0-6f9e-7c43-8d4e-0a1b2c3d4e5f', true],
  ['123e4567-e12b-12d1-a456-426655440000', true],
  ['123E4567-E12B-12D1-A456-426655440000', false],
  ['019365b0-6f9e-7c43-0d4e-0a1b2c3d4e5f', false],
  ["'; drop table orders; --", false],
  ['', false],
])('%s as an id: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected)
})

test('a fixed clock is unaffected by mutated dates', () => {
  const clock = fixedClock('2026-11-21T17:30:00Z')
  clock.now().setFullYear(1999)
  expect(clock.now().toISOString()).toBe('2026-11-21T17:30:00.000Z')
})

test('an id contains nothing before or after it', () => {
  const id = '019365b0-6f9e-7c43-8d4e-0a1b2c3d4e5f'
  expect([isUuid(` ${id}`), isUuid(`${id}0`), isUuid(`0${id}`)]).toEqual([false, false, false])
})

test('finds a cookie by its whole name, with everything that follows it', () => {
  const header = 'a=1;session=x=y;  b=; xsession=z'
  expect(['a', 'session', 'b', 'xsession', 'c'].map((name) => cookieValue(header, name))).toEqual([
    '1',
    'x=y',
    '',
    'z',
    undefined,
  ])
  expect([cookieValue(null, 'a'), cookieValue(undefined, 'a')]).toEqual([undefined, undefined])
})

test('a cookie is closed to scripts and other sites, and to plain HTTP where there is TLS', () => {
  const cookie = { name: 'a', value: '1', maxAge: 60 }
  expect(setCookie({ ...cookie, secure: true, path: '/x' })).toBe(
    'a=1; Max-Age=60; Path=/x; HttpOnly; SameSite=Lax; Secure',
  )
  expect(setCookie({ ...cookie, secure: false })).toBe('a=1; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
})

test('percentages have grouped thousands and a decimal comma', () => {
  expect([0, 9.65, 2554.59, 1_000_000].map(formatPercent)).toEqual(['0%', '9,65%', '2.554,59%', '1.000.000%'])
})

test('a counted noun agrees with its number', () => {
  expect([0, 1, 2].map(daysText)).toEqual(['0 dias', '1 dia', '2 dias'])
  expect([1, 24].map(hoursText)).toEqual(['1 hora', '24 horas'])
  expect([1, 30].map(minutesText)).toEqual(['1 minuto', '30 minutos'])
  expect([0, 4, 12, 13].map(countInWords)).toEqual(['zero', 'quatro', 'doze', '13'])
  expect(capitalized('quatro etapas')).toBe('Quatro etapas')
})

test('a size has the largest unit that fits, and a decimal from megabytes on', () => {
  const MB = 1024 ** 2
  const sizes = [0, 1023, 1024, 1.5 * MB, 10 * MB, 1.2 * 1024 * MB, 3e6 * MB]
  expect(sizes.map(sizeText)).toEqual(['0 B', '1023 B', '1 KB', '1,5 MB', '10 MB', '1,2 GB', '2,9 TB'])
})

test('folds text to plain ASCII with single spaces', () => {
  expect(foldToAscii(' São  João\n— 1º ')).toBe('Sao Joao 1')
})

test('the company’s commitments, and its retention periods', () => {
  expect({ ...commitments }).toEqual({
    STOPPED_HOURS: 24,
    WITHDRAWAL_DAYS: 7,
    CONSUMER_LATE_FEE_PERCENT: 2,
    ANSWER_DAYS: 5,
    CARD_REFUND_STATEMENTS: 2,
    ADULT_AGE: 18,
    FIRST_CONTACT_HOURS: 24,
    PROPOSAL_ANSWER_HOURS: 24,
    MONEY_REVIEW_DAYS: 1,
    PIX_MINUTES: 30,
    LATE_FEE_PERCENT: 20,
    LATE_INTEREST_PERCENT_MONTH: 1,
    REQUEST_WINDOW_HOURS: 1,
    LATE_REFUND_HOURS: 24,
    DOCUMENT_REVIEW_HOURS: 24,
    PRIVACY_ANSWER_DAYS: 15,
  })
  expect(retention).toEqual({
    draftDays: 3,
    accountDraftDays: 30,
    documentDays: 90,
    contractYears: 5,
    unpaidLookupDays: 30,
    messageDays: 180,
    proposalDays: 180,
    rawPaymentDays: 180,
    eventDays: 90,
    noticeDays: 180,
    accessMonths: 6,
    journalDays: 35,
    linkDays: 30,
    resultLinkDays: 30,
  })
  expect([PASSWORD_LENGTH, NAME_MIN, NAME_MAX]).toEqual([8, 2, 120])
})

test('the stored values of prices and people', () => {
  expect(paymentMethods).toEqual(['pix', 'credit_card'])
  expect(instalmentKinds).toEqual(['entrada', 'parcela', 'a-vista'])
  expect(deadlineKinds).toEqual(['calendarDays', 'businessDays'])
  expect(personTypes).toEqual(['fisica', 'juridica'])
})

test('words become one line, and a name a greeting', () => {
  expect(oneLine(' Maria\r\n\t da\u202e Silva ')).toBe('Maria da Silva')
  expect(['Maria Aparecida', ' ana\n', ' ', ''].map(greetingTo)).toEqual([
    'Olá, Maria.',
    'Olá, Ana.',
    'Olá!',
    'Olá!',
  ])
  expect(
    ['bit.ly/premio-pix Silva', 'www.exemplo', '<b>', '5511999', "D'Ávila", 'José-Luís'].map(greetingTo),
  ).toEqual([...Array.from({ length: 4 }, () => 'Olá!'), "Olá, D'Ávila.", 'Olá, José-Luís.'])
  expect(['Maria Silva', 'Pague-na-chave:a@b.top', ''].map(firstNameIn)).toEqual(['Maria', '', ''])
  expect(['a'.repeat(40), 'a'.repeat(41)].map((name) => firstNameIn(name).length)).toEqual([40, 0])
  expect(['joão silva', 'JOSÉ-LUÍS DA LUZ', "D'ÁVILA", 'DeSouza', 'Éa'].map(firstNameIn)).toEqual([
    ...['João', 'José-Luís', "D'Ávila", 'DeSouza', 'Éa'],
  ])
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  [' * ', true],
  ['"b"', false],
  ['"W/a"', false],
  ['', false],
  [null, false],
  [undefined, false],
])('whether a client that has %s has the version "a": %s', (ifNoneMatch, expected) => {
  expect(isUnchanged(ifNoneMatch, '"a"')).toBe(expected)
  expect(isUnchanged(ifNoneMatch, 'W/"a"')).toBe(expected)
})

test('reads a whole number as a page writes it, and nothing else', () => {
  expect(['0', '7', '999999999'].map((text) => readWholeNumber(text))).toEqual([0, 7, 999_999_999])
  for (const text of ['', '-1', '07', '1.5', '1e3', ' 1', '١', '1000000000', '99999999999999999999', 'NaN'])
    expect([text, readWholeNumber(text)]).toEqual([text, undefined])
  const { MAX_SAFE_INTEGER } = Number
  expect(readWholeNumber(String(MAX_SAFE_INTEGER), MAX_SAFE_INTEGER)).toBe(MAX_SAFE_INTEGER)
  expect(readWholeNumber('9007199254740993', MAX_SAFE_INTEGER)).toBeUndefined()
  expect([readWholeNumber('30', 30), readWholeNumber('31', 30)]).toEqual([30, undefined])
})

test.each([
  ['the same words by the same person within a minute', {}, true],
  ['a minute later', { at: new Date('2026-03-02T12:01:00Z') }, false],
  ['other words', { text: 'Liguei de novo.' }, false],
  ['another person', { by: 'b' }, false],
])('whether a form was sent twice, %s: %s', (_, change, expected) => {
  const newest = { by: 'a', text: 'Liguei.', at: new Date('2026-03-02T12:00:00Z') }
  expect(isSentTwice({ ...newest, at: new Date('2026-03-02T12:00:59.999Z'), ...change }, newest)).toBe(
    expected,
  )
  expect(isSentTwice({ ...newest, ...change }, undefined)).toBe(false)
})

test.each([
  [0, 0],
  [999, 0],
  [1_000, 1],
  [59_999, 59],
  [-1, 0],
  [-90_000, 0],
])('%i milliseconds before an instant, %i whole seconds are left', (before, seconds) => {
  const instant = new Date('2026-11-21T17:30:00Z')
  expect(secondsUntil(instant, new Date(instant.getTime() - before))).toBe(seconds)
})
