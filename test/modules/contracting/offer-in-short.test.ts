import { expect, test } from 'vitest'
import { offerInShort } from '../../../src/modules/contracting/offer-in-short.ts'
import { offerOf } from '../../../src/modules/contracting/offer-of.ts'

const today = '2026-11-22'
const sold = (planId: string) => {
  const offer = offerOf({ serviceId: 'clean-name', planId, today })
  if (!offer) throw new Error('not sold')
  return offer
}

test.each([
  ['semanal-20x', today, 'R$ 400 hoje + 20 × R$ 99,90'],
  ['semanal-20x', '2026-11-23', 'R$ 400 + 20 × R$ 99,90'],
  ['a-vista', today, 'R$ 1.500 hoje'],
  ['a-vista', '2026-11-23', 'R$ 1.500'],
] as const)('the summary of %s, read on %s: %s', (planId, read, payment) => {
  expect(offerInShort(sold(planId), read)).toEqual({ service: 'Limpeza de Nome', payment })
})
