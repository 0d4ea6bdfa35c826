import { type Centavos, formatBRL } from '../../core/money.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'

/** Notifies a customer that a receipt is ready. The receipt itself requires signing in. */
export function receiptMessage({
  nome,
  amount,
  number,
  url,
}: {
  nome: string
  amount: Centavos
  number: string
  url: string
}): WrittenMessage {
  return write({
    subject: 'Seu recibo está pronto',
    nome,
    title: `Recibo de ${formatBRL(amount)}`,
    preheader: 'Em PDF, para abrir e guardar.',
    lines: ['O recibo do seu pagamento está pronto, em PDF.'],
    facts: [
      { label: 'Recibo', value: number },
      { label: 'Valor', value: formatBRL(amount) },
    ],
    action: { label: 'Abrir o recibo', url },
    note: 'Para abrir, entre na sua conta.',
  })
}
