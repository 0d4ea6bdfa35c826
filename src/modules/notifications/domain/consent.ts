/**
 * The statement to which a person agrees who wants WhatsApp. Stored with the consent, so a new wording is another sentence and changes
 * no earlier one.
 */
export function whatsappStatement(phone: string): string {
  return `Quero receber no WhatsApp ${phone} os avisos que eu escolher aqui. Posso parar quando quiser, nesta mesma página.`
}
