import type { Person } from '../../platform/personal/personal-data.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'

const purpose = 'privacy-person'

/** The key of a person's requests: the account's id, otherwise the blind index of the proven address. */
export function personKey(cipher: Cipher, { userId, email, phone }: Person): string {
  return userId ?? cipher.blindIndex(purpose).of(email ?? phone ?? '')
}

/** All keys under which a person's requests may be stored, including those from before they had an account. */
export function personKeys(cipher: Cipher, { userId, email, phone }: Person): string[] {
  const index = cipher.blindIndex(purpose)
  const addresses = [email, phone].flatMap((address) => (address ? index.among(address) : []))
  return userId ? [userId, ...addresses] : addresses
}
