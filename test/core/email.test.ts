import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concealEmail } from '../../src/core/email.ts'

test.each([
  ['carla@exemplo.com.br', 'c•••@exemplo.com.br'],
  ['ab@exemplo.com.br', 'a•••@exemplo.com.br'],
  ['a@exemplo.com.br', '•••@exemplo.com.br'],
  ['@exemplo.com.br', '•••@exemplo.com.br'],
  ['', '•••'],
  ['carla', '•••'],
])('%s is masked as %s', (email, masked) => {
  expect(concealEmail(email)).toBe(masked)
})

test('a mask reveals neither the length nor more than the first letter of the name', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9.+_-]{2,30}$/), fc.domain(), (name, domain) => {
      expect(concealEmail(`${name}@${domain}`)).toBe(`${name[0]}•••@${domain}`)
    }),
  )
})
