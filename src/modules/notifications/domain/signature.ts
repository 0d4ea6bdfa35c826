import { formatPhone } from '../../../core/phone.ts'
import type { ChannelName } from './message.ts'

/** The company, shown below every message so that customers can verify it (Decreto 7.962, art. 2; CDC 42-A). */
export interface Sender {
  legalName: string
  /** Formatted. */
  cnpj: string
  address: string
  /** E.164. */
  phone: string
  email: string
}

/** The text with the company's signature, as the recipient gets it. */
export function withSignature(text: string, channel: ChannelName, sender: Sender): string {
  const body = text.trim()
  if (channel === 'whatsapp') return `${body}\n\n${sender.legalName}, CNPJ ${sender.cnpj}`
  return [
    body,
    '',
    // The separator by which mail clients recognise a signature (RFC 3676, 4.3).
    '-- ',
    sender.legalName,
    `CNPJ ${sender.cnpj}`,
    sender.address,
    `Atendimento: ${formatPhone(sender.phone)} (telefone e WhatsApp) · ${sender.email}`,
    'Nunca pedimos senha, código nem a sua conta gov.br. Em caso de dúvida, entre pelo nosso site.',
  ].join('\n')
}
