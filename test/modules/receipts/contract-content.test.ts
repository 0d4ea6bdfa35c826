import { expect, test } from 'vitest'
import { contractContent } from '../../../src/modules/receipts/domain/contract-content.ts'
import { contractFacts, signedRecord } from './sample-contract.ts'

const sectionsOf = (text: string) =>
  contractContent({ ...contractFacts, signed: [signedRecord('contract', text)] }).sections.map(
    ({ heading, blocks }) => [heading, blocks.filter(({ kind }) => kind === 'text').length],
  )

test('lays out a signed text under its own headings, without its empty lines', () => {
  const sections = sectionsOf(
    'CLÁUSULA 1. OBJETO\nUma frase.\n   \n\nOutra.\nCLÁUSULA 2. PREÇO\n- R$ 1,00 ATÉ LÁ\n',
  )
  expect(sections.slice(0, 3)).toEqual([
    ['CLÁUSULA 1. OBJETO', 2],
    ['CLÁUSULA 2. PREÇO', 1],
    ['O aceite do contrato', 0],
  ])
})

test('a CPF or a CNPJ is no heading, although it has no small letter; a title with a colon is one', () => {
  const sections = sectionsOf(
    'CONTRATANTE\nCPF: 529.982.247-25\nCNPJ: 12.ABC.345/01DE-35\nADITIVO: NOVA FORMA DE PAGAMENTO\nUma frase.',
  )
  expect(sections.slice(0, 3)).toEqual([
    ['CONTRATANTE', 2],
    ['ADITIVO: NOVA FORMA DE PAGAMENTO', 1],
    ['O aceite do contrato', 0],
  ])
})

test('text before the first heading gets a heading that says whose text it is', () => {
  expect(sectionsOf('Sem título.\nR$ 2')[0]).toEqual(['Texto do contrato', 2])
})

test('the subtitle says which order, and when it was accepted', () => {
  const [contract] = contractFacts.signed
  const { subtitle } = contractContent(contractFacts)
  expect(subtitle).toBe(`Pedido RC-7K4P2, aceito em ${contract.acceptedAtText}`)
})
