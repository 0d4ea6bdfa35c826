/**
 * The statement that a person agrees to in order to get WhatsApp messages. Stored with the consent, so that a new wording
 * changes no earlier consent.
 */
export function whatsappStatement(phone: string): string {
  return `Quero receber no WhatsApp ${phone} os avisos que eu escolher aqui. Posso parar quando quiser, nesta mesma página.`
}
