import { normalizeEmail } from '../../../core/email.ts'

/**
 * Maximum number of messages of one kind to an address. For kinds that anybody can trigger, to an address that anybody
 * may have typed; a message to a customer about their own order or money has no limit and is never lost.
 *
 * Each kind has its own limit, so that none uses up another's: an attacker who floods a mailbox with one kind does not
 * block the owner's account recovery.
 */
export interface RecipientLimit {
  perHour: number
  perDay: number
}

export type RecipientLimits<Kind extends string> = { readonly [Name in Kind]?: RecipientLimit }

/** Normalises a mailbox address: 'Ana.Souza+loja@gmail.com' and 'anasouza@gmail.com' are the same. */
export function mailboxOf(typed: string): string {
  const address = normalizeEmail(typed)
  const [, local = '', domain = ''] = /^([^@]*)@(.*)$/.exec(address) ?? []
  if (domain === '') return address
  const untagged = local.split('+', 1).join('') || local
  const ignoresDots = domain === 'gmail.com' || domain === 'googlemail.com'
  return `${ignoresDots ? untagged.replaceAll('.', '') : untagged}@${ignoresDots ? 'gmail.com' : domain}`
}
