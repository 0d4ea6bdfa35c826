import { expect, test } from 'vitest'
import {
  consentPurposes,
  isConsentPurpose,
  isRequestKind,
  LINK_MINUTES,
  MAX_WORDS,
  requestKinds,
  requestMachine,
  wordsProblem,
} from '../../../src/modules/privacy/domain/request.ts'

test('an erasure needs no text, a correction or a question does, and none may be too long', () => {
  expect(wordsProblem('erasure', '')).toBeUndefined()
  for (const kind of ['correction', 'question'] as const) {
    expect(wordsProblem(kind, '')).toBe('words_missing')
    expect(wordsProblem(kind, 'ab')).toBe('words_missing')
    expect(wordsProblem(kind, 'abc')).toBeUndefined()
    expect(wordsProblem(kind, 'a'.repeat(MAX_WORDS))).toBeUndefined()
    expect(wordsProblem(kind, 'a'.repeat(MAX_WORDS + 1))).toBe('words_too_long')
  }
  expect(wordsProblem('erasure', 'a'.repeat(MAX_WORDS + 1))).toBe('words_too_long')
  expect(MAX_WORDS).toBe(2_000)
  expect(LINK_MINUTES).toBe(60)
})

test('reads only the listed kinds and purposes', () => {
  expect(requestKinds).toEqual(['erasure', 'correction', 'question'])
  expect(consentPurposes).toEqual(['testimonial', 'contact-after'])
  for (const kind of requestKinds) expect(isRequestKind(kind)).toBe(true)
  for (const purpose of consentPurposes) expect(isConsentPurpose(purpose)).toBe(true)
  for (const other of ['', 'erase', 'toString']) {
    expect(isRequestKind(other)).toBe(false)
    expect(isConsentPurpose(other)).toBe(false)
  }
})

test('a request is decided once', () => {
  expect(requestMachine.initial).toBe('open')
  expect(requestMachine.states).toEqual(['open', 'done', 'declined', 'cancelled'])
  for (const status of ['done', 'declined', 'cancelled'] as const) {
    expect(requestMachine.canMove('open', status)).toBe(true)
    expect(requestMachine.canMove(status, 'open')).toBe(false)
  }
})
