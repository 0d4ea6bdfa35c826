import { expect, test } from 'vitest'
import {
  type DisputeFacts,
  disputeContent,
  disputeFiles,
} from '../../../src/modules/receipts/domain/dispute-content.ts'
import type { PdfBlock } from '../../../src/modules/receipts/domain/pdf-content.ts'
import { bought, contested } from './sample-dispute.ts'

/** Returns a block as lines: 'term: value' and 'cell | cell'. */
function linesOf(block: PdfBlock): string[] {
  if (block.kind === 'facts') return block.rows.map(({ term, value }) => `${term}: ${value}`)
  if (block.kind === 'table') {
    expect(Math.round(block.columns.reduce((all, { share }) => all + share, 0) * 100)).toBe(100)
    const heads = block.columns.map(({ label }) => label)
    return [heads, ...block.rows, ...(block.total ? [block.total] : [])].map((cells) => cells.join(' | '))
  }
  return [block.text]
}

const sectionsOf = (facts: DisputeFacts) =>
  Object.fromEntries(
    disputeContent(facts).sections.map(({ heading, blocks }) => [heading, blocks.flatMap(linesOf)]),
  )

const [order] = contested.orders
const [contract] = order?.signed ?? []
if (!order || !contract) throw new Error('the sample has no signed order')

test('contains everything known of a contested Pix, in order', () => {
  expect(Object.entries(sectionsOf(contested))).toEqual([
    [
      'Em resumo',
      [
        'Quem pagou: a mesma pessoa que assinou o contrato: o CPF é o mesmo',
        'Contrato: aceito em 02/11/2026 às 12:00; registro conferido e íntegro',
        'Serviço: 1 etapa concluída de 2',
        'Arrependimento: o cliente não desistiu do contrato (CDC, art. 49)',
        'Devolvido: R$ 99,90',
      ],
    ],
    [
      'O pagamento',
      [
        'Forma: Pix',
        'Valor: R$ 499,90',
        'Pedido pelo cliente em: 02/11/2026 às 12:00, horário de Brasília',
        'Recebido em: 03/11/2026 às 12:00, horário de Brasília',
        'Identificador do Pix (E2E): E18236120202611031500s0a1b2c3d4e',
        'Onde: Mercado Pago',
        'Número no provedor: 1325096001',
        'Referência da cobrança: recomeco-abc',
        'Situação no provedor: in_mediation',
        'Nome de quem pagou: Ana Souza',
        'Documento de quem pagou: 529.982.247-25',
      ],
    ],
    [
      'O que foi pago',
      [
        'Parcela | Pedido | Vencimento | Valor',
        'Limpeza de Nome, entrada | RC-7K4P2 | 02/11/2026 | R$ 400,00',
        'Limpeza de Nome, parcela 1 | RC-7K4P2 | 09/11/2026 | R$ 99,90',
        'Total do pagamento |  |  | R$ 499,90',
      ],
    ],
    [
      'Quem contratou',
      [
        'Nome: Ana Souza',
        'CPF: 529.982.247-25',
        'E-mail: ana@exemplo.com.br',
        'Telefone: (48) 99999-1234',
        'Conta criada em: 01/11/2026 às 12:00, horário de Brasília',
      ],
    ],
    [
      'O aceite do contrato, pedido RC-7K4P2',
      [
        'Serviço: Limpeza de Nome',
        'Quem aceitou: Ana Souza',
        'CPF: 529.982.247-25',
        'Telefone: (48) 99999-1234',
        'Aceito em: 02/11/2026 às 12:00',
        'Endereço de internet (IP): 203.0.113.7',
        'Navegador: Mozilla/5.0',
        'E-mail da conta: ana@exemplo.com.br, confirmado',
        'O que marcou: Li e aceito.; Recebi cópia.',
        'Versão do modelo: 2026-11',
        'SHA-256 do texto: a1',
        'Registro: corrente 3, posição 12, SHA-256 b2',
        'Conferência: os dois SHA-256 foram refeitos agora e conferem',
      ],
    ],
    [
      'O aceite do aditivo, pedido RC-7K4P2',
      [
        'Serviço: Limpeza de Nome',
        'Quem aceitou: Ana Souza',
        'CPF: 529.982.247-25',
        'Telefone: (48) 99999-1234',
        'Aceito em: 05/11/2026 às 12:00',
        'Endereço de internet (IP): 203.0.113.8',
        'Navegador: Mozilla/5.0',
        'E-mail da conta: ana@exemplo.com.br, não confirmado',
        'O que marcou: Li e aceito.',
        'Versão do modelo: 2026-11',
        'SHA-256 do texto: c3',
        'Registro: corrente 3, posição 14, SHA-256 d4',
        'Conferência: o texto foi apagado ao fim do prazo legal',
      ],
    ],
    [
      'O que foi feito, pedido RC-7K4P2',
      [
        'Situação: em andamento',
        'Começou em: 03/11/2026',
        'Andamento: 50%',
        'Falamos com o cliente: 03/11/2026 às 12:00, por WhatsApp',
        'Falamos com o cliente: 04/11/2026 às 12:00, pombo',
        'Etapa | Concluída em | O que o cliente leu, e a prova',
        'Diagnóstico | 04/11/2026 às 12:00 | Achamos duas dívidas. Protocolo BV-77. Arquivo anexo: laudo.pdf.',
        'Contestação | ainda não | ',
      ],
    ],
    [
      'O que foi avisado ao cliente',
      [
        'Quando | Por onde | Assunto',
        '03/11/2026 às 12:00 | E-mail | Pagamento recebido',
        '04/11/2026 às 12:00 | carta | Uma etapa pronta',
      ],
    ],
    [
      'A cobrança, passo a passo',
      [
        'Quando | Situação',
        '02/11/2026 às 12:00 | entregue ao cliente, à espera do pagamento',
        '05/11/2026 às 12:00 | novo',
      ],
    ],
    [
      'Dinheiro devolvido',
      [
        'Quando | Por quê | Situação | Valor',
        '06/11/2026 às 12:00 | tomado pelo banco | feita | R$ 99,90',
        '05/11/2026 às 12:00 | outra | outra | R$ 1,00',
      ],
    ],
    [
      'Quem recebeu',
      [
        'Razão social: Empresa Exemplo Ltda',
        'CNPJ: 12.ABC.345/01DE-35',
        'Endereço: Rua do Exemplo, 100, Florianópolis/SC',
        'Telefone: (48) 99999-0000',
        'E-mail: contato@exemplo.com.br',
      ],
    ],
    [
      'Anexo: contrato do pedido RC-7K4P2',
      [
        'O texto exato, cujo SHA-256 é a1, também está anexado a este PDF como arquivo de texto.',
        'CONTRATO',
        '1. Objeto.',
      ],
    ],
    ['Anexo: aditivo do pedido RC-7K4P2', ['O texto foi apagado ao fim do prazo legal; os SHA-256 ficam.']],
  ])
})

