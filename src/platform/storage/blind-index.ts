import { hkdfSync } from 'node:crypto'
import { hmacSha256 } from '../digest.ts'
import { fingerprintOf } from '../signing.ts'
import { spellingsOf } from './key-spellings.ts'

/**
 * Index that finds an encrypted value by the value itself: a keyed digest stored beside it. A person with the database but
 * without the key can neither read the value nor test guesses against it.
 */
export interface BlindIndex {
  /** Returns the index of a value, as it is stored now. */
  of(value: string): string
  /** Returns all possible stored indexes of a value, one for each spelling of each known key. */
  among(value: string): string[]
  /** Checks whether a stored index was made with the key in use. */
  isCurrent(index: string): boolean
}

/**
 * Creates a blind index: HMAC-SHA-256 under a separate key for each purpose, derived from the encryption key. Each index begins
 * with the fingerprint of its key, so that those of a former key, or of the same key as releases before 2026-11-27 wrote it, are found and
 * can be
 * computed again.
 *
 * @param purpose separates uses: equal values of two purposes have different indexes
 * @param keys 32 bytes as hex each; the first is in use
 */
export function createBlindIndex(purpose: string, keys: readonly [string, ...string[]]): BlindIndex {
  const indexes = keys.flatMap((hex) => {
    const key = Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `recomeco/index/${purpose}`, 32))
    return spellingsOf(hex).map((spelling) => {
      const id = fingerprintOf(spelling).slice(0, 8)
      return {
        id,
        of: (value: string) => `${id}:${hmacSha256(key, value, 'base64url')}`,
      }
    })
  })
  const [current] = indexes
  if (!current) throw new Error('a blind index needs a key')
  return {
    of: current.of,
    among: (value) => indexes.map(({ of }) => of(value)),
    isCurrent: (index) => index.startsWith(`${current.id}:`),
  }
}
