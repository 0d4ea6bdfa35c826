/**
 * Decodes a label of a domain name: 'xn--recomeo-zxa' → 'recomeço' (RFC 3492). A label that is not encoded, or is encoded
 * incorrectly, is returned unchanged.
 */
export function decodeLabel(label: string): string {
  if (!/^xn--/i.test(label)) return label
  return decode(label.slice(4).toLowerCase()) ?? label
}

const BASE = 36
const T_MIN = 1
const T_MAX = 26

function decode(encoded: string): string | undefined {
  const delimiter = encoded.lastIndexOf('-')
  const letters = delimiter > 0 ? [...encoded.slice(0, delimiter)] : []
  let bias = 72
  let code = 128
  let index = 0
  let at = delimiter > 0 ? delimiter + 1 : 0
  while (at < encoded.length) {
    const before = index
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(encoded.charAt(at++))
      if (digit === undefined) return undefined
      index += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const count = letters.length + 1
    bias = adapt(index - before, count, before === 0)
    code += Math.floor(index / count)
    index %= count
    if (!Number.isSafeInteger(code) || code > 0x10ffff) return undefined
    letters.splice(index++, 0, String.fromCodePoint(code))
  }
  return letters.join('')
}

function digitOf(character: string): number | undefined {
  if (/^[a-z]$/.test(character)) return character.charCodeAt(0) - 97
  return /^\d$/.test(character) ? Number(character) + 26 : undefined
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + 38))
}
