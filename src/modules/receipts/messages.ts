import { type Centavos, formatBRL } from '../../core/money.ts'
import { greetingTo } from '../../core/text.ts'

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
}): { subject: string; text: string } {
  return {
    subject: `Seu recibo de ${formatBRL(amount)}`,
    text: [
      greetingTo(nome),
      `O recibo ${number} do seu pagamento de ${formatBRL(amount)} está pronto, em PDF.`,
      `Entre na sua conta para abrir e guardar:\n${url}`,
    ].join('\n\n'),
  }
}
