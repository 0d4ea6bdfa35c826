import { MAX_EMAIL_LENGTH } from '../../../core/email.ts'

/**
 * Checks the syntax of an address; only the confirmation link proves that the mailbox exists. Refused is also what no mail server takes: a dot
 * too many before the @, and a name of a domain that is too long or has a hyphen at an end; and letters with accents, which few take, and
 * letters of other scripts that look like ours.
 */
export function isEmail(text: string): boolean {
  const [, local = '', domain = ''] = /^([a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64})@([a-z0-9.-]+)$/i.exec(text) ?? []
  const names = domain.split('.')
  return (
    text.length <= MAX_EMAIL_LENGTH &&
    names.length > 1 &&
    names.every(isHostName) &&
    !local.split('.').includes('')
  )
}

const isHostName = (name: string) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(name)

/**
 * Maximum length in characters. Longer passwords are refused, because hashing them would make denial of service cheap.
 */
export const MAX_PASSWORD_LENGTH = 128
