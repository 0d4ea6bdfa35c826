import { type Centavos, formatBRL } from '../../core/money.ts'
import { type WrittenMessage, writeMessage } from '../notifications/index.server.ts'
import { receiptWordings } from './wordings.ts'

/** Notifies a customer that a receipt is ready. The receipt itself requires signing in. */
export function receiptMessage({
  nome,
  amount,
  number,
  byCredit = false,
  url,
}: {
  nome: string
  amount: Centavos
  number: string
  /** Whether money that was already here paid: its owner has sent nothing for it. */
  byCredit?: boolean
  url: string
}): WrittenMessage {
  const pago_com = byCredit ? 'o seu crédito conosco' : ''
  const values = { recibo: number, valor: formatBRL(amount), pago_com }
  return writeMessage(receiptWordings, 'receipt.made', { nome, values, url })
}
