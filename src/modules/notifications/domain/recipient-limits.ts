/**
 * How many messages of one kind an address gets. For kinds that go to an address which anybody may have typed, and which
 * anybody can cause; a message to a customer about their own order or money has no limit, and is never lost.
 *
 * Each kind has its own, so that none uses up another's: whoever floods a mailbox with one kind does not keep the owner's
 * recovery out of it.
 */
export interface RecipientLimit {
  perHour: number
  perDay: number
}

export type RecipientLimits<Kind extends string> = { readonly [Name in Kind]?: RecipientLimit }

/** One mailbox, however it is spelt: 'Ana.Souza+loja@gmail.com' and 'anasouza@gmail.com' are the same. */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^([^@]*)@(.*)$/.exec(address.trim().toLowerCase()) ?? []
  if (domain === '') return address.trim().toLowerCase()
  const untagged = local.split('+', 1).join('') || local
  const ignoresDots = domain === 'gmail.com' || domain === 'googlemail.com'
  return `${ignoresDots ? untagged.replaceAll('.', '') : untagged}@${ignoresDots ? 'gmail.com' : domain}`
}
