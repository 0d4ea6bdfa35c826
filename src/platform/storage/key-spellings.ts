/**
 * Returns the texts under which one encryption key may be known, the one in use first. Fingerprints are of the text, and releases
 * before 2026-11-27 took it as it was typed: a key in capitals had another fingerprint than the same key in small letters.
 *
 * @param key 32 bytes as hex
 */
export function spellingsOf(key: string): [string, ...string[]] {
  const [small, capitals] = [key.toLowerCase(), key.toUpperCase()]
  return small === capitals ? [small] : [small, capitals]
}
