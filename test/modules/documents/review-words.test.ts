import { expect, test } from 'vitest'
import {
  MAX_WORDS,
  requestableKinds,
  requestKinds,
  requestNames,
  reviewStatuses,
  wordsOf,
} from '../../../src/modules/documents/domain/review.ts'

test('what the team says of a document, and what it may request', () => {
  expect(reviewStatuses).toEqual(['waiting', 'accepted', 'rejected'])
  const named = ['identity', 'cpf', 'address', 'income', 'company', 'power', 'other']
  expect(requestableKinds).toEqual(named)
  expect(requestKinds).toEqual([...named, 'replacement'])
  expect(Object.keys(requestNames)).toEqual([...requestKinds])
})

test('words have three to 300 characters in one line', () => {
  expect(MAX_WORDS).toBe(300)
  expect([wordsOf(undefined), wordsOf('  oi \n')]).toEqual([undefined, undefined])
  expect(wordsOf(' A foto \n ficou  escura ')).toBe('A foto ficou escura')
  expect([wordsOf('sim'), wordsOf('a'.repeat(301))?.length]).toEqual(['sim', 300])
})
