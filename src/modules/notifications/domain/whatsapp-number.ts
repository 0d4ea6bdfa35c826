import { normalizePhone } from '../../../core/phone.ts'
import type { ChannelName } from './message.ts'

/**
 * The telephone of a WhatsApp account, E.164. Accounts from before Brazilian mobile numbers got their ninth digit lack it:
 * '554899991234' is '+5548999991234'.
 */
export function phoneOfWaId(waId: string): string {
  const old = /^55(\d{2})([6-9]\d{7})$/.exec(waId)
  const digits = old ? `55${old[1]}9${old[2]}` : waId
  return (digits.startsWith('55') && normalizePhone(digits)) || `+${digits}`
}

/** The address of a message whose writer WhatsApp did not name. */
export const unknownAddress = 'unknown'

/** Whether an address can be written to: WhatsApp may only give the id of a person whose number it hides. */
export function isWritable(channel: ChannelName, address: string): boolean {
  return channel !== 'whatsapp' || address.startsWith('+')
}
