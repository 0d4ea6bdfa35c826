import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PaidReceipt } from '../../../src/web/routes/payments/paid-receipt.server.ts'
import { ReceiptCard } from '../../../src/web/routes/payments/receipt-card.tsx'
import { seenIn } from '../../support/seen.ts'

const first = {
  id: 'i1',
  serviceTitle: 'Limpeza de Nome',
  kind: 'entrada',
  number: 1,
  total: 40_000,
} as const
const second = { ...first, id: 'i2', kind: 'parcela', number: 2, total: 9_990 } as const

const receipt: PaidReceipt = {
  receiptId: 'c1',
  method: 'pix',
  provider: 'mercadopago',
  providerId: '123456789',
  received: 40_000,
  receivedAt: new Date('2026-03-02T15:30:00Z'),
  lines: [first],
  orders: [{ id: 'o1', number: 'RC-7K4P2' }],
  isFirst: true,
  next: { label: second, dueDate: '2026-03-09', isOverdue: false, total: 9_990 },
}
const seen = (over: Partial<PaidReceipt>) =>
  seenIn(renderToStaticMarkup(<ReceiptCard receipt={{ ...receipt, ...over }} />))

test('the receipt of one instalment, with the next one', () => {
  expect(seen({})).toEqual([
    'Recibo',
    'R$ 400,00',
    'O que foi pago',
    'Limpeza de Nome, entrada',
    'Quando',
    '02/03/2026 às 12:30',
    'Como',
    'Pix',
    'Pedido',
    'RC-7K4P2',
    'Transação',
    '123456789',
    'Baixar o recibo (PDF) → /payments/recibo/c1',
    'Próxima parcela',
    'R$ 99,90 Parcela 2, vence em 9 de março de 2026.',
    'Acompanhar Serviços → /tracking',
    'Ver pagamentos → /payments',
  ])
})

test('the receipt of several instalments of two orders, with what was paid too much', () => {
  const orders = [...receipt.orders, { id: 'o2', number: 'RC-9M2X4' }]
  expect(seen({ received: 50_000, lines: [first, second], orders }).slice(0, 13)).toEqual([
    'Recibo',
    'R$ 500,00',
    'O que foi pago',
    'Limpeza de Nome, entrada R$ 400,00 Limpeza de Nome, parcela 2 R$ 99,90',
    'A mais, a seu crédito',
    'R$ 0,10',
    'Quando',
    '02/03/2026 às 12:30',
    'Como',
    'Pix',
    'Pedido',
    'RC-7K4P2, RC-9M2X4',
    'Transação',
  ])
})

test('after the last instalment nothing is left, and an overdue one is marked', () => {
  expect(seen({ next: undefined }).slice(-4)).toEqual([
    'Está tudo pago',
    'Não há mais nenhuma parcela deste pedido.',
    'Acompanhar Serviços → /tracking',
    'Ver pagamentos → /payments',
  ])
  const next = { label: second, dueDate: '2026-02-23', isOverdue: true, total: 9_990 }
  expect(seen({ next }).slice(-4)).toEqual([
    'Próxima parcela',
    'R$ 99,90 Parcela 2, venceu em 23 de fevereiro de 2026.',
    'Acompanhar Serviços → /tracking',
    'Ver pagamentos → /payments',
  ])
})
