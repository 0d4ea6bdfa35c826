import { createHmac, hkdfSync } from 'node:crypto'
import { fingerprintOf } from '../signing.ts'

/**
 * Finds a sealed value by the value itself: a keyed digest that is stored beside it. Whoever has the database without the key
 * can neither read it nor try values against it.
 */
export interface BlindIndex {
  /** The index of a value, as it is stored now. */
  of(value: string): string
  /** All that a stored one may be, by the keys that are known. */
  among(value: string): string[]
  /** Whether a stored one is by the key in use. */
  isCurrent(index: string): boolean
}

/**
 * HMAC-SHA-256 under a key of its own for each purpose, derived from the encryption key. Each begins with the fingerprint of its
 * key, so that those of a former key are found and can be made anew.
 *
 * @param purpose separates uses: equal values of two purposes have different indexes
 * @param keys 32 bytes as hex each; the first is in use
 */
export function createBlindIndex(purpose: string, keys: readonly [string, ...string[]]): BlindIndex {
  const indexes = keys.map((hex) => {
    const key = Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `recomeco/index/${purpose}`, 32))
    const id = fingerprintOf(hex).slice(0, 8)
    return {
      id,
      of: (value: string) => `${id}:${createHmac('sha256', key).update(value).digest('base64url')}`,
    }
  })
  const [current] = indexes
  if (!current) throw new Error('a blind index needs a key')
  return {
    of: current.of,
    among: (value) => indexes.map(({ of }) => of(value)),
    isCurrent: (index) => index.startsWith(`${current.id}:`),
  }
}
