/** Reason why a secret gives no protection. */
export type Weakness = 'short' | 'uniform' | 'repeated' | 'sequential' | 'guessable'

/**
 * Finds secrets that a person typed instead of generating them. A random text passes: of 32 hexadecimal digits, fewer than six
 * different ones occur once in a million million texts.
 *
 * @param min minimum number of characters
 */
export function weaknessOf(secret: string, min: number): Weakness | undefined {
  if (secret.length < min) return 'short'
  if (new Set(secret.toLowerCase()).size < Math.min(6, min / 4)) return 'uniform'
  if (isRepeated(secret)) return 'repeated'
  if (isSequential(secret)) return 'sequential'
  return words.test(secret) ? 'guessable' : undefined
}

/** Checks for a text like 'abcabcabc': a beginning that is repeated, the last time possibly truncated. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return true
  }
  return false
}

/**
 * Checks for a text like '0123456789abcdef' or 'zyxw': most characters are the successor or the predecessor of the one before.
 */
function isSequential(text: string): boolean {
  let steps = 0
  for (let at = 1; at < text.length; at++) {
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) === 1) steps++
  }
  return steps > text.length * 0.6
}

const words = /secret|segredo|passw|senha|change.?me|troque|example|exemplo|qwerty|recomeco/i