test('a look-up of a person without an account states what was declared and delivered, and omits unknown facts', () => {
  expect(Object.entries(sectionsOf(bought))).toEqual([
    [
      'Em resumo',
      [
        'Quem pagou: a compra não pede o CPF de quem paga; o que o provedor informou está abaixo',
        'Consulta: entregue em 04/11/2026 às 12:00',
        'Devolvido: nada, até a emissão deste documento',
      ],
    ],
    [
      'O pagamento',
      [
        'Forma: Cartão de crédito',
        'Valor: R$ 29,90',
        'Recebido em: 03/11/2026 às 12:00, horário de Brasília',
        'Onde: outro',
        'Número no provedor: 77',
        'Situação no provedor: charged_back',
        'Documento de quem pagou: 111.444.777-35',
      ],
    ],
    ['Quem contratou', ['Quem comprou não tem conta na loja. Contato: b***@exemplo.com.br.']],
    [
      'A consulta',
      [
        'Consulta: Consulta Serasa',
        'Sobre quem: Bento L., CPF ***.982.247-**',
        'Contato de quem comprou: b***@exemplo.com.br',
        'Declarou que podia consultar em: 02/11/2026 às 12:00, horário de Brasília, versão 2',
        'Entregue em: 04/11/2026 às 12:00, horário de Brasília',
        'O comprador abriu o resultado: 04/11/2026 às 12:00; 05/11/2026 às 12:00',
      ],
    ],
    ['Dinheiro devolvido', ['Nada foi devolvido até a emissão deste documento.']],
    [
      'Quem recebeu',
      [
        'Razão social: Empresa Exemplo Ltda',
        'CNPJ: 12.ABC.345/01DE-35',
        'Endereço: Rua do Exemplo, 100, Florianópolis/SC',
        'Telefone: (48) 99999-0000',
        'E-mail: contato@exemplo.com.br',
      ],
    ],
  ])
})

test('only a Pix names the rule about Pix', () => {
  const openings = [contested, bought].map((facts) => disputeContent(facts).opening.flatMap(linesOf))
  expect(openings.map(({ length }) => length)).toEqual([3, 2])
  expect(openings[0]?.[0]).toBe('R$ 499,90')
  expect(openings[0]?.[2]).toContain('Mecanismo Especial de Devolução')
  expect([contested, bought].map((facts) => disputeContent(facts).title)).toEqual([
    'Defesa de Pix contestado',
    'Defesa de pagamento contestado',
  ])
})

