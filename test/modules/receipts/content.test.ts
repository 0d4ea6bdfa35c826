import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBRL, sum } from '../../../src/core/money.ts'
import {
  labelOf,
  type PdfBlock,
  type PdfContent,
  pdfKinds,
} from '../../../src/modules/receipts/domain/pdf-content.ts'
import { receiptContent } from '../../../src/modules/receipts/domain/receipt-content.ts'
import { scheduleContent } from '../../../src/modules/receipts/domain/schedule-content.ts'
import { issuer, orderNumber, receipt, schedule } from './sample-content.ts'

const blocksOf = ({ opening, sections }: PdfContent) => [
  ...opening,
  ...sections.flatMap(({ blocks }) => blocks),
]
const tableOf = (content: PdfContent) => blocksOf(content).find((block) => block.kind === 'table')
const factsOf = (content: PdfContent) =>
  Object.fromEntries(
    blocksOf(content)
      .flatMap((block: PdfBlock) => (block.kind === 'facts' ? block.rows : []))
      .map(({ term, value }) => [term, value]),
  )
const identity = {
  'Razão social': issuer.legalName,
  CNPJ: issuer.cnpj,
  Endereço: issuer.address,
  Telefone: '(48) 99999-0000',
  'E-mail': issuer.email,
}

test('a receipt states payer, amount in figures and words, purpose, method and time', () => {
  const content = receiptContent(receipt)
  expect(content.opening).toEqual([
    { kind: 'amount', text: 'R$ 499,90' },
    {
      kind: 'text',
      text: 'Recebemos de Ana Souza, CPF ***.982.247-**, a quantia de R$ 499,90 (quatrocentos e noventa e nove reais e noventa centavos), e damos quitação do que está listado abaixo.',
    },
  ])
  expect(tableOf(content)).toMatchObject({
    rows: [
      ['Entrada', 'Limpeza de Nome', '21/11/2026', 'R$ 400,00'],
      ['Parcela 1', 'Limpeza de Nome', '28/11/2026', 'R$ 99,90'],
    ],
    total: ['Total recebido', '', '', 'R$ 499,90'],
  })
  expect(factsOf(content)).toEqual({
    Forma: 'Pix',
    'Recebido em': '21/11/2026 às 23:30, horário de Brasília',
    Pedido: orderNumber,
    Autenticação: 'pagamento 1325096001 no Mercado Pago',
    ...identity,
  })
  expect(JSON.stringify(content)).not.toMatch(/529\.?982/)
})

test('late charges, discount and overpayment are separate lines that add up to the total', () => {
  const [entry] = receipt.lines
  const lines = entry ? [{ ...entry, lateFee: 800, interest: 123, discount: 300 }] : []
  expect(tableOf(receiptContent({ ...receipt, lines, total: 41_000 }))?.rows.slice(1)).toEqual([
    ['Multa por atraso, Entrada', '', '', 'R$ 8,00'],
    ['Juros por atraso, Entrada', '', '', 'R$ 1,23'],
    ['Desconto, Entrada', '', '', '-R$ 3,00'],
    ['Recebido a mais, a seu crédito', '', '', 'R$ 3,77'],
  ])
})

test('the lines of a receipt always add up to the received amount', () => {
  const centavos = fc.integer({ min: 1, max: 10_000_000 })
  const extra = fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: 0 })
  const [entry] = receipt.lines
  const line = fc.record({ amount: centavos, lateFee: extra, interest: extra, discount: extra })
  fc.assert(
    fc.property(centavos, fc.array(line, { minLength: 1, maxLength: 5 }), (total, amounts) => {
      const lines = amounts.flatMap((given) => (entry ? [{ ...entry, ...given }] : []))
      const rows = tableOf(receiptContent({ ...receipt, lines, total }))?.rows ?? []
      expect(sum(rows.map((row) => parseBRL(row[3] ?? '') ?? Number.NaN))).toBe(total)
    }),
  )
})

test('an underpayment adds a line with the difference', () => {
  expect(tableOf(receiptContent({ ...receipt, total: 49_000 }))?.rows.at(-1)).toEqual([
    'Diferença já acertada',
    '',
    '',
    '-R$ 9,90',
  ])
})

test('a company is identified by its CNPJ', () => {
  const customer = { name: 'Padaria Exemplo Ltda', document: '11222333000181' }
  const [, sentence] = receiptContent({ ...receipt, customer, method: 'credit_card' }).opening
  expect(sentence).toMatchObject({ text: expect.stringContaining('CNPJ 11.222.333/0001-81') })
})

test('a schedule states the contract, the difference to the cash price, and the issuer', () => {
  expect(factsOf(scheduleContent(schedule))).toEqual({
    Serviço: 'Limpeza de Nome',
    Pedido: orderNumber,
    'Forma de pagamento': 'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
    'Valor no contrato': 'R$ 2.398,00',
    'Preço à vista': 'R$ 1.500,00',
    Diferença: 'R$ 898,00',
    Cliente: 'Ana Souza',
    CPF: '***.982.247-**',
    ...identity,
  })
  expect(factsOf(scheduleContent({ ...schedule, cashPrice: schedule.total }))).toMatchObject({
    Diferença: 'nenhuma',
  })
})

