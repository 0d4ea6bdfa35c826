import { expect, test } from 'vitest'
import { composeContract, contractText } from '../../../src/modules/contracting/domain/contract.ts'
import { signedParts } from '../../../src/modules/contracting/domain/signed-text.ts'
import { contractTerms } from '../../../src/modules/contracting/domain/terms.ts'
import { offerOf } from '../../../src/modules/contracting/offer-of.ts'
import { companyOf, companySchema } from '../../../src/platform/config/company.ts'

const joined = (text: string) =>
  signedParts(text)
    .map((part) => part.text + (part.clause?.plain ?? ''))
    .join('')

function signedContract() {
  const offer = offerOf({ serviceId: 'clean-name', planId: 'semanal-20x', today: '2026-11-23' })
  if (!offer) throw new Error('not sold')
  return composeContract({
    offer,
    party: { name: 'Ana Souza', cpf: '52998224725', phone: '+5548999991234' },
    company: companyOf(companySchema.parse({})),
    terms: contractTerms,
    date: '2026-11-23',
  })
}

test('splits a signed contract before the plain sentence of each clause, and loses nothing', () => {
  const contract = signedContract()
  const text = contractText(contract)
  expect(joined(text)).toBe(text)
  expect(signedParts(text).flatMap(({ clause }) => clause ?? [])).toEqual(
    contract.clauses.map(({ number, plain }) => ({ number, plain })),
  )
})

test('a text without clauses, such as an erased one, is one part', () => {
  expect(signedParts('')).toEqual([{ text: '' }])
  const loose = 'Em palavras simples: antes de qualquer cláusula\nfim'
  expect(signedParts(loose)).toEqual([{ text: loose }])
  const last = 'CLÁUSULA 3. FORO\nEm palavras simples: aqui'
  expect(signedParts(last)).toEqual([
    { text: 'CLÁUSULA 3. FORO\nEm palavras simples: ', clause: { number: 3, plain: 'aqui' } },
    { text: '' },
  ])
  expect(joined('CLÁUSULA 3. FORO\nx Em palavras simples: não\n')).toBe(
    'CLÁUSULA 3. FORO\nx Em palavras simples: não\n',
  )
})
