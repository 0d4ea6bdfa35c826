/** Crockford's base 32: without I, L, O and U, which read like others or spell words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 'XXXX-XXXX-XXXX-XXXX' of 16 random bytes: 80 bits, five of each byte. */
export function writeRecoveryCode(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, 16)].map((byte) => alphabet[byte % 32]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** The code in what a person typed; undefined when it cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–]/g, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(letters)) return undefined
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
