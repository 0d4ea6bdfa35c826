/** Who writes: shown under every message, so that a person can check it (Decreto 7.962, art. 2; CDC 42-A). */
export interface Sender {
  legalName: string
  /** Formatted. */
  cnpj: string
  address: string
  /** E.164. */
  phone: string
  email: string
}

/** The text as the person receives it. */
export function signed(text: string, channel: 'email' | 'whatsapp', sender: Sender): string {
  const body = text.trim()
  if (channel === 'whatsapp') return `${body}\n\n${sender.legalName}, CNPJ ${sender.cnpj}`
  return [
    body,
    '',
    // The sign by which mail programs know a signature (RFC 3676, 4.3).
    '-- ',
    sender.legalName,
    `CNPJ ${sender.cnpj}`,
    sender.address,
    `Atendimento: ${readable(sender.phone)} (telefone e WhatsApp) · ${sender.email}`,
    'Nunca pedimos senha nem código por mensagem. Em caso de dúvida, entre pelo nosso site.',
  ].join('\n')
}

/** +5548999990000 → (48) 99999-0000. */
function readable(phone: string): string {
  const [, area, first, last] = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(phone) ?? []
  return area ? `(${area}) ${first}-${last}` : phone
}
