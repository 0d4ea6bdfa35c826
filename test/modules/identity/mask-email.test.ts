import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail } from '../../../src/modules/identity/domain/credentials.ts'

test.each([
  ['carla@exemplo.com.br', 'c•••@exemplo.com.br'],
  ['ab@exemplo.com.br', 'a•••@exemplo.com.br'],
  ['a@exemplo.com.br', '•••@exemplo.com.br'],
  ['@exemplo.com.br', '•••@exemplo.com.br'],
  ['', '•••'],
])('%s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test('a mask tells neither the length nor more than the first letter of the name', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9.+_-]{2,30}$/), fc.domain(), (name, domain) => {
      expect(maskEmail(`${name}@${domain}`)).toBe(`${name[0]}•••@${domain}`)
    }),
  )
})
