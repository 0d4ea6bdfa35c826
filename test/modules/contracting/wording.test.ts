import { expect, test } from 'vitest'
import { formatBRL } from '../../../src/core/money.ts'
import { release } from '../../../src/modules/catalogue/public.ts'
import { compareWordings } from '../../../src/modules/contracting/domain/compare-wordings.ts'
import { composeContract, contractText } from '../../../src/modules/contracting/domain/contract.ts'
import { contractTerms } from '../../../src/modules/contracting/domain/terms.ts'
import { wordingOf, wordingOfTerms } from '../../../src/modules/contracting/domain/wording.ts'
import { offerOf } from '../../../src/modules/contracting/offer-of.ts'
import { companyOf, companySchema } from '../../../src/platform/config/company.ts'

const company = companyOf(companySchema.parse({}))
const party = { name: 'Ana Souza', cpf: '52998224725', phone: '+5548999991234' }
const today = wordingOfTerms(contractTerms, { company, date: '2026-11-23' })

/** Returns the wording of every plan that is sold, as signed on a given day. */
function signedWordings(date: string) {
  return release.services.flatMap(({ id, plans = [] }) =>
    plans.flatMap((plan) => {
      const offer = offerOf({ serviceId: id, planId: plan.id, today: date })
      if (!offer) return []
      const text = contractText(composeContract({ offer, party, company, terms: contractTerms, date }))
      return [wordingOf(text, { ...offer, total: formatBRL(offer.total) })]
    }),
  )
}

test('contracts of one version have one wording, whatever was bought and when', () => {
  const wordings = [...signedWordings('2026-11-23'), ...signedWordings('2027-01-01')]
  expect(wordings.length).toBeGreaterThan(20)
  for (const wording of wordings) expect(wording).toEqual(today)
})

test('the wording has placeholders for a contract’s own data, and no data of a person', () => {
  const text = JSON.stringify(today)
  expect(today.map(({ title }) => title)).toContain('ATRASO NO PAGAMENTO')
  for (const name of [
    '[serviço]',
    '[forma de pagamento]',
    '[preço total]',
    '[prazo]',
    '[dias]',
    '[data]',
    '[e-mail]',
  ])
    expect(text).toContain(name)
  expect(text).toContain('aviso de 30 dias')
  for (const own of ['Ana', '529.982', company.email, '2026']) expect(text).not.toContain(own)
  expect(wordingOf('', { serviceTitle: '', paymentType: '', total: '' })).toEqual([])
})

const before = [
  { title: 'OBJETO', lines: ['A loja presta o serviço.', 'Em palavras simples: fazemos.'] },
  { title: 'MULTA', lines: ['A multa é de 20%.'] },
  { title: 'FORO', lines: ['Foro de Curitiba.'] },
]

test('an equal clause is unchanged; in another the differing words are marked on both sides', () => {
  const after = [
    before[0],
    { title: 'MULTA', lines: ['A multa é de 2%, e nada mais.'] },
    before[2],
  ] as typeof before
  const compared = compareWordings(before, after)
  expect(compared.map(({ heading, state }) => [heading, state])).toEqual([
    ['1. OBJETO', 'same'],
    ['2. MULTA', 'changed'],
    ['3. FORO', 'same'],
  ])
  expect(compared[1]?.before).toMatchObject([
    [{ text: '2. MULTA', changed: false }],
    [
      { text: 'A multa é de', changed: false },
      { text: '20%.', changed: true },
    ],
  ])
  expect(compared[1]?.after).toMatchObject([
    [{ text: '2. MULTA', changed: false }],
    [
      { text: 'A multa é de', changed: false },
      { text: '2%, e nada mais.', changed: true },
    ],
  ])
})

test('a new line is marked alone', () => {
  const [clause] = compareWordings(
    [{ title: 'FORO', lines: ['Um.'] }],
    [{ title: 'FORO', lines: ['Um.', 'Dois.'] }],
  )
  expect(clause?.before).toMatchObject([
    [{ text: '1. FORO', changed: false }],
    [{ text: 'Um.', changed: false }],
  ])
  expect(clause?.after.at(-1)).toEqual([{ at: 5, text: 'Dois.', changed: true }])
})

test('keeps as many words as possible, however many came before them', () => {
  const [clause] = compareWordings(
    [{ title: 'FORO', lines: ['perto daqui'] }],
    [{ title: 'FORO', lines: ['agora e sempre perto daqui'] }],
  )
  expect(clause?.before.at(-1)).toMatchObject([{ text: 'perto daqui', changed: false }])
  expect(clause?.after.at(-1)).toMatchObject([
    { text: 'agora e sempre', changed: true },
    { text: 'perto daqui', changed: false },
  ])
})

test('an added, a removed and a retitled clause stay in their places', () => {
  const added = [before[0], { title: 'SIGILO', lines: ['Segredo.'] }, before[1], before[2]] as typeof before
  const states = (pairs: ReturnType<typeof compareWordings>) =>
    pairs.map(({ heading, state }) => [heading, state])
  expect(states(compareWordings(before, added))).toEqual([
    ['1. OBJETO', 'same'],
    ['2. SIGILO', 'added'],
    // Only its number changed.
    ['3. MULTA', 'changed'],
    ['4. FORO', 'changed'],
  ])
  expect(compareWordings(before, added)[1]).toMatchObject({ before: [] })
  expect(states(compareWordings(added, before))).toEqual([
    ['1. OBJETO', 'same'],
    ['2. SIGILO', 'removed'],
    ['2. MULTA', 'changed'],
    ['3. FORO', 'changed'],
  ])
  const renamed = [before[0], { title: 'ATRASO', lines: ['A multa é de 20%.'] }, before[2]] as typeof before
  expect(states(compareWordings(before, renamed))).toEqual([
    ['1. OBJETO', 'same'],
    ['2. ATRASO', 'changed'],
    ['3. FORO', 'same'],
  ])
  expect(compareWordings([], before).map(({ state }) => state)).toEqual(['added', 'added', 'added'])
  expect(compareWordings([], [])).toEqual([])
})