test('compares the payer with the signer and with the account’s owner', () => {
  const says = (change: Partial<DisputeFacts>) => sectionsOf({ ...contested, ...change })['Em resumo']?.[0]
  const paidBy = (document: string | undefined) => ({
    payment: { ...contested.payment, payer: { name: undefined, document } },
  })
  const ofAccount = { orders: [{ ...order, party: undefined }] }
  expect(says({})).toContain('a mesma pessoa')
  expect(says(paidBy('11144477735'))).toContain('outra pessoa')
  expect(says(paidBy(undefined))).toContain('não informou o CPF')
  expect(says(ofAccount)).toContain('a mesma pessoa')
  expect(says({ ...ofAccount, customer: undefined })).toContain('não pede o CPF')
  expect(says({ customer: undefined })).toContain('a mesma pessoa')
})

test('states the end of a contract: changed, erased, withdrawn from, of an erased account', () => {
  const signed = (change: Partial<typeof contract>) =>
    sectionsOf({ ...contested, orders: [{ ...order, signed: [{ ...contract, ...change }] }] })
  expect(signed({ isIntact: false })['Em resumo']?.[1]).toContain('o registro não confere')
  expect(signed({ text: '', isIntact: false })['Em resumo']?.[1]).toContain('apagado ao fim do prazo')
  const withdrawnAt = new Date('2026-11-05T15:00:00Z')
  const withdrawn = sectionsOf({ ...contested, orders: [{ ...order, withdrawnAt }] })
  expect(withdrawn['Em resumo']).toContain('Arrependimento: pedido em 05/11/2026 às 12:00')
  const gone = sectionsOf({ ...contested, customer: undefined })
  expect(gone['Quem contratou']?.[0]).toContain('A conta foi apagada')
  const company = { ...contested.customer, document: '12ABC34501DE35', since: new Date(0) }
  const ofCompany = sectionsOf({ ...contested, customer: company as DisputeFacts['customer'] })
  expect(ofCompany['Quem contratou']?.[1]).toBe('CNPJ: 12.ABC.345/01DE-35')
  const waiting = sectionsOf({
    ...bought,
    lookup: bought.lookup && { ...bought.lookup, deliveredAt: undefined, views: [] },
  })
  expect(waiting['Em resumo']).toContain('Consulta: ainda não entregue')
  const everything = sectionsOf({
    ...contested,
    orders: [{ ...order, steps: order.steps.map((step) => ({ ...step, completedAt: withdrawnAt })) }],
  })
  expect(everything['Em resumo']).toContain('Serviço: 2 etapas concluídas de 2')
})

test('attaches the signed texts letter by letter, except erased ones', () => {
  const addendum = { ...contract, kind: 'addendum' as const, text: 'ADITIVO', sha256: 'e5' }
  const files = disputeFiles({ orders: [{ ...order, signed: [...order.signed, addendum] }] })
  expect(files.map(({ name, description }) => [name, description])).toEqual([
    ['contrato-RC-7K4P2.txt', 'Contrato do pedido RC-7K4P2, SHA-256 a1'],
    ['aditivo-RC-7K4P2-1.txt', 'Aditivo do pedido RC-7K4P2, SHA-256 e5'],
  ])
  expect(Buffer.from(files[0]?.bytes ?? []).toString('utf8')).toBe(contract.text)
})

test('one of each is enough; blank lines of a text are dropped', () => {
  const withdrawnAt = new Date('2026-11-05T15:00:00Z')
  const short = { ...order, steps: order.steps.slice(0, 1), withdrawnAt }
  const one = sectionsOf({
    ...contested,
    payment: { ...contested.payment, refunded: 1 },
    lines: contested.lines.slice(0, 1),
    messages: contested.messages.slice(0, 1),
    history: contested.history.slice(0, 1),
    orders: [{ ...short, signed: [{ ...contract, text: 'A\n  \n\nB' }] }, short],
  })
  expect(one['O que foi pago']).toHaveLength(3)
  expect(one['O que foi avisado ao cliente']).toHaveLength(2)
  expect(one['A cobrança, passo a passo']).toHaveLength(2)
  expect(one['Em resumo']?.slice(-3)).toEqual([
    'Serviço: 2 etapas concluídas de 2',
    'Arrependimento: pedido em 05/11/2026 às 12:00; pedido em 05/11/2026 às 12:00',
    'Devolvido: R$ 0,01',
  ])
  const single = sectionsOf({
    ...contested,
    orders: [{ ...short, signed: [{ ...contract, text: 'A\n  \n\nB' }] }],
  })
  expect(single['Em resumo']).toContain('Serviço: 1 etapa concluída de 1')
  expect(single['Anexo: contrato do pedido RC-7K4P2']?.slice(1)).toEqual(['A', 'B'])
})
