import { type Centavos, formatBRL } from '../../core/money.ts'
import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import { receiptWordings } from './wordings.ts'

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
  const values = { recibo: number, valor: formatBRL(amount) }
  return writeMessage(receiptWordings, 'receipt.made', { nome, values, url })
}
