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

/** The end of every e-mail: what we never request, who sends it, and how to verify that it is us. */
export interface Signature {
  never: string
  /** Name, CNPJ, address, telephone and e-mail, one line each. */
  company: readonly string[]
  check: string
}

/** Label of the link below an e-mail whose topic is optional. */
export const preferencesLabel = 'Escolher o que você recebe'

/** @param publicUrl the address of the site, which a doubtful reader types in */
export function signatureOf(sender: Sender, publicUrl: string): Signature {
  return {
    never: 'Nunca pedimos senha, código nem a sua conta gov.br.',
    company: [
      sender.legalName,
      `CNPJ ${sender.cnpj}`,
      sender.address,
      `Atendimento: ${formatPhone(sender.phone)} (telefone e WhatsApp)`,
      `E-mail: ${sender.email}`,
    ],
    check: `Na dúvida, não use os links: digite ${new URL(publicUrl).host} no navegador.`,
  }
}

/** Returns the text with the company's signature, as the recipient receives it. */
export function withSignature(
  text: string,
  channel: ChannelName,
  { sender, publicUrl }: { sender: Sender; publicUrl: string },
): string {
  const body = text.trim()
  if (channel === 'whatsapp') return `${body}\n\n${sender.legalName}, CNPJ ${sender.cnpj}`
  const { never, company, check } = signatureOf(sender, publicUrl)
  // The separator by which mail clients recognise a signature (RFC 3676, 4.3).
  return [body, '', '-- ', ...company, `${never} ${check}`].join('\n')
}
