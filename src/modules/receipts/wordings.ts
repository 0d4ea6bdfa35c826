import type { Wording } from '../../core/message-wording.ts'
import type { ReceiptMessageKind } from './message-kinds.ts'

/** The words of the messages about receipts. */
export const receiptWordings = {
  'receipt.made': {
    subject: 'Seu recibo está pronto',
    title: 'Recibo de {valor}',
    preheader: 'Em PDF, para abrir e guardar.',
    lines: ['O recibo do seu pagamento está pronto, em PDF.'],
    facts: [
      { label: 'Recibo', text: '{recibo}' },
      { label: 'Valor', text: '{valor}' },
      { label: 'Pago com', text: '{pago_com}' },
    ],
    action: 'Abrir o recibo',
    note: 'Para abrir, entre na sua conta.',
    names: { recibo: '2026/000123', valor: 'R$ 400,00', pago_com: 'o seu crédito conosco' },
  },
} as const satisfies Record<ReceiptMessageKind, Wording>
