import type { Deps } from './deps.ts'
import type { Credentials } from './users.server.ts'

/**
 * Returns a hash with the salt of every password that is typed for an address: that of its account, or one derived from the address. One calculation
 * then compares a password with the account and with a sign-up that waits, so that a sign-in costs and says the same whether or not there is
 * an account.
 */
export function saltedAs(
  { passwords, pseudonym }: Pick<Deps, 'passwords' | 'pseudonym'>,
  email: string,
  credentials: Credentials | undefined,
): string {
  return credentials?.passwordHash ?? passwords.placeholder(pseudonym(email))
}
