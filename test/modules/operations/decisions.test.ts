import { expect, test } from 'vitest'
import { lastDayOf, noticeDue } from '../../../src/modules/operations/domain/certificate.ts'
import { countsByEvent, forgottenSubject, traceOf } from '../../../src/modules/operations/domain/forgotten.ts'
import { skewText } from '../../../src/modules/operations/domain/skew.ts'

/** Expires at 09:00 in São Paulo. */
const certificate = { name: 'o certificado do API Pix', expiresAt: new Date('2026-12-31T12:00:00Z') }

test.each([
  ['2026-11-30T12:00:00Z', undefined],
  ['2026-12-01T02:59:59Z', undefined],
  ['2026-12-01T03:00:00Z', 30],
  ['2026-12-23T12:00:00Z', 30],
  ['2026-12-24T12:00:00Z', 7],
  ['2026-12-29T12:00:00Z', 7],
  ['2026-12-30T12:00:00Z', 1],
  ['2026-12-31T11:59:59Z', 1],
  ['2026-12-31T12:00:00Z', 0],
  ['2027-03-01T12:00:00Z', 0],
])('at %s the notice of %s days is due', (now, days) => {
  expect(noticeDue(certificate, new Date(now))).toBe(days)
})

test('the last day of a certificate is a day in São Paulo', () => {
  expect(lastDayOf({ ...certificate, expiresAt: new Date('2027-01-01T02:00:00Z') })).toBe('2026-12-31')
})

test.each([
  [61, '1 min 1 s adiantado'],
  [-90, '1 min 30 s atrasado'],
  [3_900, '1 h 5 min adiantado'],
  [-90_000, '1 d 1 h atrasado'],
  [31_536_000, '365 d 0 h adiantado'],
  [0.4, '0 s adiantado'],
  [-0.4, '0 s atrasado'],
  [0, '0 s atrasado'],
  [86_399, '23 h 59 min adiantado'],
])('%s seconds read %s', (seconds, text) => {
  expect(skewText(seconds)).toBe(text)
})

test('forgotten messages are counted by what they show, the most frequent first', () => {
  const kinds = ['refund.done', 'contract.accepted', 'books.breach', 'contract.accepted']
  expect(countsByEvent(kinds)).toEqual([
    '2 × contrato aceito',
    '1 × devolução feita',
    '1 × mensagem (books.breach)',
  ])
  expect(traceOf('receipt.made')).toBe('recibo emitido')
  expect([forgottenSubject(1), forgottenSubject(3)]).toEqual([
    'O banco de dados esqueceu 1 mensagem enviada',
    'O banco de dados esqueceu 3 mensagens enviadas',
  ])
})