test('each instalment has its due date, the next business day, its amount and its status', () => {
  const instalment = { label: 'Parcela 1', amount: 9990 }
  const content = scheduleContent({
    ...schedule,
    instalments: [
      // A Saturday; a Friday; Christmas on a Friday; Carnival Tuesday.
      { ...instalment, dueDate: '2026-11-21', situation: { kind: 'paid', on: '2026-11-20' } },
      { ...instalment, dueDate: '2026-11-27', situation: { kind: 'open' } },
      { ...instalment, dueDate: '2026-12-25', situation: { kind: 'cancelled' } },
      { ...instalment, dueDate: '2027-02-09', situation: { kind: 'returned' } },
    ],
  })
  expect(tableOf(content)?.rows).toEqual([
    ['Parcela 1', '21/11/2026', '23/11/2026', 'R$ 99,90', 'Paga em 20/11/2026'],
    ['Parcela 1', '27/11/2026', '27/11/2026', 'R$ 99,90', 'Em aberto'],
    ['Parcela 1', '25/12/2026', '28/12/2026', 'R$ 99,90', 'Cancelada'],
    ['Parcela 1', '09/02/2027', '10/02/2027', 'R$ 99,90', 'Devolvida'],
  ])
})

test.each(['paid', 'cancelled', 'returned', 'renegotiated'] as const)(
  'a schedule whose only instalment is %s asks nobody to pay',
  (kind) => {
    const situation = kind === 'paid' ? { kind, on: '2026-11-20' as const } : { kind }
    const instalments = [{ label: 'Entrada', amount: 40_000, dueDate: '2026-11-20' as const, situation }]
    const blocks = blocksOf(scheduleContent({ ...schedule, instalments }))
    expect(blocks.filter((block) => block.kind === 'link')).toEqual([])
    const text = JSON.stringify(blocks)
    expect(text).toContain('não há nada a pagar por este carnê')
    expect(text).not.toMatch(/Total a pagar|pague/)
  },
)

test('a schedule links to the payments page and contains no payment code', () => {
  const content = scheduleContent(schedule)
  expect(blocksOf(content)).toContainEqual({
    kind: 'link',
    url: 'https://recomeco.exemplo/payments',
    text: 'Pagamentos da sua conta',
  })
  expect(JSON.stringify(content)).not.toMatch(/000201|br\.gov\.bcb/)
})

test.each([
  ['receipt', receiptContent(receipt), [0.33, 0.27, 0.18, 0.22]],
  ['schedule', scheduleContent(schedule), [0.16, 0.17, 0.24, 0.17, 0.26]],
] as const)('the columns of a %s fill its width, and each row has as many cells', (_, content, shares) => {
  const table = tableOf(content)
  const columns = table?.kind === 'table' ? table.columns : []
  expect(columns.map(({ share }) => share)).toEqual(shares)
  expect(shares.reduce((all, share) => all + share, 0)).toBeCloseTo(1, 10)
  for (const row of table?.kind === 'table' ? table.rows : []) expect(row).toHaveLength(columns.length)
})

test('a schedule says how it is paid, and that the PDF has no code', () => {
  const content = scheduleContent(schedule)
  expect(content.opening.map(({ kind }) => kind)).toEqual(['text'])
  expect(content.sections.map(({ heading, blocks }) => [heading, blocks.map(({ kind }) => kind)])).toEqual([
    ['O que foi contratado', ['facts']],
    ['Parcelas', ['text', 'table']],
    ['Como pagar', ['text', 'link', 'text']],
    ['Quem cobra', ['facts']],
  ])
})

test('a receipt of several orders names each once, and an unknown provider by its name', () => {
  const [first, second] = receipt.lines
  if (!first || !second) throw new Error('two lines')
  const lines = [first, { ...second, orderNumber: 'other' }, first]
  const facts = factsOf(receiptContent({ ...receipt, lines, authentication: { provider: 'outro', id: '7' } }))
  expect(facts).toMatchObject({ Pedido: `${orderNumber}, other`, Autenticação: 'pagamento 7 em outro' })
})

test('a centavo too many or too few has its own row', () => {
  const last = (total: number) => {
    const table = tableOf(receiptContent({ ...receipt, total }))
    return table?.kind === 'table' ? table.rows.slice(2) : undefined
  }
  expect(last(49_990)).toEqual([])
  expect(last(49_991)).toEqual([['Recebido a mais, a seu crédito', '', '', 'R$ 0,01']])
  expect(last(49_989)).toEqual([['Diferença já acertada', '', '', '-R$ 0,01']])
})

test('names an instalment by its kind', () => {
  expect(labelOf({ kind: 'entrada', number: 0 })).toBe('Entrada')
  expect(labelOf({ kind: 'a-vista', number: 1 })).toBe('À vista')
  expect(labelOf({ kind: 'parcela', number: 3 })).toBe('Parcela 3')
  expect(pdfKinds).toEqual(['receipt', 'schedule'])
})

test('a manual payment has a day, and no time', () => {
  const received = (channel?: 'transfer') =>
    JSON.stringify(receiptContent({ ...receipt, ...(channel && { channel }) }))
  expect(received()).toContain('horário de Brasília')
  expect(received('transfer')).not.toContain('horário de Brasília')
})

test('a schedule states the last day to pay an instalment that is due on a day without banks', () => {
  const texts = blocksOf(scheduleContent(schedule)).flatMap((block) =>
    block.kind === 'text' ? [block.text] : [],
  )
  expect(texts.join(' ')).toContain('Quando o vencimento cai em dia sem banco')
})
