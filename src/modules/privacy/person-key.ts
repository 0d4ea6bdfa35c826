import type { Person } from '../../platform/personal/personal-data.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'

const purpose = 'privacy-person'

/** What a person's requests are stored under: the account's id, else the blind index of the proven address. */
export function personKey(cipher: Cipher, { userId, email, phone }: Person): string {
  return userId ?? cipher.blindIndex(purpose).of(email ?? phone ?? '')
}

/** All that a person's requests may be stored under: also what was asked before there was an account. */
export function personKeys(cipher: Cipher, { userId, email, phone }: Person): string[] {
  const index = cipher.blindIndex(purpose)
  const addresses = [email, phone].flatMap((address) => (address ? index.among(address) : []))
  return userId ? [userId, ...addresses] : addresses
}
