/** Why a secret protects nothing. */
export type Weakness = 'short' | 'uniform' | 'repeated' | 'sequential' | 'guessable'

/**
 * Finds the secrets that a person typed instead of generating them. A random text passes: of 32 hexadecimal digits fewer than
 * six different ones come up once in a million million texts.
 *
 * @param min characters
 */
export function weaknessOf(secret: string, min: number): Weakness | undefined {
  if (secret.length < min) return 'short'
  if (new Set(secret.toLowerCase()).size < Math.min(6, min / 4)) return 'uniform'
  if (isRepeated(secret)) return 'repeated'
  if (isSequential(secret)) return 'sequential'
  return words.test(secret) ? 'guessable' : undefined
}

/** 'abcabcabc': a beginning again and again, the last time perhaps cut off. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return true
  }
  return false
}

/** '0123456789abcdef', 'zyxw': most characters are the next one, or the one before. */
function isSequential(text: string): boolean {
  let steps = 0
  for (let at = 1; at < text.length; at++) {
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) === 1) steps++
  }
  return steps > text.length * 0.6
}

const words = /secret|segredo|passw|senha|change.?me|troque|example|exemplo|qwerty|recomeco/i
