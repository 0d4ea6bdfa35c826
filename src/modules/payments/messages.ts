import { type Centavos, formatBRL } from '../../core/money.ts'

/** Tells a payer that what arrived is not what was asked: nothing is booked, nothing is lost, nothing more to pay now. */
export function divergentMessage(charge: {
  nome: string
  description: string
  asked: Centavos
  received: Centavos
  /** Absent where there is no list to look at. */
  paymentsUrl: string | undefined
}): { subject: string; text: string } {
  const { nome, description, paymentsUrl } = charge
  const [received, asked] = [formatBRL(charge.received), formatBRL(charge.asked)]
  return {
    subject: 'Recebemos um valor diferente: não pague de novo',
    text: [
      nome ? `Olá, ${nome}.` : 'Olá!',
      `Recebemos ${received} por ${description}, mas o valor cobrado era ${asked}.`,
      'Por isso ainda não registramos nada como pago. O valor está conosco e identificado.',
      'Nossa equipe confere em até 1 dia útil e fala com você. Até lá, não pague de novo.',
      ...(paymentsUrl ? [`Acompanhe aqui:\n${paymentsUrl}`] : []),
    ].join('\n\n'),
  }
}
