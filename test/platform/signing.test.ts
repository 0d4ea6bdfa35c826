import { expect, test } from 'vitest'
import { isSameSecret, isSignedByUs, signatureOf } from '../../src/platform/signing.ts'

test('a signature holds for its own text and secret alone', () => {
  const signature = signatureOf('session:abc', 'a secret')
  expect(isSignedByUs('session:abc', signature, 'a secret')).toBe(true)
  expect(isSignedByUs('session:abd', signature, 'a secret')).toBe(false)
  expect(isSignedByUs('consultation:abc', signature, 'a secret')).toBe(false)
  expect(isSignedByUs('session:abc', signature, 'another secret')).toBe(false)
  expect(isSignedByUs('session:abc', `${signature}=`, 'a secret')).toBe(false)
})

test('secrets of any length are compared', () => {
  expect(isSameSecret('Bearer abc', 'Bearer abc')).toBe(true)
  expect(isSameSecret('', 'Bearer abc')).toBe(false)
  expect(isSameSecret('Bearer abcdef', 'Bearer abc')).toBe(false)
})
