import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBRL, sum } from '../../../src/core/money.ts'
import type { Paper, PaperBlock } from '../../../src/modules/receipts/domain/paper.ts'
import { receiptPaper } from '../../../src/modules/receipts/domain/receipt-paper.ts'
import { schedulePaper } from '../../../src/modules/receipts/domain/schedule-paper.ts'
import { issuer, orderId, receipt, schedule } from './samples.ts'

const blocksOf = ({ opening, sections }: Paper) => [...opening, ...sections.flatMap(({ blocks }) => blocks)]
const tableOf = (paper: Paper) => blocksOf(paper).find((block) => block.kind === 'table')
const factsOf = (paper: Paper) =>
  Object.fromEntries(
    blocksOf(paper)
      .flatMap((block: PaperBlock) => (block.kind === 'facts' ? block.rows : []))
      .map(({ term, value }) => [term, value]),
  )
const identity = {
  'Razão social': issuer.legalName,
  CNPJ: issuer.cnpj,
  Endereço: issuer.address,
  Telefone: '(48) 99999-0000',
  'E-mail': issuer.email,
}

test('a receipt says who paid whom, how much in figures and words, for what, how and when', () => {
  const paper = receiptPaper(receipt)
  expect(paper.opening).toEqual([
    { kind: 'amount', text: 'R$ 499,90' },
    {
      kind: 'text',
      text: 'Recebemos de Ana Souza, CPF ***.982.247-**, a quantia de R$ 499,90 (quatrocentos e noventa e nove reais e noventa centavos), e damos quitação do que está listado abaixo.',
    },
  ])
  expect(tableOf(paper)).toMatchObject({
    rows: [
      ['Entrada', 'Limpeza de Nome', '21/11/2026', 'R$ 400,00'],
      ['Parcela 1', 'Limpeza de Nome', '28/11/2026', 'R$ 99,90'],
    ],
    total: ['Total recebido', '', '', 'R$ 499,90'],
  })
  expect(factsOf(paper)).toEqual({
    Forma: 'Pix',
    'Recebido em': '21/11/2026 às 23:30, horário de Brasília',
    Pedido: orderId,
    Autenticação: 'pagamento 1325096001 no Mercado Pago',
    ...identity,
  })
  expect(JSON.stringify(paper)).not.toMatch(/529\.?982/)
})

test('late charges, a discount and what came in excess are lines of their own that add up to the total', () => {
  const [entry] = receipt.lines
  const lines = entry ? [{ ...entry, lateFee: 800, interest: 123, discount: 300 }] : []
  expect(tableOf(receiptPaper({ ...receipt, lines, total: 41_000 }))?.rows.slice(1)).toEqual([
    ['Multa por atraso, Entrada', '', '', 'R$ 8,00'],
    ['Juros por atraso, Entrada', '', '', 'R$ 1,23'],
    ['Desconto, Entrada', '', '', '-R$ 3,00'],
    ['Recebido a mais, a seu crédito', '', '', 'R$ 3,77'],
  ])
})

test('the lines of a receipt always add up to what was received', () => {
  const centavos = fc.integer({ min: 1, max: 10_000_000 })
  const extra = fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: 0 })
  const [entry] = receipt.lines
  const line = fc.record({ amount: centavos, lateFee: extra, interest: extra, discount: extra })
  fc.assert(
    fc.property(centavos, fc.array(line, { minLength: 1, maxLength: 5 }), (total, amounts) => {
      const lines = amounts.flatMap((given) => (entry ? [{ ...entry, ...given }] : []))
      const rows = tableOf(receiptPaper({ ...receipt, lines, total }))?.rows ?? []
      expect(sum(rows.map((row) => parseBRL(row[3] ?? '') ?? Number.NaN))).toBe(total)
    }),
  )
})

test('what was received is less than what it paid: the difference is a line', () => {
  expect(tableOf(receiptPaper({ ...receipt, total: 49_000 }))?.rows.at(-1)).toEqual([
    'Diferença já acertada',
    '',
    '',
    '-R$ 9,90',
  ])
})

test('a company that pays is named by its CNPJ', () => {
  const customer = { name: 'Padaria Exemplo Ltda', document: '11222333000181' }
  const [, sentence] = receiptPaper({ ...receipt, customer, method: 'credit_card' }).opening
  expect(sentence).toMatchObject({ text: expect.stringContaining('CNPJ 11.222.333/0001-81') })
})

test('a schedule says what was contracted, at what difference to the cash price, and who charges', () => {
  expect(factsOf(schedulePaper(schedule))).toEqual({
    Serviço: 'Limpeza de Nome',
    Pedido: orderId,
    'Forma de pagamento': 'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
    'Total a pagar': 'R$ 2.398,00',
    'Preço à vista': 'R$ 1.500,00',
    Diferença: 'R$ 898,00',
    Cliente: 'Ana Souza',
    CPF: '***.982.247-**',
    ...identity,
  })
  expect(factsOf(schedulePaper({ ...schedule, cashPrice: schedule.total }))).toMatchObject({
    Diferença: 'nenhuma',
  })
})

test('each instalment has its day, the next one with banks, its amount and its situation', () => {
  const instalment = { label: 'Parcela 1', amount: 9990 }
  const paper = schedulePaper({
    ...schedule,
    instalments: [
      // A Saturday; a Friday; Christmas on a Friday; Carnival Tuesday.
      { ...instalment, dueDate: '2026-11-21', situation: { kind: 'paid', on: '2026-11-20' } },
      { ...instalment, dueDate: '2026-11-27', situation: { kind: 'open' } },
      { ...instalment, dueDate: '2026-12-25', situation: { kind: 'cancelled' } },
      { ...instalment, dueDate: '2027-02-09', situation: { kind: 'returned' } },
    ],
  })
  expect(tableOf(paper)?.rows).toEqual([
    ['Parcela 1', '21/11/2026', '23/11/2026', 'R$ 99,90', 'Paga em 20/11/2026'],
    ['Parcela 1', '27/11/2026', '27/11/2026', 'R$ 99,90', 'Em aberto'],
    ['Parcela 1', '25/12/2026', '28/12/2026', 'R$ 99,90', 'Cancelada'],
    ['Parcela 1', '09/02/2027', '10/02/2027', 'R$ 99,90', 'Devolvida'],
  ])
})

test('a schedule leads to the page where it is paid and carries no code to pay by', () => {
  const paper = schedulePaper(schedule)
  expect(blocksOf(paper)).toContainEqual({
    kind: 'link',
    url: 'https://recomeco.exemplo/payments',
    text: 'Pagamentos da sua conta',
  })
  expect(JSON.stringify(paper)).not.toMatch(/000201|br\.gov\.bcb/)
})
