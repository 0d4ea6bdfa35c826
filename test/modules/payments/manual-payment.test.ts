import { expect, test } from 'vitest'
import {
  countedManualStatuses,
  isManualChannel,
  isManualDay,
  linesPaidBy,
  manualStatuses,
  readEvidence,
  readManualProtocol,
  receivedAtOn,
} from '../../../src/modules/payments/domain/manual-payment.ts'

test('accepts money of today or of the last year, and no day that does not exist', () => {
  const today = '2026-11-22'
  expect(isManualDay('2026-11-22', today)).toBe(true)
  expect(isManualDay('2025-11-22', today)).toBe(true)
  expect(isManualDay('2025-11-21', today)).toBe(false)
  expect(isManualDay('2026-11-23', today)).toBe(false)
  expect(isManualDay('2026-02-30', today)).toBe(false)
  expect(isManualDay('', today)).toBe(false)
})

test('accepts a transfer, a deposit or cash', () => {
  expect(['transfer', 'deposit', 'cash', 'pix', ''].filter(isManualChannel)).toEqual([
    'transfer',
    'deposit',
    'cash',
  ])
})

test('the values that the database stores', () => {
  expect(manualStatuses).toEqual(['waiting', 'recorded', 'declined', 'undone'])
  expect(countedManualStatuses).toEqual(['recorded', 'undone'])
})

test('a protocol is one line of up to 300 characters without a CPF', () => {
  expect(readManualProtocol('  TED\t123 \n Banco 1 ')).toBe('TED 123 Banco 1')
  expect(readManualProtocol(' \n ')).toBeNull()
  expect(readManualProtocol('x'.repeat(300))).toHaveLength(300)
  expect(readManualProtocol('x'.repeat(301))).toBeUndefined()
  expect(readManualProtocol('de 529.982.247-25')).toBeUndefined()
})

test('money of today counts as received now, money of an earlier day at noon of it', () => {
  const now = new Date('2026-11-22T13:10:00Z')
  expect(receivedAtOn('2026-11-22', now)).toBe(now)
  expect(receivedAtOn('2026-11-20', now)).toEqual(new Date('2026-11-20T15:00:00Z'))
})

const line = (amount: number, lateFee = 0, interest = 0, discount = 0) => ({
  amount,
  lateFee,
  interest,
  discount,
})

test('paying an instalment without all its late charges settles it: the rest is waived, interest first', () => {
  const due = [line(10_000, 200, 50), line(10_000, 200, 20)]
  expect(linesPaidBy(due, 20_470)).toEqual(due)
  expect(linesPaidBy(due, 20_469)).toEqual([line(10_000, 200, 49), line(10_000, 200, 20)])
  expect(linesPaidBy(due, 20_410)).toEqual([line(10_000, 200, 0), line(10_000, 200, 10)])
  expect(linesPaidBy(due, 20_300)).toEqual([line(10_000, 100, 0), line(10_000, 200, 0)])
  expect(linesPaidBy(due, 20_000)).toEqual([line(10_000), line(10_000)])
})

test('less than the instalments, or more than was due, changes no line', () => {
  const due = [line(10_000, 200, 50, 100)]
  expect(linesPaidBy(due, 9_900)).toEqual([line(10_000, 0, 0, 100)])
  expect(linesPaidBy(due, 9_899)).toEqual(due)
  expect(linesPaidBy(due, 10_151)).toEqual(due)
})

const stated = { day: '2026-11-20', channel: 'transfer', protocol: 'TED 1' }

test.each<[string, Partial<Parameters<typeof readEvidence>[0]>, string]>([
  ['a day to come', { day: '2026-11-23', channel: 'pix', protocol: '' }, 'invalid_date'],
  ['an unknown channel', { channel: 'pix', protocol: '' }, 'invalid_channel'],
  [
    'a protocol with a CPF, even beside a file',
    { protocol: '529.982.247-25', fileId: 'file' },
    'invalid_protocol',
  ],
  ['neither protocol nor file', { protocol: ' ' }, 'no_evidence'],
  ['no file, as a form states it', { protocol: undefined, fileId: undefined }, 'no_evidence'],
])('money outside the providers is not recorded with %s', (_, change, code) => {
  expect(readEvidence({ ...stated, ...change }, '2026-11-22')).toEqual({ ok: false, code })
})

test('money outside the providers is recorded with a protocol, in one line, or with a file', () => {
  const read = (change: object) => readEvidence({ ...stated, ...change }, '2026-11-22')
  const value = { channel: 'transfer', protocol: 'TED 1', fileId: null }
  expect(read({ protocol: ' TED\n1 ' })).toEqual({ ok: true, value })
  expect(read({ protocol: '', fileId: 'file' })).toEqual({
    ok: true,
    value: { ...value, protocol: null, fileId: 'file' },
  })
})
