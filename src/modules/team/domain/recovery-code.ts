/** Crockford's base 32: without I, L, O and U, which resemble other characters or spell words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 120 bits, five a letter: out of reach of brute force on stolen digests. */
export const RECOVERY_LETTERS = 24

/** Length of the codes that earlier releases issued, which remain valid until they are used. */
const EARLIER_LETTERS = 16

/** Formats 24 random bytes, five bits of each, as 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX'. */
export function writeRecoveryCode(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, RECOVERY_LETTERS)].map((byte) => alphabet[byte % 32]).join('')
  return inGroups(letters)
}

/** Normalises a typed code; undefined when it cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–]/g, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
  if (!/^[0-9A-HJKMNP-TV-Z]*$/.test(letters)) return undefined
  const isOne = letters.length === RECOVERY_LETTERS || letters.length === EARLIER_LETTERS
  return isOne ? inGroups(letters) : undefined
}

function inGroups(letters: string): string {
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
