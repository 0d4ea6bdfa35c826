import { addDays } from '../../../src/core/calendar.ts'
import type { ReceiptFacts } from '../../../src/modules/receipts/domain/receipt-content.ts'
import type { ScheduleFacts } from '../../../src/modules/receipts/domain/schedule-content.ts'

export const issuer = {
  legalName: 'Empresa Exemplo Ltda',
  cnpj: '12.ABC.345/01DE-35',
  address: 'Rua do Exemplo, 100, Florianópolis/SC',
  phone: '+5548999990000',
  email: 'contato@exemplo.com.br',
}
export const customer = { name: 'Ana Souza', document: '52998224725' }
export const orderNumber = 'RC-7K4P2'

const line = { serviceTitle: 'Limpeza de Nome', orderNumber, amount: 9990 }

export const receipt: ReceiptFacts = {
  issuer,
  customer,
  method: 'pix',
  receivedAt: new Date('2026-11-22T02:30:00Z'),
  authentication: { provider: 'mercado-pago', id: '1325096001' },
  total: 49_990,
  lines: [
    { ...line, label: 'Entrada', dueDate: '2026-11-21', amount: 40_000 },
    { ...line, label: 'Parcela 1', dueDate: '2026-11-28' },
  ],
}

/** An entry and twenty weekly instalments, with the entry paid. */
export const schedule: ScheduleFacts = {
  issuer,
  customer,
  orderNumber,
  serviceTitle: 'Limpeza de Nome',
  paymentType: 'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
  total: 239_800,
  cashPrice: 150_000,
  paymentsUrl: 'https://recomeco.exemplo/payments',
  instalments: Array.from({ length: 21 }, (_, week) => ({
    label: week === 0 ? 'Entrada' : `Parcela ${week}`,
    dueDate: addDays('2026-11-21', 7 * week),
    amount: week === 0 ? 40_000 : 9990,
    situation: week === 0 ? { kind: 'paid', on: '2026-11-21' } : { kind: 'open' },
  })),
}
